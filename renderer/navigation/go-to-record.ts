/** Shows a record and selects it: on its board, or in the tree of components or assets. */
import type { Project } from '../../shared/model/project.ts';
import { boardLocationOf, componentIdOf } from '../records/record-location.ts';
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
