/** Jumpers as the service shows them ([Jumper]): a list item has width and height as well. */
import type { Project } from '../../../shared/project.ts';
import { found, itemBoard } from './found.ts';

export function boardJumpers(project: Project, boardId: string) {
  const board = itemBoard(project, boardId);
  return project
    .children('jumper', board.id, 'jumpers')
    .map(({ id, x, y, width, height, elementId }) => ({ id, boardId: board.id, x, y, width, height, elementId }));
}

export function storedJumper(project: Project, jumperId: string) {
  const { id, boardId, x, y, elementId } = found(project, 'jumper', jumperId);
  return { id, boardId, x, y, elementId };
}
