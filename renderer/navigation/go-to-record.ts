/** Shows a record and selects it: on its board, in the tree of components or assets, or in the view that lists it. */
import { projectRecordId } from '../../shared/model/kinds/project.ts';
import type { Project } from '../../shared/model/project.ts';
import { boardLocationOf, componentIdOf } from '../records/record-location.ts';
import { requestFocus } from '../state/focus-request.ts';
import { openProjectStore } from '../state/open-project.ts';
import { openTab } from '../state/open-tabs.ts';
import { openBoard, revealItem } from '../state/selection.ts';
import { openThreadInPane, revealThreadOnBoard } from './comments/comments-state.ts';
import { revealAsset, revealComponent } from './record-trees/tree-stores.ts';

interface RecordRef {
  readonly id: string;
}

/** The view of a record that is neither on a board nor in a tree. */
export function viewOfRecord(project: Project, { id }: RecordRef): 'variables' | 'projectSettings' | null {
  if (project.find('variable', id)) return 'variables';
  return id === projectRecordId ? 'projectSettings' : null;
}

export const isReachable = (project: Project, { id }: RecordRef): boolean =>
  project.find('asset', id) !== undefined ||
  componentIdOf(project, id) !== undefined ||
  boardLocationOf(project, id) !== undefined ||
  viewOfRecord(project, { id }) !== null;

export function goToRecord({ id }: RecordRef): void {
  const { project } = openProjectStore.getState();
  const thread = project.find('comment', project.find('reply', id)?.commentId ?? id);
  if (thread) {
    openThreadInPane(thread.id);
    revealThreadOnBoard(thread.id);
    return;
  }
  const view = viewOfRecord(project, { id });
  if (view !== null) {
    openTab(view);
    if (view === 'variables') requestFocus(id, 'row');
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
