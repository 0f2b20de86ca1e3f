/** Handles the actions of a row for components and their folders: for the whole selection if the row is part of it. */

import type { RowHandlers } from '../../../commands/feature.ts';
import { showMoveRecordsDialog } from '../../../navigation/record-trees/move-records-dialog.tsx';
import { componentTreeStore } from '../../../navigation/record-trees/tree-stores.ts';
import { componentTree } from '../../../records/trees/record-tree.ts';
import { createReorderCommand } from '../../../records/trees/tree-move-commands.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { showRenameComponentDialog } from './component-name-dialogs.tsx';
import { showRemoveComponentsDialog } from './remove-components-dialog.tsx';

export const componentRowHandlers: RowHandlers = {
  rename: (id) => showRenameComponentDialog(id),
  move: (id) => showMoveRecordsDialog('component', componentTreeStore.actionTargets(id)),
  remove: (id) => showRemoveComponentsDialog(componentTreeStore.actionTargets(id)),
  moveBy: (id, step) => {
    const command = createReorderCommand(componentTree, openProjectStore.getState().project, id, step);
    if (command) void sendCommand(command);
  },
};
