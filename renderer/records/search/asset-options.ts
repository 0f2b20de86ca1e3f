/** The assets as search options, each with its folder. */

import type { MediaType } from '../../../shared/contracts/stored-file.ts';
import type { Project } from '../../../shared/model/project.ts';
import { mediaTypeOf } from '../assets/asset-details.ts';
import { assetTree, folderPath } from '../trees/record-tree.ts';
import type { SearchOption } from './match-options.ts';

export const assetOptions = (project: Project, media: readonly MediaType[]): SearchOption[] =>
  [...project.recordsOfKind('asset')].flatMap((asset) => {
    const own = mediaTypeOf(asset);
    return own !== null && media.includes(own) ? [{ id: asset.id, name: asset.name, where: folderPath(assetTree, project, asset.id) }] : [];
  });

export const assetName = (project: Project, id: string): string => project.find('asset', id)?.name ?? '';
