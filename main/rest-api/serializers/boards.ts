/** Boards and folders as the service shows them ([Board and folder]). */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { childIds, walkTree } from './record-tree.ts';
import { requireRecord } from './require-record.ts';

/** [Board and folder] every entry has the same fields; folders and the root count 0, boards have no children. */
export function serializeBoardTree(project: Project) {
  return [...walkTree(project, 'board')].map(({ id, name, type, parentId }) => ({
    id,
    name,
    type,
    parentId,
    children: type === 'folder' ? childIds(project, 'board', id) : [],
    elementCount: project.listSize(id, 'elements'),
    noteCount: project.listSize(id, 'notes'),
    connectionCount: project.listSize(id, 'connections'),
    branchCount: project.listSize(id, 'branches'),
    jumperCount: project.listSize(id, 'jumpers'),
  }));
}

/** A folder has `children` instead of what a board holds, and no customId. */
export function serializeBoard(project: Project, boardId: string) {
  const { id, name, customId, type }: StoryRecord<'board'> = requireRecord(project, 'board', boardId);
  if (type === 'folder') return { id, name, children: childIds(project, 'board', id) };
  return {
    id,
    name,
    customId,
    elements: project.childIds(id, 'elements'),
    notes: project.childIds(id, 'notes'),
    jumpers: project.childIds(id, 'jumpers'),
    branches: project.childIds(id, 'branches'),
    connections: project.childIds(id, 'connections'),
    comments: project.childIds(id, 'comments'),
    attributes: project.childIds(id, 'attributes'),
  };
}
