/** What is open and chosen in the tree of assets, and what is being dragged out of it. Gone with the window. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { showSide } from '../state/look.ts';
import { openProject } from '../state/open-project.ts';
import type { Place } from './arrivals.ts';
import { foldersAbove } from './asset-nodes.ts';

export interface AssetPane {
  /** Ids of open folders. */
  readonly open: ReadonlySet<string>;
  readonly chosen: ReadonlySet<string>;
  /** Ids of the assets under the pointer of a drag that began in the tree. */
  readonly dragged: readonly string[];
}

export const assetPane = createStore<AssetPane>(() => ({ open: new Set(), chosen: new Set(), dragged: [] }));
export const useAssetPane = <T>(selector: (state: AssetPane) => T): T => useStore(assetPane, selector);

export const openFolders = (ids: Iterable<string>): void => assetPane.setState({ open: new Set(ids) });
export const chooseAssets = (ids: Iterable<string>): void => assetPane.setState({ chosen: new Set(ids) });
export const dragAssets = (ids: readonly string[]): void => assetPane.setState({ dragged: ids });

export function flipFolder(id: string): void {
  const { open } = assetPane.getState();
  openFolders(open.has(id) ? [...open].filter((each) => each !== id) : [...open, id]);
}

/**
 * Shows an asset in the tree: its pane, the folders above it, and it chosen. `folder` is where it lies when it has just been put
 * there: the answer to a command may come before the change itself.
 */
export function revealAsset(id: string, folder?: string): void {
  const { project } = openProject.getState();
  const above = folder === undefined ? foldersAbove(project, id) : [...foldersAbove(project, folder), folder];
  assetPane.setState(({ open }) => ({ open: new Set([...open, ...above]), chosen: new Set([id]) }));
  showSide('assets');
}

/** What a menu or a key is meant for: everything chosen where the one it was opened on is among it, else that one. */
export function meantBy(id: string): string[] {
  const { chosen } = assetPane.getState();
  return chosen.has(id) ? [...chosen].filter((each) => openProject.getState().project.has(each)) : [id];
}

/** Where something new goes: into the chosen folder, after the chosen file, else to the end of the top level. */
export function placeNear(id: string | undefined = [...assetPane.getState().chosen].at(-1)): Place {
  const { project } = openProject.getState();
  const asset = id === undefined ? undefined : project.find('asset', id);
  if (!asset || asset.parentId === null) return { folder: project.root.roots.asset };
  return asset.type === 'folder' ? { folder: asset.id } : { folder: asset.parentId, after: asset.id };
}
