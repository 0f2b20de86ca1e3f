/** Opens the variables dialog. It is loaded on demand. */

import { t } from '../../messages/translate.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { showDialog } from '../../ui/dialog-store.ts';
import { showToast } from '../../ui/toast-queue.ts';

let isLoading = false;

/** Calls while the dialog is loading are ignored. */
export async function showVariables(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    const { VariablesDialog } = await withBusyIndicator(t('variables.opening'), import('./variables-dialog.tsx'));
    showDialog((close) => <VariablesDialog close={close} />);
  } catch {
    showToast({ tone: 'bad', title: t('variables.loadFailed') });
  } finally {
    isLoading = false;
  }
}
