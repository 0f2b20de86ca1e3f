/** The boards and folders as a tree for the screen. A node stays the same object as long as nothing in it has changed. */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';

export interface BoardNode {
  readonly id: string;
  readonly name: string;
  readonly type: 'board' | 'folder';
  /** The story starts on this board, or on one in this folder. */
  readonly hasStart: boolean;
  readonly children: readonly BoardNode[];
}

const kept = new WeakMap<StoryRecord<'board'>, BoardNode>();

/** What stands under the root folder. */
export function boardNodes(project: Project): readonly BoardNode[] {
  const start = project.root.startingElement;
  const startBoard = start === null ? null : (project.find('element', start)?.boardId ?? null);
  const root = project.find('board', project.root.roots.board);
  return root ? nodeOf(project, root, startBoard).children : [];
}

function nodeOf(project: Project, board: StoryRecord<'board'>, startBoard: string | null): BoardNode {
  const { id, name, type } = board;
  const children = project.children('board', id, 'boards').map((child) => nodeOf(project, child, startBoard));
  const hasStart = id === startBoard || children.some((child) => child.hasStart);
  const known = kept.get(board);
  if (
    known &&
    known.hasStart === hasStart &&
    known.children.length === children.length &&
    known.children.every((child, at) => child === children[at])
  )
    return known;
  const node = { id, name, type, hasStart, children };
  kept.set(board, node);
  return node;
}

/** The first board in the order of the tree, the one with the start if there is one. */
export function firstBoard(project: Project): string | null {
  const start = project.root.startingElement;
  const startBoard = start === null ? undefined : project.find('element', start)?.boardId;
  return startBoard ?? findFirst(boardNodes(project)) ?? null;
}

function findFirst(nodes: readonly BoardNode[]): string | undefined {
  for (const { id, type, children } of nodes) {
    const found = type === 'board' ? id : findFirst(children);
    if (found !== undefined) return found;
  }
  return undefined;
}
