/** Opens the table of variables. It is loaded when it is asked for. */
import { during } from '../state/busy.ts';
import { showDialog } from '../ui/dialogs.ts';
import { tell } from '../ui/toasts.ts';
import { variablesWords } from '../words/en/variables.ts';

let isLoading = false;

/** Asked again while it loads, it opens once. */
export async function showVariables(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    const { VariablesDialog } = await during(variablesWords.openingTheVariables, import('./variables-dialog.tsx'));
    showDialog((close) => <VariablesDialog close={close} />);
  } catch {
    tell({ tone: 'bad', title: variablesWords.theVariablesCouldNot });
  } finally {
    isLoading = false;
  }
}
