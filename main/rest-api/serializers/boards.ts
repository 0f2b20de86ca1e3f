/** Boards and folders as the API shows them ([Board and folder]). */
import { boardLists } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { childIds, defineReply, requireRecord, walkTree } from './records.ts';

/** [Board and folder] every entry has the same fields; the counts of folders and the root are 0, and boards have no children. */
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

const itemLists = [...boardLists, 'comments', 'attributes'];
const storedBoard = defineReply('board', 'single', {
  order: ['*', ...itemLists],
  computed: Object.fromEntries(
    itemLists.map((list) => [list, ({ id }: { readonly id: string }, project: Project) => project.childIds(id, list)]),
  ),
});

/** A folder has `children` instead of item lists, and no customId. */
export function serializeBoard(project: Project, boardId: string) {
  const board = requireRecord(project, 'board', boardId);
  const { id, name, type } = board;
  return type === 'folder' ? { id, name, children: childIds(project, 'board', id) } : storedBoard(board, project);
}
