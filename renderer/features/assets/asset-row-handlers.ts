/** Handles the actions of a row for assets and their folders: for the whole selection if the row is part of it. */

import type { RowHandlers } from '../../commands/feature.ts';
import { showMoveRecordsDialog } from '../../navigation/record-trees/move-records-dialog.tsx';
import { assetTreeStore } from '../../navigation/record-trees/tree-stores.ts';
import { assetTree } from '../../records/trees/record-tree.ts';
import { createReorderCommand } from '../../records/trees/tree-move-commands.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';
import { showRenameAssetDialog } from './asset-name-dialogs.tsx';
import { showRemoveAssetsDialog } from './remove-assets-dialog.ts';

export const assetRowHandlers: RowHandlers = {
  rename: (id) => showRenameAssetDialog(id),
  move: (id) => showMoveRecordsDialog('asset', assetTreeStore.actionTargets(id)),
  remove: (id) => showRemoveAssetsDialog(assetTreeStore.actionTargets(id)),
  moveBy: (id, step) => {
    const command = createReorderCommand(assetTree, openProjectStore.getState().project, id, step);
    if (command) void sendCommand(command);
  },
};
