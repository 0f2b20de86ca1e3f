/** What the actions of a row do with a board or a folder of boards. */

import { showMoveRecordsDialog } from '../../../navigation/record-trees/move-records-dialog.tsx';
import { boardTree } from '../../../records/trees/record-tree.ts';
import { createReorderCommand } from '../../../records/trees/tree-move-commands.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { showRenameBoardDialog } from './board-name-dialogs.tsx';
import { showRemoveBoardDialog } from './remove-board-dialog.tsx';

export const rename = (id: string): void => showRenameBoardDialog(id);
export const move = (id: string): void => showMoveRecordsDialog('board', [id]);
export const remove = (id: string): void => showRemoveBoardDialog(id);

/** One place up or down among its siblings. */
export function step(id: string, by: 1 | -1): void {
  const command = createReorderCommand(boardTree, openProjectStore.getState().project, id, by);
  if (command) void sendCommand(command);
}
