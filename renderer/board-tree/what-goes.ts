/** What goes with a board or folder when it is deleted, as words. */
import type { Project } from '../../shared/project.ts';
import { boardTree, subtree as subtreeIn } from '../state/tree-moves.ts';
import { commonWords } from '../words/en/common.ts';

const lists = [
  ['elements', 'element'],
  ['notes', 'note'],
  ['jumpers', 'jumper'],
  ['branches', 'branch'],
  ['connections', 'connection'],
  ['comments', 'comment'],
] as const;

export interface WhatGoes {
  /** `2 boards`, `14 elements`; empty when there is nothing on it. */
  readonly counts: readonly string[];
  readonly hasStart: boolean;
  /** Jumpers on other boards that would lead nowhere. */
  readonly jumpers: number;
}

export function whatGoes(project: Project, boardId: string): WhatGoes {
  const boards = subtree(project, boardId);
  const gone = new Set(boards);
  const inside = boards.filter((id) => id !== boardId && project.find('board', id)?.type === 'board').length;
  const counts: [number, keyof typeof commonWords.counted][] = [[inside, 'board']];
  for (const [list, label] of lists) counts.push([boards.reduce((sum, id) => sum + project.list(id, list).length, 0), label]);
  const start = project.root.startingElement;
  const startBoard = start === null ? undefined : project.find('element', start)?.boardId;
  let jumpers = 0;
  for (const { boardId: on, elementId } of project.all('jumper')) {
    const leadsTo = elementId === null ? undefined : project.find('element', elementId)?.boardId;
    if (leadsTo !== undefined && gone.has(leadsTo) && !gone.has(on)) jumpers++;
  }
  return {
    counts: counts.filter(([count]) => count > 0).map(([count, label]) => commonWords.counted[label](count)),
    hasStart: startBoard !== undefined && gone.has(startBoard),
    jumpers,
  };
}

/** The board or folder itself and all below it. */
export const subtree = (project: Project, boardId: string): string[] => subtreeIn(boardTree, project, boardId);
