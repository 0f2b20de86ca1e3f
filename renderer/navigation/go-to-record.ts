/** Goes to the record that something was said about: its board, the tree of components or of assets, with it selected. */
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
  const place = boardLocationOf(project, id);
  if (component !== undefined) revealComponent(component);
  if (project.find('asset', id)) revealAsset(id);
  if (!place) return;
  if (place.itemId === null) openBoard(place.boardId);
  else revealItem(place.boardId, place.itemId);
}

/** The component itself, or the one whose attribute it is. */
const componentIdOf = (project: Project, id: string): string | undefined =>
  project.find('component', project.find('attribute', id)?.cId ?? id)?.id;

/** The board a record is on and what to select there: a condition stands for its branch, an attachment or attribute for what holds it. */
function boardLocationOf(project: Project, id: string): { boardId: string; itemId: string | null } | undefined {
  const seen = new Set<string>();
  let at: string | null = id;
  while (at !== null && !seen.has(at)) {
    seen.add(at);
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
