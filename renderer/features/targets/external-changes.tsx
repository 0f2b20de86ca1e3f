/** Files of a target that someone else has changed: which, and the three ways on. */
import type { Target } from '../../../shared/contracts/targets.ts';
import { targetsMessages } from '../../messages/en/targets.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { storeTarget } from '../../state/targets-store.ts';
import { Button } from '../../ui/button.tsx';
import { showFileComparison } from './file-comparison-dialog.tsx';

const changeLabels = {
  changed: targetsMessages.wasChanged,
  deleted: targetsMessages.wasDeleted,
  present: targetsMessages.wasThereBefore,
} as const;

export function ExternalChanges({ target }: { target: Target }) {
  const { id, status } = target;
  const resolve = async (choice: 'restore' | 'keep' | 'stop') =>
    storeTarget(await withErrorToast(withBusyIndicator(targetsMessages.settling, invoke('target.resolve', { id, choice }))));
  return (
    <div className="foreign">
      <p>{status.sentence}</p>
      <ul>
        {status.foreign.map(({ path, what: how }) => (
          <li key={path}>
            <code>{path}</code> {changeLabels[how]}
            {how !== 'deleted' && (
              <Button
                look="quiet"
                className="compare"
                aria-label={targetsMessages.comparePath(path)}
                onPress={() => void showFileComparison(target, path)}
              >
                {targetsMessages.compare}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="foreign-choices">
        <ResolutionChoice
          label={targetsMessages.writeOursAgain}
          says={targetsMessages.whatTheyChangedIs}
          onPress={() => resolve('restore')}
        />
        <ResolutionChoice
          label={targetsMessages.keepTheirs}
          says={targetsMessages.taleportLeavesTheseFiles}
          onPress={() => resolve('keep')}
        />
        <ResolutionChoice
          label={targetsMessages.stopThisTarget}
          says={targetsMessages.nothingIsWrittenUntil}
          onPress={() => resolve('stop')}
        />
      </div>
    </div>
  );
}

function ResolutionChoice({ label, says, onPress }: { label: string; says: string; onPress: () => Promise<void> }) {
  return (
    <div>
      <Button onPress={() => void onPress()}>{label}</Button>
      <span className="target-facts">{says}</span>
    </div>
  );
}
