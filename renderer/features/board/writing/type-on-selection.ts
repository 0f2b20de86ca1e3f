/** Typing while an item is selected starts editing its text; in the list view, that of the row with the focus. */
import { boardViewStore } from '../../../state/board-view.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectItems, selectionStore } from '../../../state/selection.ts';
import { type EditingTarget, editedItemId, initialTarget } from './card-editing.ts';

/** The text of a record that typing adds to: that of a card, not its title. */
const writtenText = (id: string): EditingTarget | undefined => initialTarget(openProjectStore.getState().project, id, 'content');

/** The only selected record, if it has a text. */
export function writableSelection(): string | undefined {
  const [id, ...others] = selectionStore.getState().ids;
  return id !== undefined && others.length === 0 && writtenText(id) ? id : undefined;
}

/** Adds what was typed to the text of the selected item. */
export function typeOnSelection(typed: string): void {
  const id = writableSelection();
  if (id !== undefined && typed !== '') startTyping(id, typed);
}

/**
 * Whether characters are typed into the record of the row with the focus, which need not be the selected one. Without a selection they are
 * shortcuts; while several items are selected they do nothing.
 */
export const isWritableRow = (id: string): boolean => selectionStore.getState().ids.size === 1 && writtenText(id) !== undefined;

/** Adds what was typed to the text of the row, and selects its item, which the inspector then shows. */
export function typeOnRow(id: string, typed: string): void {
  const text = isWritableRow(id) ? writtenText(id) : undefined;
  if (!text || typed === '') return;
  selectItems([editedItemId(openProjectStore.getState().project, text)]);
  startTyping(text.id, typed);
}

const startTyping = (id: string, typed: string): void => boardViewStore.getState().view?.startEditing(id, 'content', typed);
