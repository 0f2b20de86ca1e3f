/** Assets and their folders as the API shows them ([Asset and asset folder], G12). */
import type { Project } from '../../../shared/model/project.ts';
import { childIds, defineReply, requireRecord, walkTree } from './records.ts';

/** [G19] in the API, the id of the asset root is `root_asset`, whatever its id in the project is. */
export const rootAssetId = 'root_asset';

/** The id of an asset as the API shows it. */
const toApiAssetId = (project: Project, id: string): string => (id === project.projectRecord.roots.asset ? rootAssetId : id);

/** The id of an asset in the project, for the id in a request. */
export const toStoredAssetId = (project: Project, apiId: string): string =>
  apiId === rootAssetId ? project.projectRecord.roots.asset : apiId;

export function serializeAssetTree(project: Project) {
  return [...walkTree(project, 'asset')].map(({ id, name, type, parentId }) => ({
    id: toApiAssetId(project, id),
    name,
    type,
    parentId: parentId === null ? null : toApiAssetId(project, parentId),
    children: childIds(project, 'asset', id),
  }));
}

/** A folder has `children` and no file properties. A file has its size and dimensions if they are known (G12). */
export function serializeAsset(project: Project, assetId: string) {
  const asset = requireRecord(project, 'asset', toStoredAssetId(project, assetId));
  const { name, type } = asset;
  const id = toApiAssetId(project, asset.id);
  if (type === 'folder') return { id, name, type, children: childIds(project, 'asset', asset.id) };
  return storedAsset(asset, project);
}
const storedAsset = defineReply('asset', 'single', { order: ['name', '*'] });
