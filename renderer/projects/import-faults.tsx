/** Why a file could not be imported: every fault with where it is, and the way on where there is one. */
import type { Problem } from '../../shared/problem.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

export function ImportFaults({
  problem,
  canRepair,
  repair,
  close,
}: {
  problem: Problem;
  canRepair: boolean;
  repair: () => void;
  close: () => void;
}) {
  const { errors } = problem.json;
  const faults = Array.isArray(errors) ? [] : Object.entries(errors);
  return (
    <Dialog
      title="This cannot be imported as it is"
      onClose={close}
      width={600}
      buttons={
        <>
          <Button onPress={close}>Close</Button>
          {canRepair && (
            <Button look="primary" onPress={repair}>
              Leave these out and import
            </Button>
          )}
        </>
      }
    >
      <div className="dialog-stack">
        <p>{faults.length === 0 ? problem.message : 'Nothing was changed. This is what was found in the file:'}</p>
        {faults.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
          <ul className="faults" tabIndex={0} aria-label="What is wrong">
            {faults.map(([path, message]) => (
              <li key={path}>
                <code>{path}</code>
                {message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
