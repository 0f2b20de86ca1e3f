/** The preview of a replacement: every location with a checkbox. All selected ones are replaced in one undo step. */
import { ArrowUpRight, Replace, Search } from 'lucide-react';
import { Fragment, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import type { Command, SingleCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { decodeEntities, escapeText } from '../../../shared/rich-text/html.ts';
import { parseTree, type RichTextNode, serializeNodes } from '../../../shared/rich-text/rich-text-tree.ts';
import { t } from '../../messages/translate.ts';
import { computedChangeCommand } from '../../records/commands/computed-commands.ts';
import type { SearchableText } from '../../records/search/searchable-texts.ts';
import type { SearchHit } from '../../records/search/text-index.ts';
import { findMatches, replaceRanges, type SearchQuery } from '../../records/search/text-matching.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';
import { prepareUndoToast } from '../../state/undo-toast.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-queue.ts';
import { useResettingState } from '../../ui/use-resetting-state.ts';
import { useWaitingRequest } from '../../ui/use-waiting-request.ts';
import { clearFocusRequest, setQuery, setReplacement, useFindState } from './find-state.ts';
import { HitContext, hitFieldLabel, hitRecordLabel } from './hit-labels.tsx';

interface ReplaceViewProps {
  readonly results: {
    readonly hits: readonly { readonly id: string; readonly hit: SearchHit; readonly group: string }[];
    /** Whether the preview is of an earlier text. */
    readonly isOutdated: boolean;
    /** Whether the whole story has been read. */
    readonly isComplete: boolean;
  };
  readonly options: ReactNode;
  readonly filters: ReactNode;
  readonly showLocale: boolean;
  readonly go: (hit: SearchHit) => void;
}

/** The maximum number of rendered locations. */
const maxRows = 150;

/** What is replaced together, so that it has one choice: also the matches in several scripts of a content. */
const hitKey = ({ record, part }: SearchHit): string => `${record.id} ${part.field} ${part.locale} ${part.holds}`;

export function ReplaceView({ results: { hits, isOutdated, isComplete }, options, filters, showLocale, go }: ReplaceViewProps) {
  const { query, replacement, focusRequest } = useFindState();
  const replacementRow = useRef<HTMLDivElement>(null);
  const [excludedKeys, setExcludedKeys] = useResettingState<ReadonlySet<string>>(noKeys, JSON.stringify(query));
  const [isConfirming, setConfirming] = useResettingState(false, `${query.text} ${replacement}`);
  const selected = hits.filter(({ hit }) => !excludedKeys.has(hitKey(hit))).map(({ hit }) => hit);
  const matchCount = countMatches(selected);
  const setSelected = (key: string, isSelected: boolean) =>
    setExcludedKeys(new Set(isSelected ? [...excludedKeys].filter((each) => each !== key) : [...excludedKeys, key]));
  // Waits for all matches of the text that has just been typed.
  const [submitted, submitWhenReady] = useWaitingRequest(!isOutdated && isComplete, `${query.text} ${replacement}`, () => {
    if (matchCount === 0) return;
    if (replacement === '' && !isConfirming) setConfirming(true);
    else void replaceHits(selected, query, replacement).catch(() => undefined);
  });
  useEffect(() => {
    if (focusRequest !== 'replacement') return;
    replacementRow.current?.querySelector('input')?.focus();
    clearFocusRequest();
  }, [focusRequest]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (submitted === null) submitWhenReady('replace');
  };
  return (
    <form className="find-form" onSubmit={submit}>
      <div className="replace-fields">
        <QueryField text={query.text} />
        <div className="replace-head" ref={replacementRow}>
          <TextField
            label={t('find.replace.withLabel')}
            isLabelHidden
            placeholder={t('find.replace.withLabel')}
            value={replacement}
            onChange={setReplacement}
          />
          <Button
            type="submit"
            icon={Replace}
            variant={isConfirming ? 'danger' : 'primary'}
            isDisabled={matchCount === 0}
            isPending={submitted !== null}
          >
            {submitLabel(matchCount, isConfirming)}
          </Button>
        </div>
        {/* At the end of the first field, but Tab goes from one field to the other. */}
        <div className="replace-options">{options}</div>
      </div>
      <p className="replace-warning" role="status">
        {isConfirming && t('find.replace.emptyHint', { count: matchCount })}
      </p>
      {filters}
      {query.text === '' && <p className="find-empty">{t('find.replace.hint')}</p>}
      <ul className="pick-list" aria-label={t('find.replace.previewLabel')} aria-busy={isOutdated || !isComplete}>
        {hits.slice(0, maxRows).map(({ id, hit, group }, at) => (
          <Fragment key={id}>
            {hits[at - 1]?.group !== group && <li className="pick-group">{group}</li>}
            <ReplaceRow
              hit={hit}
              replacement={replacement}
              showLocale={showLocale}
              isSelected={!excludedKeys.has(hitKey(hit))}
              onSelect={(isSelected) => setSelected(hitKey(hit), isSelected)}
              onGo={() => go(hit)}
            />
          </Fragment>
        ))}
      </ul>
      {hits.length > maxRows && <p className="find-empty">{t('find.replace.more', { count: hits.length - maxRows })}</p>}
    </form>
  );
}

const noKeys: ReadonlySet<string> = new Set();

const countMatches = (hits: readonly SearchHit[]): number => hits.reduce((sum, { ranges }) => sum + ranges().length, 0);

/** Replaces the matches in one undo step, and reports how many were skipped. */
async function replaceHits(hits: readonly SearchHit[], query: SearchQuery, replacement: string): Promise<void> {
  const locations = hits.map(({ record, part }) => ({ id: record.id, part }));
  const { command, count } = createReplaceCommand(openProjectStore.getState().project, locations, query, replacement);
  const skippedCount = countMatches(hits) - count;
  const skipped = skippedCount > 0 ? [t('find.replace.skipped', { count: skippedCount })] : [];
  if (command) {
    const showDone = prepareUndoToast();
    await sendCommand(command);
    showDone(t('find.replace.done', { count }), skipped);
  } else showToast({ tone: 'warning', title: t('find.replace.none'), lines: skipped });
}

function QueryField({ text }: { text: string }) {
  const { focusRequest } = useFindState();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusRequest !== 'query') return;
    input.current?.focus();
    clearFocusRequest();
  }, [focusRequest]);
  return (
    <div className="pick-head">
      <Search size={17} aria-hidden />
      <input
        ref={input}
        className="pick-input"
        aria-label={t('find.title')}
        placeholder={t('find.title')}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => setQuery({ text: target.value })}
      />
    </div>
  );
}

