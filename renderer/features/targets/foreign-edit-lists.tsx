/** Lists of what another program changed in an exported file: values that can be chosen, and changes that cannot be applied, with the reason. */

import { useState } from 'react';
import type { ForeignEdit, ForeignEdits } from '../../../shared/contracts/targets.ts';
import { t } from '../../messages/translate.ts';
import { WordDiff } from '../../records/diff/word-diff.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import './foreign-edit-lists.css';

const pageSize = 100;

interface EditListProps {
  readonly edits: readonly ForeignEdit[];
  readonly title: string;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (edit: string, isChosen: boolean) => void;
}

export function EditList({ edits, title, chosen, onToggle }: EditListProps) {
  const [shown, setShown] = useState(pageSize);
  if (edits.length === 0) return null;
  return (
    <section>
      <h3 className="change-list-title">{title}</h3>
      <ul className="apply-edits" aria-label={title}>
        {edits.slice(0, shown).map((edit) => (
          <li key={edit.id}>
            <Checkbox isSelected={chosen.has(edit.id)} onChange={(isChosen) => onToggle(edit.id, isChosen)}>
              {t(edit.message)}
            </Checkbox>
            <EditValues edit={edit} />
          </li>
        ))}
        {edits.length > shown && (
          <li>
            <Button variant="quiet" onPress={() => setShown(shown + pageSize)}>
              {t('targets.showMore', { count: edits.length - shown })}
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}

function EditValues({ edit: { base, inStory, inFile, isConflict } }: { edit: ForeignEdit }) {
  return (
    <dl className="foreign-edit-values">
      {isConflict && (
        <>
          <dt>{t('targets.applyEdits.inStory')}</dt>
          <dd>
            <WordDiff before={t(base)} after={t(inStory)} />
          </dd>
        </>
      )}
      <dt>{t('targets.applyEdits.inFile')}</dt>
      <dd>
        <WordDiff before={t(base)} after={t(inFile)} />
      </dd>
    </dl>
  );
}

export function SkippedEdits({ found: { notTaken, notTakenTotal } }: { found: ForeignEdits }) {
  if (notTakenTotal === 0) return null;
  return (
    <section>
      <h3 className="change-list-title">{t('targets.applyEdits.notAppliedTitle')}</h3>
      <ul className="change-list" aria-label={t('targets.applyEdits.notAppliedTitle')}>
        {notTaken.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items without a name have the same sentence, and the list does not change
          <li key={index}>{t(each)}</li>
        ))}
        {notTakenTotal > notTaken.length && <li>{t('targets.storyChanges.more', { count: notTakenTotal - notTaken.length })}</li>}
      </ul>
    </section>
  );
}
