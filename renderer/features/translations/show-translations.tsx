/** Opens the table of translations. It is loaded when it is asked for. */

import { t } from '../../messages/translate.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { showDialog } from '../../ui/dialog-store.ts';
import { showToast } from '../../ui/toast-queue.ts';

let isLoading = false;

/** Asked again while it loads, it opens once. */
export async function showTranslations(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    const { TranslationsDialog } = await withBusyIndicator(t('translations.opening'), import('./translations-dialog.tsx'));
    showDialog((close) => <TranslationsDialog close={close} />);
  } catch {
    showToast({ tone: 'bad', title: t('translations.notLoaded') });
  } finally {
    isLoading = false;
  }
}
