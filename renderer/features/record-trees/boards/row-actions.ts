/** What the actions of a row do with a board or a folder of boards. */

import { openProjectStore } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { boardStepCommand as stepOf } from './board-move-commands.ts';
import { showRenameBoardDialog } from './board-name-dialogs.tsx';
import { showMoveBoardDialog } from './move-board-dialog.tsx';
import { showRemoveBoardDialog } from './remove-board-dialog.tsx';

export const rename = (id: string): void => showRenameBoardDialog(id);
export const move = (id: string): void => showMoveBoardDialog(id);
export const remove = (id: string): void => showRemoveBoardDialog(id);

/** One place up or down among its siblings. */
export function step(id: string, by: 1 | -1): void {
  const command = stepOf(openProjectStore.getState().project, id, by);
  if (command) void sendCommand(command);
}
