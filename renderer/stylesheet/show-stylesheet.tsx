/** Opens the editor of the stylesheet. It is loaded when it is asked for. */
import { during } from '../state/busy.ts';
import { showDialog } from '../ui/dialogs.ts';
import { tell } from '../ui/toasts.ts';
import { stylesheetWords as words } from '../words/en/stylesheet.ts';

let isLoading = false;

/** Asked again while it loads, it opens once. */
export async function showStylesheet(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    const { StylesheetDialog } = await during(words.opening, import('./stylesheet-dialog.tsx'));
    showDialog((close) => <StylesheetDialog close={close} />);
  } catch {
    tell({ tone: 'bad', title: words.notLoaded });
  } finally {
    isLoading = false;
  }
}
