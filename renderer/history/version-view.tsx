/** One earlier version: what it changed against the one before, or what is different now; field by field and by word. */
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { PastVersion } from '../../shared/mirror.ts';
import { openProject } from '../state/open-project.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { historyWords } from '../words/en/history.ts';
import { type Difference, differences } from './differences.ts';
import { WordMarks } from './word-marks.tsx';

export interface VersionViewProps {
  readonly id: string;
  readonly chosen: PastVersion;
  /** The version before it, if that is kept. */
  readonly before: PastVersion | undefined;
  /** It is how the record is now: nothing to be restored. */
  readonly isNow: boolean;
  readonly restore: () => Promise<void>;
}

const sides = [
  { id: 'current', label: historyWords.current },
  { id: 'before', label: historyWords.before },
] as const;

export function VersionView({ id, chosen, before, isNow, restore }: VersionViewProps) {
  const [against, setAgainst] = useState<'current' | 'before'>('current');
  const side = isNow ? 'before' : against;
  const isOldest = side === 'before' && !before;
  const { project, revision } = useStore(openProject);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision says that the project has changed
  const found = useMemo(() => {
    const now = (project.at(id) ?? null) as AnyRecord | null;
    if (side === 'current') return differences(project, chosen.record, now);
    return differences(project, before?.record ?? null, chosen.record);
  }, [project, revision, id, side, chosen, before]);
  return (
    <section className="version" aria-label={historyWords.compare}>
      {!isNow && <Select label={historyWords.compare} options={sides} value={against} onChange={setAgainst} />}
      <section
        className="version-fields"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        aria-label={side === 'before' ? historyWords.changedBy : historyWords.towardsNow}
      >
        {isOldest && <p className="version-says">{historyWords.first}</p>}
        {found.length === 0 && !isOldest && <p className="version-says">{historyWords.same}</p>}
        {found.map((each) => (
          <Field key={each.key} difference={each} />
        ))}
      </section>
      {!isNow && (
        <div className="version-buttons">
          <Button look="primary" onPress={() => void restore().catch(() => undefined)}>
            {historyWords.restore}
          </Button>
        </div>
      )}
    </section>
  );
}

function Field({ difference: { label, before, after, source } }: { difference: Difference }) {
  return (
    <div className="version-field">
      <h4>{label}</h4>
      {source ? (
        <>
          <p className="version-says">{historyWords.looksOnly}</p>
          <WordMarks before={source.before} after={source.after} />
        </>
      ) : (
        <WordMarks before={before} after={after} />
      )}
    </div>
  );
}
