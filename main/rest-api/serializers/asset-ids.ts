/** [G19] In the API the root of the assets is `root_asset`, whatever the project itself calls it. Used in both directions, nowhere else. */
import type { Project } from '../../../shared/model/project.ts';

export const ROOT_ASSET_ID = 'root_asset';

/** The id of an asset as the API shows it. */
export const toApiAssetId = (project: Project, id: string): string => (id === project.projectRecord.roots.asset ? ROOT_ASSET_ID : id);

/** The id of an asset that the API was given, as the project knows it. */
export const toStoredAssetId = (project: Project, shown: string): string =>
  shown === ROOT_ASSET_ID ? project.projectRecord.roots.asset : shown;
