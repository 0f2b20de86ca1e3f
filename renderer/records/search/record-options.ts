/** Records as search options, each with its board or its folders. */

import type { MediaType } from '../../../shared/contracts/stored-file.ts';
import type { Project } from '../../../shared/model/project.ts';
import { mediaTypeOf } from '../assets/asset-details.ts';
import { recordName } from '../names/record-names.ts';
import { assetTree, componentTree, folderPath } from '../trees/record-tree.ts';
import type { SearchOption } from './match-options.ts';

export const elementOptions = (project: Project): SearchOption[] =>
  [...project.recordsOfKind('element')].map(({ id, boardId }) => ({
    id,
    name: recordName(project, id),
    where: recordName(project, boardId),
  }));

/** [Components] Folders cannot be attached or listed. */
export const componentOptions = (project: Project, without: ReadonlySet<string> = new Set()): SearchOption[] =>
  [...project.recordsOfKind('component')].flatMap(({ id, type }) =>
    type === 'folder' || without.has(id) ? [] : [{ id, name: recordName(project, id), where: folderPath(componentTree, project, id) }],
  );

export const assetOptions = (project: Project, media: readonly MediaType[]): SearchOption[] =>
  [...project.recordsOfKind('asset')].flatMap((asset) => {
    const own = mediaTypeOf(asset);
    return own !== null && media.includes(own) ? [{ id: asset.id, name: asset.name, where: folderPath(assetTree, project, asset.id) }] : [];
  });

export const assetName = (project: Project, id: string): string => project.find('asset', id)?.name ?? '';
