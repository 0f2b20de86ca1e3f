/** The texts that are edited on the board itself, and the order in which Tab walks them: through a card, then along its connections. Pure. */
import type { Project } from '../../../../shared/model/project.ts';
import { findItem } from '../../../records/board/items.ts';
import type { TextFieldName } from '../../../state/focus-request.ts';
import { stepAlongConnections } from '../actions/connection-navigation.ts';

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
