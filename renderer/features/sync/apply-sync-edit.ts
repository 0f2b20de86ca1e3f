/** Edits of the open project that the backend makes for sync: the window waits until it shows them, and offers to undo them. */
import type { CommandResult } from '../../../shared/model/commands.ts';
import { Problem } from '../../../shared/problem.ts';
import { whenVersionArrives } from '../../state/open-project.ts';
import { prepareUndoToast } from '../../state/undo-toast.ts';
import { showProblem } from '../../ui/toast-queue.ts';

/** `edit` requests it once what was typed before has been sent. `title` and `lines` are the text of the toast after the edit. If it fails, the error is shown instead. */
export async function applySyncEdit(
  hash: string,
  edit: () => Promise<CommandResult>,
  title: string,
  lines: readonly string[] = [],
): Promise<void> {
  const showDone = prepareUndoToast('otherCall');
  try {
    const { newVersion } = await edit();
    await whenVersionArrives(hash, newVersion);
    showDone(title, lines);
  } catch (error) {
    showProblem(Problem.from(error));
  }
}
