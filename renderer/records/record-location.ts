/** Where a record is shown: on a board, or in the tree of components. */
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import type { Project } from '../../shared/model/project.ts';

/** The component itself, or the one that has the attribute. */
export const componentIdOf = (project: Project, id: string): string | undefined =>
  project.find('component', project.find('attribute', id)?.cId ?? id)?.id;

/** The board of a record (a board or folder itself is its own); null for records that are on no board. */
export function boardIdOf(project: Project, record: AnyRecord): string | null {
  const placed = placedRecordOf(project, record);
  if (placed?.kind === 'board') return placed.id;
  return typeof placed?.boardId === 'string' ? placed.boardId : null;
}

/**
 * The board of a record and what to select there: a condition is represented by its branch, an attachment or attribute by its owner, a
 * reply by its comment. Folders are not shown on a board.
 */
export function boardLocationOf(project: Project, id: string): { boardId: string; itemId: string | null } | undefined {
  const record = project.get(id);
  const placed = record && placedRecordOf(project, record);
  if (placed?.kind === 'board') return placed.type === 'board' ? { boardId: placed.id, itemId: null } : undefined;
  return typeof placed?.boardId === 'string' ? { boardId: placed.boardId, itemId: placed.id } : undefined;
}

/** The record or the nearest of its owners that is a board or on one. */
function placedRecordOf(project: Project, record: AnyRecord): AnyRecord | undefined {
  if (record.kind === 'board' || typeof record.boardId === 'string') return record;
  const ownerId = record.branchId ?? record.elementId ?? record.cId ?? record.commentId;
  const owner = typeof ownerId === 'string' ? project.get(ownerId) : undefined;
  return owner && placedRecordOf(project, owner);
}