interface ReplaceRowProps {
  readonly hit: SearchHit;
  readonly replacement: string;
  readonly showLocale: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  readonly onGo: () => void;
}

function ReplaceRow({ hit, replacement, showLocale, isSelected, onSelect, onGo }: ReplaceRowProps) {
  const { project } = openProjectStore.getState();
  const who = hitRecordLabel(project, hit.record);
  return (
    <li className="pick replace-row">
      <Checkbox isSelected={isSelected} onChange={onSelect}>
        <span className="replace-text">
          <span className="hit-record">
            <span className="hit-name user-text">{who}</span> <small>{hitFieldLabel(project, hit.part, showLocale)}</small>
          </span>
          <HitContext hit={hit} replacement={replacement} />
        </span>
      </Checkbox>
      <IconButton icon={ArrowUpRight} label={t('find.goTo', { who })} onPress={onGo} />
    </li>
  );
}

/** With nothing to replace them by, matches are deleted, which is confirmed by pressing the button again. */
function submitLabel(count: number, isConfirming: boolean): string {
  if (count === 0) return t('find.replace.action');
  return isConfirming ? t('find.replace.confirmEmpty', { count }) : t('find.replace.confirm', { count });
}

type TextLocation = Pick<SearchableText, 'field' | 'locale' | 'holds' | 'localCommentId'>;

/** Identifiers and names of variables cannot be replaced, because scripts refer to them. Comments are not part of the story. */
export const isReplaceable = (record: AnyRecord, { field, localCommentId }: TextLocation): boolean =>
  field !== 'customId' &&
  localCommentId === undefined &&
  record.kind !== 'variable' &&
  record.kind !== 'comment' &&
  record.kind !== 'reply' &&
  !String(record.type).startsWith('template-');

/** The stored text at a location; null if there is none. */
function readStoredText(record: AnyRecord, { field, locale }: TextLocation): string | null {
  const value: unknown = record[field];
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  const stored: unknown = locale === null ? Reflect.get(value, 'data') : Reflect.get(Reflect.get(value, locale) ?? {}, 'text');
  return typeof stored === 'string' ? stored : null;
}

