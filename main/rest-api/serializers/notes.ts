/** Notes as the service shows them ([Note]): a list item says `autoHeight`, a single read the board. */
import type { Project } from '../../../shared/model/project.ts';
import { requireBoard, requireRecord } from './require-record.ts';

export function serializeBoardNotes(project: Project, boardId: string) {
  return project
    .children('note', requireBoard(project, boardId).id, 'notes')
    .map(({ id, content, x, y, width, height, theme, autoHeight }) => ({ id, content, x, y, width, height, theme, autoHeight }));
}

export function serializeNote(project: Project, noteId: string) {
  const { id, boardId, x, y, width, height, theme, content } = requireRecord(project, 'note', noteId);
  return { id, boardId, x, y, width, height, theme, content };
}
