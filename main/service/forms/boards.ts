/** Boards and folders as the service shows them ([Board and folder]). */
import type { StoryRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { found } from './found.ts';
import { childrenIn, treeOf } from './tree.ts';

/** [Board and folder] every entry has the same fields; folders and the root count 0, boards have no children. */
export function boardTree(project: Project) {
  return [...treeOf(project, 'board')].map(({ id, name, type, parentId }) => ({
    id,
    name,
    type,
    parentId,
    children: type === 'folder' ? childrenIn(project, 'board', id) : [],
    elementCount: project.sizeOf(id, 'elements'),
    noteCount: project.sizeOf(id, 'notes'),
    connectionCount: project.sizeOf(id, 'connections'),
    branchCount: project.sizeOf(id, 'branches'),
    jumperCount: project.sizeOf(id, 'jumpers'),
  }));
}

/** A folder has `children` instead of what a board holds, and no customId. */
export function storedBoard(project: Project, boardId: string) {
  const { id, name, customId, type }: StoryRecord<'board'> = found(project, 'board', boardId);
  if (type === 'folder') return { id, name, children: childrenIn(project, 'board', id) };
  return {
    id,
    name,
    customId,
    elements: project.list(id, 'elements'),
    notes: project.list(id, 'notes'),
    jumpers: project.list(id, 'jumpers'),
    branches: project.list(id, 'branches'),
    connections: project.list(id, 'connections'),
    comments: project.list(id, 'comments'),
    attributes: project.list(id, 'attributes'),
  };
}
