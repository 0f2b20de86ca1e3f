/** Assets and their folders as the service shows them ([Asset and asset folder], G12). The root is `root_asset` (G19). */
import type { Project } from '../../../shared/project.ts';
import { shownAssetId, storedAssetId } from '../asset-root.ts';
import { found } from './found.ts';
import { childrenIn, treeOf } from './tree.ts';

export function assetTree(project: Project) {
  return [...treeOf(project, 'asset')].map(({ id, name, type, parentId }) => ({
    id: shownAssetId(project, id),
    name,
    type,
    parentId: parentId === null ? null : shownAssetId(project, parentId),
    children: childrenIn(project, 'asset', id),
  }));
}

/** A folder has `children` and no file properties. Of a file, size and measures are there where they are known (G12). */
export function storedAsset(project: Project, assetId: string) {
  const asset = found(project, 'asset', storedAssetId(project, assetId));
  const { name, type, file } = asset;
  const id = shownAssetId(project, asset.id);
  if (type === 'folder') return { id, name, type, children: childrenIn(project, 'asset', asset.id) };
  const { size, bytes, volume, mime, width, height, duration } = asset;
  return {
    id,
    name,
    type,
    file,
    ...(size !== null && { size }),
    ...(bytes !== null && { bytes }),
    ...(volume !== null && { volume }),
    ...(mime !== null && { mime }),
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(duration !== null && { duration }),
  };
}
