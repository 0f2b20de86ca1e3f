/** Opens the stylesheet editor. It is loaded on demand. */

import { t } from '../../messages/translate.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { showDialog } from '../../ui/dialog-store.ts';
import { showToast } from '../../ui/toast-queue.ts';

let isLoading = false;

/** Calls while the editor is loading are ignored. */
export async function openStylesheetEditor(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    const { StylesheetDialog } = await withBusyIndicator(t('stylesheet.opening'), import('./stylesheet-dialog.tsx'));
    showDialog((close) => <StylesheetDialog close={close} />);
  } catch {
    showToast({ tone: 'bad', title: t('stylesheet.notLoaded') });
  } finally {
    isLoading = false;
  }
}
