/** What is open and chosen in the tree of assets, and what is being dragged out of it. Gone with the window. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ancestorFolders } from '../../records/trees/asset-tree-nodes.ts';
import type { AssetPosition } from '../../records/uploads/upload-commands.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { showSidebarView } from '../../state/preferences.ts';

export interface AssetTreeState {
  /** Ids of open folders. */
  readonly expanded: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  /** Ids of the assets under the pointer of a drag that began in the tree. */
  readonly dragged: readonly string[];
}

export const assetTreeState = createStore<AssetTreeState>(() => ({ expanded: new Set(), selected: new Set(), dragged: [] }));
export const useAssetTreeState = <T>(selector: (state: AssetTreeState) => T): T => useStore(assetTreeState, selector);

export const setExpandedFolders = (ids: Iterable<string>): void => assetTreeState.setState({ expanded: new Set(ids) });
export const selectAssets = (ids: Iterable<string>): void => assetTreeState.setState({ selected: new Set(ids) });
export const setDraggedAssets = (ids: readonly string[]): void => assetTreeState.setState({ dragged: ids });

export function toggleFolder(id: string): void {
  const { expanded } = assetTreeState.getState();
  setExpandedFolders(expanded.has(id) ? [...expanded].filter((each) => each !== id) : [...expanded, id]);
}

/**
 * Shows an asset in the tree: its pane, the folders above it, and it chosen. `folder` is where it lies when it has just been put
 * there: the answer to a command may come before the change itself.
 */
export function revealAsset(id: string, folder?: string): void {
  const { project } = openProjectStore.getState();
  const above = folder === undefined ? ancestorFolders(project, id) : [...ancestorFolders(project, folder), folder];
  assetTreeState.setState(({ expanded }) => ({ expanded: new Set([...expanded, ...above]), selected: new Set([id]) }));
  showSidebarView('assets');
}

/** What a menu or a key is meant for: everything chosen where the one it was opened on is among it, else that one. */
export function actionTargets(id: string): string[] {
  const { selected } = assetTreeState.getState();
  return selected.has(id) ? [...selected].filter((each) => openProjectStore.getState().project.has(each)) : [id];
}

/** Where something new goes: into the chosen folder, after the chosen file, else to the end of the top level. */
export function insertPositionNear(id: string | undefined = [...assetTreeState.getState().selected].at(-1)): AssetPosition {
  const { project } = openProjectStore.getState();
  const asset = id === undefined ? undefined : project.find('asset', id);
  if (!asset || asset.parentId === null) return { folder: project.projectRecord.roots.asset };
  return asset.type === 'folder' ? { folder: asset.id } : { folder: asset.parentId, after: asset.id };
}
