/** The preview of a replacement: every location with a checkbox. All selected ones are replaced in one undo step. */

import { ArrowUpRight, Replace, Search } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { t } from '../../messages/translate.ts';
import type { SearchHit } from '../../records/search/text-index.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';
import { showUndoToast } from '../../state/undo-toast.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';
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
const MAX_ROWS = 150;

const hitKey = ({ record, part }: SearchHit): string => `${record.id} ${part.field} ${part.locale} ${part.holds}`;

export function ReplaceView({ hits, options, filters, showLocale, go, close }: ReplaceViewProps) {
  const { query, replacement } = useFindState();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isConfirming, setConfirming] = useResettingState(false, `${query.text} ${replacement}`);
  const { project } = openProjectStore.getState();
  const able = hits.filter(({ hit: { record, part } }) => isReplaceable(record, part));
  const chosen = able.filter(({ hit }) => !left.has(hitKey(hit)));
  const counted = chosen.reduce((sum, { hit }) => sum + hit.ranges.length, 0);
  const command = () =>
    createReplaceCommand(
      project,
      chosen.map(({ hit: { record, part } }) => ({ id: record.id, part })),
      query,
      replacement,
    );
  const leave = (key: string, on: boolean) => setLeft(new Set(on ? [...left].filter((each) => each !== key) : [...left, key]));
  const run = async () => {
    const { command: all, count } = command();
    if (all) await sendCommand(all);
    const stays = count < counted ? [t('find.replace.skipped', { count: counted - count })] : [];
    showUndoToast(t('find.replace.done', { count }), stays);
    close();
  };
  return (
    <form
      className="find-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (replacement === '' && !isConfirming) setConfirming(true);
        else void run().catch(() => undefined);
      }}
    >
      <div className="pick-head">
        <Search size={17} aria-hidden />
        <input
          className="pick-input"
          aria-label={t('find.title')}
          placeholder={t('find.title')}
          value={query.text}
          spellCheck={false}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the dialog is opened to type into this field
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ target }) => setQuery({ text: target.value })}
        />
        {options}
      </div>
      <div className="replace-head">
        <TextField
          label={t('find.replace.withLabel')}
          isLabelHidden
          placeholder={t('find.replace.withLabel')}
          value={replacement}
          onChange={setReplacement}
        />
        <Button type="submit" icon={Replace} variant={isConfirming ? 'danger' : 'primary'} isDisabled={counted === 0}>
          {submitLabel(counted, isConfirming)}
        </Button>
      </div>
      <p className="replace-warning" role="status">
        {isConfirming && t('find.replace.emptyHint', { count: counted })}
      </p>
      {filters}
      {query.text === '' && <p className="find-empty">{t('find.replace.hint')}</p>}
      <ul className="pick-list replace-list" aria-label={t('find.replace.previewLabel')}>
        {able.slice(0, MAX_ROWS).map(({ hit, group }, at) => (
          <Fragment key={`${hitKey(hit)} ${hit.part.text.slice(0, 40)}`}>
            {able[at - 1]?.group !== group && <li className="pick-group">{group}</li>}
            <li className="pick replace-row">
              <Checkbox isSelected={!left.has(hitKey(hit))} onChange={(on) => leave(hitKey(hit), on)}>
                <span className="replace-text">
                  <span className="hit-who">
                    <span className="hit-name">{hitRecordLabel(project, hit.record)}</span>{' '}
                    <small>{hitFieldLabel(hit.part, showLocale)}</small>
                  </span>
                  <HitContext hit={hit} replacement={replacement} />
                </span>
              </Checkbox>
              <IconButton
                icon={ArrowUpRight}
                label={t('find.goTo', { who: hitRecordLabel(project, hit.record) })}
                onPress={() => {
                  close();
                  go(hit);
                }}
              />
            </li>
          </Fragment>
        ))}
      </ul>
      {able.length > MAX_ROWS && <p className="find-empty">{t('find.replace.more', { count: able.length - MAX_ROWS })}</p>}
    </form>
  );
}

/** With nothing to replace them by, matches are deleted, which is confirmed by pressing the button again. */
function submitLabel(count: number, isConfirming: boolean): string {
  if (count === 0) return t('find.replace.action');
  return isConfirming ? t('find.replace.confirmEmpty', { count }) : t('find.replace.confirm', { count });
}
