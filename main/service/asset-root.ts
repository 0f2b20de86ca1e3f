/** [G19] In the API the root of the assets is `root_asset`, whatever the project itself calls it. Used in both directions, nowhere else. */
import type { Project } from '../../shared/project.ts';

export const ASSET_ROOT = 'root_asset';

/** The id of an asset as the API shows it. */
export const shownAssetId = (project: Project, id: string): string => (id === project.root.roots.asset ? ASSET_ROOT : id);

/** The id of an asset that the API was given, as the project knows it. */
export const storedAssetId = (project: Project, shown: string): string => (shown === ASSET_ROOT ? project.root.roots.asset : shown);
