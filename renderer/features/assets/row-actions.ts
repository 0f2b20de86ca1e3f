/** What the actions of a row do with an asset or a folder of assets: with all that are chosen, where it is among them. */

import { actionTargets } from '../../navigation/assets/asset-tree-state.ts';
import { assetTree, createReorderCommand as stepOf } from '../../records/trees/tree-move-commands.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';
import { showNewAssetFolder, showRenameAsset } from './asset-name-dialogs.tsx';
import { showAssetPreview } from './asset-preview.tsx';
import { showAssignAsset } from './assign-asset-dialog.tsx';
import { showMoveAssets } from './move-assets-dialog.tsx';
import { showRemoveAssets } from './remove-assets-dialog.tsx';
import { replaceAssetFile } from './replace-asset-file.ts';

export const rename = (id: string): void => showRenameAsset(id);
export const move = (id: string): void => showMoveAssets(actionTargets(id));
export const remove = (id: string): void => showRemoveAssets(actionTargets(id));
export const preview = (id: string): void => showAssetPreview(id);
export const assign = (id: string): void => showAssignAsset(id);
export const replace = (id: string): void => replaceAssetFile(id);
/** In or after this one; without it, near what is chosen. */
export const addFolder = (id?: string): void => showNewAssetFolder(id);

/** One place up or down among its siblings. */
export function step(id: string, by: 1 | -1): void {
  const command = stepOf(assetTree, openProjectStore.getState().project, id, by);
  if (command) void sendCommand(command);
}
