/** Which text of the board is being edited in place, and the order in which Tab walks the texts: through a card, then along its connections. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Project } from '../../../../shared/model/project.ts';
import { findItem } from '../../../records/board/items.ts';
import { boardViewStore } from '../../../state/board-view.ts';
import { editInInspector, requestFocus, type TextFieldName } from '../../../state/focus-request.ts';
import { onProjectChange, openProjectStore } from '../../../state/open-project.ts';
import { currentId, onRecordsRenamed } from '../../../state/renamed-records.ts';
import { selectItems } from '../../../state/selection.ts';
import { stepAlongConnections } from '../actions/connection-navigation.ts';

export const cardEditing = createStore<{ readonly target: EditingTarget | null }>(() => ({ target: null }));

/** Opens the editor, puts the caret at the end of the text, and adds what was typed. */
export function startCardEditing(target: EditingTarget, typed?: string): void {
  requestFocus(target.id, `card.${target.field}`, typed);
  cardEditing.setState({ target });
}

/** Whether the card of an item is covered by its editor. */
export const useIsEdited = (id: string): boolean => useStore(cardEditing, ({ target }) => target?.id === id);

export const stopCardEditing = (): void => {
  if (cardEditing.getState().target !== null) cardEditing.setState({ target: null });
};

onProjectChange(stopCardEditing);
onRecordsRenamed((names) =>
  cardEditing.setState(({ target }) => (target ? { target: { ...target, id: currentId(target.id, names) } } : {})),
);

/** Starts editing a text of the board: on its card if it has one there, otherwise in the inspector, where a jumper has its target. */
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

/** A text on the board: of an element, a note, a connection (its label), or a condition. */
export interface EditingTarget {
  readonly id: string;
  readonly field: TextFieldName;
}

/** The texts of an item or connection, in reading order. A jumper has none, and an `else` has no script. */
export function editingTargets(project: Project, id: string): EditingTarget[] {
  const kind = project.get(id)?.kind;
  if (kind === 'element')
    return [
      { id, field: 'title' },
      { id, field: 'content' },
    ];
  if (kind === 'note' || kind === 'connection') return [{ id, field: 'content' }];
  if (kind === 'condition') return project.find('condition', id)?.role === 'else' ? [] : [{ id, field: 'content' }];
  if (kind === 'branch') return project.childIds(id, 'conditions').flatMap((condition) => editingTargets(project, condition));
  return [];
}

/** The text of the record in which editing starts; the first one if it has no such field. */
export function initialTarget(project: Project, id: string, field?: TextFieldName): EditingTarget | undefined {
  const targets = editingTargets(project, id);
  return targets.find((each) => each.field === field) ?? targets[0];
}

/** The item or connection on the board to which the text belongs. */
export const editedItemId = (project: Project, { id }: EditingTarget): string => project.find('condition', id)?.branchId ?? id;

/**
 * The next text, or the one before it. `target` is undefined if the connections lead to an item without texts. Returns null if there is no
 * further connection.
 */
export function adjacentTarget(
  project: Project,
  current: EditingTarget,
  direction: 'forward' | 'back',
): { readonly itemId: string; readonly target: EditingTarget | undefined } | null {
  const itemId = editedItemId(project, current);
  const texts = editingTargets(project, itemId);
  const at = texts.findIndex(({ id, field }) => id === current.id && field === current.field);
  const sibling = texts[at + (direction === 'forward' ? 1 : -1)];
  if (sibling) return { itemId, target: sibling };
  const step = stepAlongConnections(project, itemId, direction);
  if (!step || !findItem(project, step.id)) return null;
  return { itemId: step.id, target: editingTargets(project, step.id).at(direction === 'forward' ? 0 : -1) };
}
