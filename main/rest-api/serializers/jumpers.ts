/** Jumpers as the service shows them ([Jumper]): a list item has width and height as well. */
import type { Project } from '../../../shared/model/project.ts';
import { requireBoard, requireRecord } from './require-record.ts';

export function serializeBoardJumpers(project: Project, boardId: string) {
  const board = requireBoard(project, boardId);
  return project
    .children('jumper', board.id, 'jumpers')
    .map(({ id, x, y, width, height, elementId }) => ({ id, boardId: board.id, x, y, width, height, elementId }));
}

export function serializeJumper(project: Project, jumperId: string) {
  const { id, boardId, x, y, elementId } = requireRecord(project, 'jumper', jumperId);
  return { id, boardId, x, y, elementId };
}
