/** What the actions of a row do with an asset or a folder of assets: with all that are chosen, where it is among them. */

import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { assetTree, step as stepOf } from '../state/tree-moves.ts';
import { showMoveAssets } from './move-assets.tsx';
import { showNewFolder, showRenameAsset } from './name-asset.tsx';
import { meantBy } from './pane-state.ts';
import { showPreview } from './preview.tsx';
import { showRemoveAssets } from './remove-assets.tsx';
import { replaceFile } from './replace-file.ts';
import { showUseFor } from './use-for.tsx';

export const rename = (id: string): void => showRenameAsset(id);
export const move = (id: string): void => showMoveAssets(meantBy(id));
export const remove = (id: string): void => showRemoveAssets(meantBy(id));
export const preview = (id: string): void => showPreview(id);
export const use = (id: string): void => showUseFor(id);
export const replace = (id: string): void => replaceFile(id);
/** In or after this one; without it, near what is chosen. */
export const addFolder = (id?: string): void => showNewFolder(id);

/** One place up or down among its siblings. */
export function step(id: string, by: 1 | -1): void {
  const command = stepOf(assetTree, openProject.getState().project, id, by);
  if (command) void send(command);
}
