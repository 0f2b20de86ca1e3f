/** Opens the settings. They are loaded when they are asked for: the list of projects needs none of them. */
import { during } from '../state/busy.ts';
import { showDialog } from '../ui/dialogs.ts';
import { tell } from '../ui/toasts.ts';
import { settingsWords } from '../words/en/settings.ts';

let isLoading = false;

/** Asked again while they load, they open once. They cannot be loaded when the program was replaced under a window that is open. */
export async function showSettings(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    const { SettingsDialog } = await during(settingsWords.openingTheSettings, import('./settings-dialog.tsx'));
    showDialog((close) => <SettingsDialog close={close} />);
  } catch {
    tell({ tone: 'bad', title: settingsWords.theSettingsCouldNot });
  } finally {
    isLoading = false;
  }
}
