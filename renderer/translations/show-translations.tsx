/** Opens the table of translations. It is loaded when it is asked for. */
import { during } from '../state/busy.ts';
import { showDialog } from '../ui/dialogs.ts';
import { tell } from '../ui/toasts.ts';
import { translationsWords } from '../words/en/translations.ts';

let isLoading = false;

/** Asked again while it loads, it opens once. */
export async function showTranslations(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    const { TranslationsDialog } = await during(translationsWords.opening, import('./translations-dialog.tsx'));
    showDialog((close) => <TranslationsDialog close={close} />);
  } catch {
    tell({ tone: 'bad', title: translationsWords.notLoaded });
  } finally {
    isLoading = false;
  }
}
