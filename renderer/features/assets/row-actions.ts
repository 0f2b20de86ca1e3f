/** What the actions of a row do with an asset or a folder of assets: with the whole selection if the row is part of it. */

import { showMoveRecordsDialog } from '../../navigation/record-trees/move-records-dialog.tsx';
import { assetTreeStore } from '../../navigation/record-trees/tree-stores.ts';
import { assetTree } from '../../records/trees/record-tree.ts';
import { createReorderCommand } from '../../records/trees/tree-move-commands.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';
import { showNewAssetFolder, showRenameAsset } from './asset-name-dialogs.tsx';
import { showAssetPreview } from './asset-preview.tsx';
import { showAssignAsset } from './assign-asset-dialog.tsx';
import { showRemoveAssets } from './remove-assets-dialog.tsx';
import { replaceAssetFile } from './replace-asset-file.ts';

export const rename = (id: string): void => showRenameAsset(id);
export const move = (id: string): void => showMoveRecordsDialog('asset', assetTreeStore.actionTargets(id));
export const remove = (id: string): void => showRemoveAssets(assetTreeStore.actionTargets(id));
export const preview = (id: string): void => showAssetPreview(id);
export const assign = (id: string): void => showAssignAsset(id);
export const replace = (id: string): void => replaceAssetFile(id);
/** In or after this one; without it, near the selection. */
export const addFolder = (id?: string): void => showNewAssetFolder(id);

/** One place up or down among its siblings. */
export function step(id: string, by: 1 | -1): void {
  const command = createReorderCommand(assetTree, openProjectStore.getState().project, id, by);
  if (command) void sendCommand(command);
}
