/** Shows a record and selects it: on its board, or in the tree of components or assets. */
import type { Project } from '../../shared/model/project.ts';
import { openProjectStore } from '../state/open-project.ts';
import { openBoard, revealItem } from '../state/selection.ts';
import { openThreadInPane, revealThreadOnBoard } from './comments/comments-state.ts';
import { revealAsset, revealComponent } from './record-trees/tree-stores.ts';

interface RecordRef {
  readonly id: string;
}

export const isReachable = (project: Project, { id }: RecordRef): boolean =>
  project.find('asset', id) !== undefined || componentIdOf(project, id) !== undefined || boardLocationOf(project, id) !== undefined;

export function goToRecord({ id }: RecordRef): void {
  const { project } = openProjectStore.getState();
  const thread = project.find('comment', project.find('reply', id)?.commentId ?? id);
  if (thread) {
    openThreadInPane(thread.id);
    revealThreadOnBoard(thread.id);
    return;
  }
  const component = componentIdOf(project, id);
  const location = boardLocationOf(project, id);
  if (component !== undefined) revealComponent(component);
  if (project.find('asset', id)) revealAsset(id);
  if (!location) return;
  if (location.itemId === null) openBoard(location.boardId);
  else revealItem(location.boardId, location.itemId);
}

/** The component itself, or the one that has the attribute. */
const componentIdOf = (project: Project, id: string): string | undefined =>
  project.find('component', project.find('attribute', id)?.cId ?? id)?.id;

/** The board of a record and what to select there: a condition is represented by its branch, an attachment or attribute by its owner. */
function boardLocationOf(project: Project, id: string): { boardId: string; itemId: string | null } | undefined {
  const visited = new Set<string>();
  let at: string | null = id;
  while (at !== null && !visited.has(at)) {
    visited.add(at);
    const record = project.get(at);
    if (!record) return undefined;
    if (record.kind === 'board') return record.type === 'board' ? { boardId: at, itemId: null } : undefined;
    const { boardId } = record;
    if (typeof boardId === 'string') return { boardId, itemId: at };
    const holder: unknown = record.branchId ?? record.elementId ?? record.cId ?? null;
    at = typeof holder === 'string' ? holder : null;
  }
  return undefined;
}
