/** The preview of a replacement: every location with a checkbox. All selected ones are replaced in one undo step. */

import { ArrowUpRight, Replace, Search } from 'lucide-react';
import { Fragment, type ReactNode, type SubmitEvent, useState } from 'react';
import { t } from '../../messages/translate.ts';
import type { SearchHit } from '../../records/search/text-index.ts';
import type { SearchQuery } from '../../records/search/text-matching.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';
import { prepareUndoToast } from '../../state/undo-toast.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-queue.ts';
import { useResettingState } from '../../ui/use-resetting-state.ts';
import { setQuery, setReplacement, useFindState } from './find-state.ts';
import { HitContext } from './hit-context.tsx';
import { hitFieldLabel, hitRecordLabel } from './hit-labels.ts';
import { createReplaceCommand, isReplaceable } from './replace-text.ts';

interface ReplaceViewProps {
  readonly hits: readonly { readonly hit: SearchHit; readonly group: string }[];
  readonly options: ReactNode;
  readonly filters: ReactNode;
  readonly showLocale: boolean;
  readonly go: (hit: SearchHit) => void;
  readonly close: () => void;
}

/** The maximum number of rendered locations. */
const maxRows = 150;

const hitKey = ({ record, part }: SearchHit): string => `${record.id} ${part.field} ${part.locale} ${part.holds}`;

export function ReplaceView({ hits, options, filters, showLocale, go, close }: ReplaceViewProps) {
  const { query, replacement } = useFindState();
  const [excludedKeys, setExcludedKeys] = useState<ReadonlySet<string>>(new Set());
  const [isConfirming, setConfirming] = useResettingState(false, `${query.text} ${replacement}`);
  const replaceable = hits.filter(({ hit: { record, part } }) => isReplaceable(record, part));
  const selected = replaceable.filter(({ hit }) => !excludedKeys.has(hitKey(hit))).map(({ hit }) => hit);
  const matchCount = countMatches(selected);
  const setSelected = (key: string, isSelected: boolean) =>
    setExcludedKeys(new Set(isSelected ? [...excludedKeys].filter((each) => each !== key) : [...excludedKeys, key]));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (replacement === '' && !isConfirming) setConfirming(true);
    else void replaceHits(selected, query, replacement).then(close, () => undefined);
  };
  return (
    <form className="find-form" onSubmit={submit}>
      <div className="replace-fields">
        <QueryField text={query.text} />
        <div className="replace-head">
          <TextField
            label={t('find.replace.withLabel')}
            isLabelHidden
            placeholder={t('find.replace.withLabel')}
            value={replacement}
            onChange={setReplacement}
          />
          <Button type="submit" icon={Replace} variant={isConfirming ? 'danger' : 'primary'} isDisabled={matchCount === 0}>
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
      <ul className="pick-list" aria-label={t('find.replace.previewLabel')}>
        {replaceable.slice(0, maxRows).map(({ hit, group }, at) => (
          <Fragment key={`${hitKey(hit)} ${hit.part.text.slice(0, 40)}`}>
            {replaceable[at - 1]?.group !== group && <li className="pick-group">{group}</li>}
            <ReplaceRow
              hit={hit}
              replacement={replacement}
              showLocale={showLocale}
              isSelected={!excludedKeys.has(hitKey(hit))}
              onSelect={(isSelected) => setSelected(hitKey(hit), isSelected)}
              onGo={() => {
                close();
                go(hit);
              }}
            />
          </Fragment>
        ))}
      </ul>
      {replaceable.length > maxRows && <p className="find-empty">{t('find.replace.more', { count: replaceable.length - maxRows })}</p>}
    </form>
  );
}

const countMatches = (hits: readonly SearchHit[]): number => hits.reduce((sum, { ranges }) => sum + ranges.length, 0);

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
  return (
    <div className="pick-head">
      <Search size={17} aria-hidden />
      <input
        className="pick-input"
        aria-label={t('find.title')}
        placeholder={t('find.title')}
        value={text}
        spellCheck={false}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the dialog is opened to type into this field
        autoFocus
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
  const who = hitRecordLabel(openProjectStore.getState().project, hit.record);
  return (
    <li className="pick replace-row">
      <Checkbox isSelected={isSelected} onChange={onSelect}>
        <span className="replace-text">
          <span className="hit-record">
            <span className="hit-name">{who}</span> <small>{hitFieldLabel(hit.part, showLocale)}</small>
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
