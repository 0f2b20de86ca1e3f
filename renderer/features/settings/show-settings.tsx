/** Opens the settings dialog. It is loaded on demand because the project list does not need it. */

import { t } from '../../messages/translate.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { showDialog } from '../../ui/dialog-store.ts';
import { showToast } from '../../ui/toast-queue.ts';

let isLoading = false;

/** Calls while the dialog is loading are ignored. Loading fails if the app was updated while the window was open. */
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
