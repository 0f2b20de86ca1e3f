/** Files of a target that someone else has changed: which, and the three ways on. */
import type { Target } from '../../shared/targets.ts';
import { ask } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { told } from '../state/send.ts';
import { putTarget } from '../state/targets.ts';
import { Button } from '../ui/button.tsx';
import { targetsWords } from '../words/en/targets.ts';
import { showCompare } from './show-compare.tsx';

const what = { changed: targetsWords.wasChanged, deleted: targetsWords.wasDeleted, present: targetsWords.wasThereBefore } as const;

export function Foreign({ target }: { target: Target }) {
  const { id, status } = target;
  const resolve = async (choice: 'restore' | 'keep' | 'stop') =>
    putTarget(await told(during(targetsWords.settling, ask('target.resolve', { id, choice }))));
  return (
    <div className="foreign">
      <p>{status.sentence}</p>
      <ul>
        {status.foreign.map(({ path, what: how }) => (
          <li key={path}>
            <code>{path}</code> {what[how]}
            {how !== 'deleted' && (
              <Button
                look="quiet"
                className="compare"
                aria-label={targetsWords.comparePath(path)}
                onPress={() => void showCompare(target, path)}
              >
                {targetsWords.compare}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="foreign-choices">
        <Choice label={targetsWords.writeOursAgain} says={targetsWords.whatTheyChangedIs} onPress={() => resolve('restore')} />
        <Choice label={targetsWords.keepTheirs} says={targetsWords.taleportLeavesTheseFiles} onPress={() => resolve('keep')} />
        <Choice label={targetsWords.stopThisTarget} says={targetsWords.nothingIsWrittenUntil} onPress={() => resolve('stop')} />
      </div>
    </div>
  );
}

function Choice({ label, says, onPress }: { label: string; says: string; onPress: () => Promise<void> }) {
  return (
    <div>
      <Button onPress={() => void onPress()}>{label}</Button>
      <span className="target-facts">{says}</span>
    </div>
  );
}
