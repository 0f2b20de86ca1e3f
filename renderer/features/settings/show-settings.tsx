/** Opens the settings. They are loaded when they are asked for: the list of projects needs none of them. */

import { t } from '../../messages/translate.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { showDialog } from '../../ui/dialog-store.ts';
import { showToast } from '../../ui/toast-queue.ts';

let isLoading = false;

/** Asked again while they load, they open once. They cannot be loaded when the program was replaced under a window that is open. */
export async function showSettings(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    const { SettingsDialog } = await withBusyIndicator(t('settings.opening'), import('./settings-dialog.tsx'));
    showDialog((close) => <SettingsDialog close={close} />);
  } catch {
    showToast({ tone: 'bad', title: t('settings.loadFailed') });
  } finally {
    isLoading = false;
  }
}
