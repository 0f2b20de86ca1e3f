/** Typing on a selected item starts editing its text. */
import { boardViewStore } from '../../../state/board-view.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectionStore } from '../../../state/selection.ts';
import { initialTarget } from './editing-target.ts';

/** The only selected record, if it has a text: that of a card, not its title. */
export function writableSelection(): string | undefined {
  const [id, ...others] = selectionStore.getState().ids;
  const isWritable = id !== undefined && others.length === 0 && initialTarget(openProjectStore.getState().project, id, 'content');
  return isWritable ? id : undefined;
}

/** Adds what was typed to the text of the selected item. */
export function typeOnSelection(typed: string): void {
  const id = writableSelection();
  if (id !== undefined && typed !== '') boardViewStore.getState().view?.startEditing(id, 'content', typed);
}
