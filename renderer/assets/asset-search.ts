/** Assets to choose from by a part of their name, with the folder they are in. */

import type { Project } from '../../shared/project.ts';
import type { MediaType } from '../../shared/stored-file.ts';
import type { Option } from '../fields/best-matches.ts';
import { whereIs } from './asset-nodes.ts';
import { mediaOf } from './asset-words.ts';

export const assetOptions = (project: Project, media: readonly MediaType[]): Option[] =>
  [...project.all('asset')].flatMap((asset) => {
    const own = mediaOf(asset);
    return own !== null && media.includes(own) ? [{ id: asset.id, name: asset.name, where: whereIs(project, asset.id) }] : [];
  });

export const assetName = (project: Project, id: string): string => project.find('asset', id)?.name ?? '';
