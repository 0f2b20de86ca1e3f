/** Folders to which a story is only written if the user confirms it: the home folder, or one that contains the data folder. */
import { Problem } from '../../shared/problem.ts';
import { t } from '../messages/translate.ts';
import { showConfirmation } from './dialog.tsx';

/** Runs `act`. If the folder is unusual, a dialog with this title asks, and `act` runs again with `force` after the confirmation. */
export async function confirmUnusualFolder(title: string, act: (force: boolean) => Promise<unknown>): Promise<void> {
  try {
    await act(false);
  } catch (error) {
    if (!(error instanceof Problem) || error.json.context?.confirm === undefined) throw error;
    showConfirmation({ title, confirms: 'final', message: t(error.text), confirmLabel: t('targets.add.useAnyway'), run: () => act(true) });
  }
}
