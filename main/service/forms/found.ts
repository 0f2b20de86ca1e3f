/** The records that a path names: there, or a 404; a board that items stand on is no folder. */
import { type KindName, kindNamed, type StoryRecord } from '../../../shared/kinds/all.ts';
import { invalid, notFound } from '../../../shared/problem.ts';
import type { Project } from '../../../shared/project.ts';

/** The record of this kind, or a 404 ([Errors 5]). */
export function found<K extends KindName>(project: Project, kind: K, id: string): StoryRecord<K> {
  const record = project.find(kind, id);
  if (!record) throw notFound(kindNamed(kind).label, id);
  return record;
}

/** [Boards] A board with items: 404 when it is missing, 400 when it is a folder. */
export function itemBoard(project: Project, id: string): StoryRecord<'board'> {
  const board = found(project, 'board', id);
  if (board.type === 'folder') throw invalid('boardId', 'is a folder; items stand on boards');
  return board;
}