/** The text with its matches replaced, and their number. */
function replaceInText(
  record: AnyRecord,
  location: TextLocation,
  stored: string,
  query: SearchQuery,
  by: string,
): { text: string; count: number } {
  let count = 0;
  const replaceIn = (text: string): string => {
    const ranges = findMatches(text, query);
    count += ranges.length;
    return ranges.length === 0 ? text : replaceRanges(text, ranges, by);
  };
  if (record.kind === 'condition') return { text: replaceInCondition(stored, replaceIn), count };
  if (isRichText(record, location)) return { text: replaceInRichText(stored, location.holds === 'script', replaceIn), count };
  return { text: replaceIn(stored), count };
}

function isRichText(record: AnyRecord, { field }: TextLocation): boolean {
  if (field === 'name' || record.kind === 'condition') return false;
  if (record.kind !== 'attribute') return true;
  return Reflect.get(Object(record.value), 'plain') === false;
}

/** Whether text in scripts is replaced, or text outside of them. The text of a mention belongs to the record it mentions. */
function replaceInRichText(html: string, scripts: boolean, replaceIn: (text: string) => string): string {
  const within = (node: RichTextNode, inScript: boolean): RichTextNode => {
    if (typeof node === 'string') return inScript === scripts ? replaceIn(node) : node;
    if (node.name === 'span') return node;
    return { ...node, children: node.children.map((child) => within(child, inScript)) };
  };
  const top = (node: RichTextNode): RichTextNode => {
    if (typeof node !== 'string' && node.name === 'blockquote') return { ...node, children: node.children.map(top) };
    return within(node, typeof node !== 'string' && (node.name === 'pre' || node.name === 'code'));
  };
  return serializeNodes(parseTree(html).map(top));
}

function replaceInCondition(script: string, replaceIn: (text: string) => string): string {
  return script
    .split(/(<span [^<>]*>[^<]*<\/span>)/)
    .map((piece, at) => {
      if (at % 2 === 1) return piece;
      const text = decodeEntities(piece);
      const now = replaceIn(text);
      return now === text ? piece : escapeText(now);
    })
    .join('');
}

/**
 * Replaces text in texts, scripts and names. Everything that is not a match, including markup and mentions, is unchanged byte for byte. Matches
 * that cross a boundary of formatting are skipped and counted. One command for all locations, so that undo reverts them together; null if
 * nothing would change.
 */
export function createReplaceCommand(
  project: Project,
  places: readonly { readonly id: string; readonly part: TextLocation }[],
  query: SearchQuery,
  by: string,
): { command: Command | null; count: number } {
  const changed = new Map<string, AnyRecord>();
  const fields = new Map<string, Record<string, unknown>>();
  const replaced = new Set<string>();
  let count = 0;
  for (const { id, part } of places) {
    // Several matches may be in scripts of the same content: they are replaced together.
    const key = `${id} ${part.field} ${part.locale} ${part.holds}`;
    if (replaced.has(key)) continue;
    replaced.add(key);
    const record = changed.get(id) ?? project.get(id);
    if (!record || !isReplaceable(record, part)) continue;
    const stored = readStoredText(record, part);
    if (stored === null) continue;
    const { text, count: matchCount } = replaceInText(record, part, stored, query, by);
    if (text === stored) continue;
    count += matchCount;
    const { record: after, input } = withText(record, part, text, fields.get(id)?.[part.field]);
    changed.set(id, after);
    fields.set(id, { ...fields.get(id), [part.field]: input });
  }
  const commands = [...fields].flatMap(([id, inputs]) => {
    const kind = project.get(id)?.kind;
    return kind === undefined ? [] : [computedChangeCommand(kind, id, inputs)];
  });
  return { command: toSingleStep(commands), count };
}

/** One command for all, so that undo reverts them together. */
function toSingleStep(commands: readonly SingleCommand[]): Command | null {
  const [first, ...others] = commands;
  if (first === undefined) return null;
  return others.length === 0 ? first : { do: 'batch', commands };
}

/** The record with the new text, and the field's value in the command: of a localized field only the changed language. */
function withText(
  record: AnyRecord,
  { field, locale }: TextLocation,
  text: string,
  before: unknown,
): { record: AnyRecord; input: unknown } {
  const value: unknown = record[field];
  if (locale !== null)
    return {
      record: { ...record, [field]: { ...Object(value), [locale]: { text } } },
      input: { ...Object(before ?? {}), [locale]: { text } },
    };
  const input = typeof value === 'string' ? text : { ...Object(value), data: text === '' ? null : text };
  return { record: { ...record, [field]: input }, input };
}
