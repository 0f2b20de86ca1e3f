/** The boards and folders as a tree for the screen. A node stays the same object as long as nothing in it has changed. */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';

export interface BoardTreeNode {
  readonly id: string;
  readonly name: string;
  readonly type: 'board' | 'folder';
  /** The story starts on this board, or on one in this folder. */
  readonly hasStart: boolean;
  readonly children: readonly BoardTreeNode[];
}

const nodeCache = new WeakMap<StoryRecord<'board'>, BoardTreeNode>();

/** What stands under the root folder. */
export function boardTreeNodes(project: Project): readonly BoardTreeNode[] {
  const start = project.projectRecord.startingElement;
  const startBoard = start === null ? null : (project.find('element', start)?.boardId ?? null);
  const root = project.find('board', project.projectRecord.roots.board);
  return root ? toTreeNode(project, root, startBoard).children : [];
}

function toTreeNode(project: Project, board: StoryRecord<'board'>, startBoard: string | null): BoardTreeNode {
  const { id, name, type } = board;
  const children = project.children('board', id, 'boards').map((child) => toTreeNode(project, child, startBoard));
  const hasStart = id === startBoard || children.some((child) => child.hasStart);
  const known = nodeCache.get(board);
  if (
    known &&
    known.hasStart === hasStart &&
    known.children.length === children.length &&
    known.children.every((child, at) => child === children[at])
  )
    return known;
  const node = { id, name, type, hasStart, children };
  nodeCache.set(board, node);
  return node;
}

/** The first board in the order of the tree, the one with the start if there is one. */
export function firstBoardId(project: Project): string | null {
  const start = project.projectRecord.startingElement;
  const startBoard = start === null ? undefined : project.find('element', start)?.boardId;
  return startBoard ?? findFirstBoardId(boardTreeNodes(project)) ?? null;
}

function findFirstBoardId(nodes: readonly BoardTreeNode[]): string | undefined {
  for (const { id, type, children } of nodes) {
    const found = type === 'board' ? id : findFirstBoardId(children);
    if (found !== undefined) return found;
  }
  return undefined;
}
