/** The records that a path names: there, or a 404; a board that items stand on is no folder. */
import { getKind, type KindName, type StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { invalidFieldProblem, notFoundProblem } from '../../../shared/problem.ts';

/** The record of this kind, or a 404 ([Errors 5]). */
export function requireRecord<K extends KindName>(project: Project, kind: K, id: string): StoryRecord<K> {
  const record = project.find(kind, id);
  if (!record) throw notFoundProblem(getKind(kind).label, id);
  return record;
}

/** [Boards] A board with items: 404 when it is missing, 400 when it is a folder. */
export function requireBoard(project: Project, id: string): StoryRecord<'board'> {
  const board = requireRecord(project, 'board', id);
  if (board.type === 'folder') throw invalidFieldProblem('boardId', 'is a folder; items stand on boards');
  return board;
}
