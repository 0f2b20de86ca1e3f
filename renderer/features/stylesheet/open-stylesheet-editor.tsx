/** Opens the editor of the stylesheet. It is loaded when it is asked for. */

import { stylesheetMessages as words } from '../../messages/en/stylesheet.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { showDialog } from '../../ui/dialog-store.ts';
import { showToast } from '../../ui/toast-queue.ts';

let isLoading = false;

/** Asked again while it loads, it opens once. */
export async function openStylesheetEditor(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    const { StylesheetDialog } = await withBusyIndicator(words.opening, import('./stylesheet-dialog.tsx'));
    showDialog((close) => <StylesheetDialog close={close} />);
  } catch {
    showToast({ tone: 'bad', title: words.notLoaded });
  } finally {
    isLoading = false;
  }
}
