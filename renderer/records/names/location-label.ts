import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { componentTree, folderPath } from '../trees/record-tree.ts';

/** Where a record is, beside its name in a list: its board, or the folders of a component; '' for other records. */
export function locationLabel(project: Project, { id, boardId }: AnyRecord): string {
  if (typeof boardId === 'string') return project.find('board', boardId)?.name ?? '';
  return project.find('component', id) ? folderPath(componentTree, project, id) : '';
}
