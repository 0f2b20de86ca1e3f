/** Starts editing a text of the board: on its card if it has one there, otherwise in the inspector, where a jumper has its target. */
import { boardViewStore } from '../../../state/board-view.ts';
import { editInInspector, type TextFieldName } from '../../../state/focus-request.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectItems } from '../../../state/selection.ts';
import { startCardEditing } from './card-editing.ts';
import { editedItemId, initialTarget } from './editing-target.ts';

export function startEditingOnCanvas(id: string, field?: TextFieldName, typed?: string): void {
  const { project } = openProjectStore.getState();
  const target = initialTarget(project, id, field);
  if (!target) {
    editInInspector(id, field ?? 'content', typed);
    return;
  }
  const itemId = editedItemId(project, target);
  selectItems([itemId]);
  boardViewStore.getState().view?.bringIntoView(itemId, 'unchanged');
  startCardEditing(target, typed);
}

/** By a double click: on the row of a condition, on the text of an element, or elsewhere on its card. */
export function startEditingAt(id: string, at: EventTarget): void {
  const part = at instanceof Element ? at.closest<HTMLElement>('[data-condition], .item-text') : null;
  startEditingOnCanvas(part?.dataset.condition ?? id, part?.matches('.item-text') ? 'content' : undefined);
}
