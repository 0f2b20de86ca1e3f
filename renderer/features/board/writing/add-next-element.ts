/** Creates the next element after the one that is selected or being edited, and starts writing on it. */
import { addNextElement } from '../../../records/board/change-board.ts';
import { unconnectedSourceId } from '../../../records/board/items.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectionStore } from '../../../state/selection.ts';
import { cardEditing, startCardEditing } from './card-editing.ts';

/** In the editor of a condition, the element is connected from that condition. */
export async function addNextElementToSelection(): Promise<void> {
  const { project } = openProjectStore.getState();
  const { boardId, ids } = selectionStore.getState();
  const { target } = cardEditing.getState();
  const selected = [...ids].at(-1);
  if (boardId === null || selected === undefined) return;
  // The text is saved when the focus leaves it, as an undo step of its own. The editor stays until the new one is open: no key goes elsewhere.
  document.querySelector<HTMLElement>('.card-editor')?.focus();
  const isAdded = await addNextElement(boardId, project.find('condition', target?.id ?? '')?.id ?? unconnectedSourceId(project, selected));
  if (!isAdded && target) startCardEditing(target);
}
