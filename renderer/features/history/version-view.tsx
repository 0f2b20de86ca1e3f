/** A version of a record: its changes since the previous version, or the differences to the current state, by field and word. */

import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { RecordVersion } from '../../../shared/contracts/sync.ts';
import { t } from '../../messages/translate.ts';
import { diffRecords, type FieldDifference } from '../../records/diff/diff-records.ts';
import { WordDiff } from '../../records/diff/word-diff.tsx';
import { openProjectStore } from '../../state/open-project.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';

interface VersionViewProps {
  readonly id: string;
  readonly chosen: RecordVersion;
  /** The previous version, if the journal still contains it. */
  readonly before: RecordVersion | undefined;
  /** Whether it equals the current state, so that there is nothing to restore. */
  readonly isNow: boolean;
  readonly restore: () => Promise<void>;
}

const comparisonOptions = () =>
  [
    { id: 'current', label: t('history.currentVersion') },
    { id: 'before', label: t('history.before') },
  ] as const;

export function VersionView({ id, chosen, before, isNow, restore }: VersionViewProps) {
  const [against, setAgainst] = useState<'current' | 'before'>('current');
  const side = isNow ? 'before' : against;
  const isOldest = side === 'before' && !before;
  const { project, revision } = useStore(openProjectStore);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the project is mutated in place; its revision shows that it has changed
  const found = useMemo(() => {
    if (side === 'current') return diffRecords(project, chosen.record, project.get(id) ?? null);
    return diffRecords(project, before?.record ?? null, chosen.record);
  }, [project, revision, id, side, chosen, before]);
  return (
    <section className="version" aria-label={t('history.compare')}>
      {!isNow && <Select label={t('history.compare')} options={comparisonOptions()} value={against} onChange={setAgainst} />}
      <section
        className="version-fields"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        aria-label={side === 'before' ? t('history.changedBy') : t('history.comparedWithNow')}
      >
        {isOldest && <p className="version-note">{t('history.oldestVersion')}</p>}
        {found.length === 0 && !isOldest && <p className="version-note">{t('history.same')}</p>}
        {found.map((each) => (
          <DifferenceField key={each.key} difference={each} />
        ))}
      </section>
      {!isNow && (
        <div className="version-buttons">
          <Button variant="primary" onPress={() => void restore().catch(() => undefined)}>
            {t('history.restore')}
          </Button>
        </div>
      )}
    </section>
  );
}

function DifferenceField({ difference: { label, before, after, source } }: { difference: FieldDifference }) {
  return (
    <div className="version-field">
      <h4>{label}</h4>
      {source ? (
        <>
          <p className="version-note">{t('history.formattingOnly')}</p>
          <WordDiff before={source.before} after={source.after} />
        </>
      ) : (
        <WordDiff before={before} after={after} />
      )}
    </div>
  );
}
