/** Why a file could not be imported: every fault with where it is, and the way on where there is one. */
import type { Problem } from '../../../shared/problem.ts';
import { commonMessages } from '../../messages/en/common.ts';
import { projectsMessages } from '../../messages/en/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export function ImportErrorsDialog({
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
      title={projectsMessages.thisCannotBeImported}
      onClose={close}
      width={600}
      buttons={
        <>
          <Button onPress={close}>{commonMessages.close}</Button>
          {canRepair && (
            <Button look="primary" onPress={repair}>
              {projectsMessages.leaveTheseOutAnd}
            </Button>
          )}
        </>
      }
    >
      <div className="dialog-stack">
        <p>{faults.length === 0 ? problem.message : projectsMessages.nothingWasChangedThis}</p>
        {faults.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
          <ul className="faults" tabIndex={0} aria-label={projectsMessages.whatIsWrong}>
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
