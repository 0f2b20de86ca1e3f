/** Notes as the service shows them ([Note]): a list item says `autoHeight`, a single read the board. */
import type { Project } from '../../../shared/project.ts';
import { found, itemBoard } from './found.ts';

export function boardNotes(project: Project, boardId: string) {
  return project
    .children('note', itemBoard(project, boardId).id, 'notes')
    .map(({ id, content, x, y, width, height, theme, autoHeight }) => ({ id, content, x, y, width, height, theme, autoHeight }));
}

export function storedNote(project: Project, noteId: string) {
  const { id, boardId, x, y, width, height, theme, content } = found(project, 'note', noteId);
  return { id, boardId, x, y, width, height, theme, content };
}
