/** Handles the actions of a row for boards and folders of boards. */

import type { RowHandlers } from '../../../commands/feature.ts';
import { showMoveRecordsDialog } from '../../../navigation/record-trees/move-records-dialog.tsx';
import { boardTree } from '../../../records/trees/record-tree.ts';
import { createReorderCommand } from '../../../records/trees/tree-move-commands.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { showRenameBoardDialog } from './board-name-dialogs.tsx';
import { showRemoveBoardDialog } from './remove-board-dialog.ts';

export const boardRowHandlers: RowHandlers = {
  rename: (id) => showRenameBoardDialog(id),
  move: (id) => showMoveRecordsDialog('board', [id]),
  remove: (id) => showRemoveBoardDialog(id),
  moveBy: (id, step) => {
    const command = createReorderCommand(boardTree, openProjectStore.getState().project, id, step);
    if (command) void sendCommand(command);
  },
};
