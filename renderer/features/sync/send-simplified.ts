/** (G30) Sends texts that are kept here without the formatting that the workspace doesn't accept. */
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { whenVersionArrives } from '../../state/open-project.ts';
import { showUndoToast } from '../../state/undo-toast.ts';
import { showProblem } from '../../ui/toast-queue.ts';

/** Of the open project. The resulting events reload the list of held changes without them. */
export async function sendSimplified(hash: string, ids: string[]): Promise<void> {
  try {
    const { newVersion } = await invoke('sync.sendSimplified', { hash, ids });
    await whenVersionArrives(hash, newVersion);
    showUndoToast(t('sync.heldList.sent', { count: ids.length }), [t('sync.heldList.wordsKept')]);
  } catch (error) {
    showProblem(Problem.from(error));
  }
}
