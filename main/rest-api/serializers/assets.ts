/** Assets and their folders as the service shows them ([Asset and asset folder], G12). The root is `root_asset` (G19). */
import type { Project } from '../../../shared/model/project.ts';
import { toApiAssetId, toStoredAssetId } from './asset-ids.ts';
import { childIds, walkTree } from './record-tree.ts';
import { requireRecord } from './require-record.ts';

export function serializeAssetTree(project: Project) {
  return [...walkTree(project, 'asset')].map(({ id, name, type, parentId }) => ({
    id: toApiAssetId(project, id),
    name,
    type,
    parentId: parentId === null ? null : toApiAssetId(project, parentId),
    children: childIds(project, 'asset', id),
  }));
}

/** A folder has `children` and no file properties. Of a file, size and measures are there where they are known (G12). */
export function serializeAsset(project: Project, assetId: string) {
  const asset = requireRecord(project, 'asset', toStoredAssetId(project, assetId));
  const { name, type, file } = asset;
  const id = toApiAssetId(project, asset.id);
  if (type === 'folder') return { id, name, type, children: childIds(project, 'asset', asset.id) };
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
