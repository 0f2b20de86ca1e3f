/** Files of a target that someone else has changed: which, and the three ways on. */
import type { Target } from '../../shared/targets.ts';
import { told } from '../actions/send.ts';
import { ask } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { putTarget } from '../state/targets.ts';
import { Button } from '../ui/button.tsx';
import { showCompare } from './show-compare.tsx';

const what = { changed: 'was changed', deleted: 'was deleted', present: 'was there before' } as const;

export function Foreign({ target }: { target: Target }) {
  const { id, status } = target;
  const resolve = async (choice: 'restore' | 'keep' | 'stop') =>
    putTarget(await told(during('Settling', ask('target.resolve', { id, choice }))));
  return (
    <div className="foreign">
      <p>{status.sentence}</p>
      <ul>
        {status.foreign.map(({ path, what: how }) => (
          <li key={path}>
            <code>{path}</code> {what[how]}
            {how !== 'deleted' && (
              <Button look="quiet" className="compare" aria-label={`Compare ${path}`} onPress={() => void showCompare(target, path)}>
                Compare
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="foreign-choices">
        <Choice label="Write ours again" says="What they changed is overwritten." onPress={() => resolve('restore')} />
        <Choice label="Keep theirs" says="Taleport leaves these files alone from now on." onPress={() => resolve('keep')} />
        <Choice label="Stop this target" says="Nothing is written until you turn it on." onPress={() => resolve('stop')} />
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
