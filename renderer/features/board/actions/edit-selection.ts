/** Puts the caret into a text of the most recently selected record, at once, so that the next key is typed there. */
import { boardViewStore } from '../../../state/board-view.ts';
import type { TextFieldName } from '../../../state/focus-request.ts';
import { selectionStore } from '../../../state/selection.ts';

export function editSelection(field?: TextFieldName): void {
  const last = [...selectionStore.getState().ids].at(-1);
  if (last !== undefined) boardViewStore.getState().view?.startEditing(last, field);
}
