/** What the actions of a row do with a board or a folder of boards. */

import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { step as stepOf } from './board-moves.ts';
import { showMoveBoard } from './move-board.tsx';
import { showRenameBoard } from './new-board.tsx';
import { showRemoveBoard } from './remove-board.tsx';

export const rename = (id: string): void => showRenameBoard(id);
export const move = (id: string): void => showMoveBoard(id);
export const remove = (id: string): void => showRemoveBoard(id);

/** One place up or down among its siblings. */
export function step(id: string, by: 1 | -1): void {
  const command = stepOf(openProject.getState().project, id, by);
  if (command) void send(command);
}
