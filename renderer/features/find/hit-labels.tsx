/** The labels of a search result: its location, its record, and the text around the match. Pure. */
import { kindLabel } from '../../../shared/model/kind-messages.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { localeNameOf } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { boardName, recordName } from '../../records/names/record-names.ts';
import { boardIdOf } from '../../records/record-location.ts';
import type { SearchableText } from '../../records/search/searchable-texts.ts';
import type { SearchHit } from '../../records/search/text-index.ts';
import type { TextRange } from '../../records/search/text-matching.ts';

/** A condition is found as its branch. The story itself has no kind for a reader. */
const hitKindLabel = ({ kind }: AnyRecord): string => {
  if (kind === 'project') return t('find.story');
  return t(kindLabel(kind === 'condition' ? 'branch' : kind));
};
const treeLabels = (): Readonly<Record<string, string>> => ({
  component: t('find.components'),
  attribute: t('find.components'),
  variable: t('find.variables'),
  asset: t('find.assets'),
});

/** The heading of a result: its board, or the tree that contains its record. */
export function hitGroupLabel(project: Project, record: AnyRecord): string {
  const board = boardIdOf(project, record);
  return board === null ? (treeLabels()[record.kind] ?? t('find.story')) : boardName(project, board);
}

/** `Element The door`, `Attribute mood of Maren`. */
export function hitRecordLabel(project: Project, record: AnyRecord): string {
  const kind = hitKindLabel(record);
  const owner = record.branchId ?? record.commentId ?? record.cId;
  if (record.kind === 'attribute')
    return t('find.ofOwner', { kind, name: String(record.name ?? ''), owner: recordName(project, String(owner)) || t('common.untitled') });
  if (record.kind === 'connection')
    return t('find.connectionFrom', {
      kind,
      source: recordName(project, sourceOf(project, String(record.sourceid))) || t('common.untitled'),
    });
  const name = record.kind === 'variable' || record.kind === 'asset' ? String(record.name) : recordName(project, record.id);
  return name === '' ? kind : `${kind} ${name}`;
}

const sourceOf = (project: Project, id: string): string => project.find('condition', id)?.branchId ?? id;

const fieldLabels = (): Readonly<Record<string, string>> => ({
  title: t('fields.title'),
  content: t('fields.content'),
  label: t('fields.label'),
  script: t('fields.script'),
  value: t('fields.value'),
  customId: t('fields.customId'),
  name: t('fields.name'),
  localComments: t(kindLabel('comment')),
});

/** `Title`, `Content, script · German`. */
export function hitFieldLabel(project: Project, { field, holds, locale }: SearchableText, showLocale: boolean): string {
  const words = fieldLabels()[field] ?? field;
  const script = holds === 'script' && field !== 'script' ? t('find.results.script', { words }) : words;
  return showLocale && locale !== null ? `${script} · ${localeNameOf(project.projectRecord.locales, locale)}` : script;
}

interface ContextPiece {
  readonly text: string;
  readonly isHit: boolean;
}
const charactersBefore = 36;
const maxCharacters = 150;

/** The start of the word at a position; the position itself if no word starts nearby. */
function wordStartBefore(text: string, position: number): number {
  const longest = 24;
  for (let at = position; at > Math.max(0, position - longest); at--) if (/\s/.test(text[at - 1] ?? '')) return at;
  return position <= longest ? 0 : position;
}

/** The text around the first match, on one line, with all matches in it marked. */
export function createContextPieces({ part: { text } }: Pick<SearchHit, 'part'>, ranges: readonly TextRange[]): ContextPiece[] {
  const [first] = ranges;
  const start = first && first[0] > charactersBefore ? wordStartBefore(text, first[0] - charactersBefore) : 0;
  const end = Math.min(text.length, start + maxCharacters);
  const pieces: ContextPiece[] = [];
  let next = start;
  const add = (to: number, isHit: boolean) => {
    if (to > next) pieces.push({ text: text.slice(next, to).replace(/\s+/g, ' '), isHit });
    next = Math.max(next, to);
  };
  if (start > 0) pieces.push({ text: '… ', isHit: false });
  for (const [from, to] of ranges.filter((range: TextRange) => range[0] < end)) {
    add(from, false);
    add(Math.min(to, Math.max(end, from + 1)), true);
  }
  add(end, false);
  if (end < text.length) pieces.push({ text: ' …', isHit: false });
  return pieces;
}

/** The text around a match, with the match marked; in a preview of a replacement, with the new text. */
export function HitContext({ hit, replacement }: { hit: Pick<SearchHit, 'part' | 'ranges'>; replacement?: string }) {
  let index = 0;
  return (
    <span className={hit.part.holds === 'script' ? 'hit-text code' : 'hit-text user-text'}>
      {createContextPieces(hit, hit.ranges()).map(({ text, isHit }) => {
        const key = `${index++}`;
        if (!isHit) return <span key={key}>{text}</span>;
        if (replacement === undefined) return <mark key={key}>{text}</mark>;
        return (
          <span key={key}>
            <del>{text}</del>
            {replacement !== '' && <ins>{replacement}</ins>}
          </span>
        );
      })}
    </span>
  );
}
