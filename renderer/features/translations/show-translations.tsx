/** Opens the table of translations. It is loaded when it is asked for. */

import { translationsMessages } from '../../messages/en/translations.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { showDialog } from '../../ui/dialog-store.ts';
import { showToast } from '../../ui/toast-queue.ts';

let isLoading = false;

/** Asked again while it loads, it opens once. */
export async function showTranslations(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    const { TranslationsDialog } = await withBusyIndicator(translationsMessages.opening, import('./translations-dialog.tsx'));
    showDialog((close) => <TranslationsDialog close={close} />);
  } catch {
    showToast({ tone: 'bad', title: translationsMessages.notLoaded });
  } finally {
    isLoading = false;
  }
}
