/** The trees of the story: boards, components and assets in their folders. */

import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { recordName } from '../names/record-names.ts';

export type TreeKind = 'board' | 'component' | 'asset';

export interface TreeDefinition<K extends TreeKind = TreeKind> {
  readonly kind: K;
  readonly list: 'boards' | 'components' | 'assets';
}
export const boardTree: TreeDefinition<'board'> = { kind: 'board', list: 'boards' };
export const componentTree: TreeDefinition<'component'> = { kind: 'component', list: 'components' };
export const assetTree: TreeDefinition<'asset'> = { kind: 'asset', list: 'assets' };

export const treeRootId = ({ kind }: TreeDefinition, project: Project): string => project.projectRecord.roots[kind];

export const isFolder = ({ kind }: TreeDefinition, project: Project, id: string): boolean => project.find(kind, id)?.type === 'folder';

export const childRecords = <K extends TreeKind>({ kind, list }: TreeDefinition<K>, project: Project, id: string): StoryRecord<K>[] =>
  project.children(kind, id, list);

/** The record itself and all below it. */
export function subtreeIds(tree: TreeDefinition, project: Project, id: string): string[] {
  return [id, ...project.childIds(id, tree.list).flatMap((child) => subtreeIds(tree, project, child))];
}

/** Leaves out records in a folder that is among them as well: they are moved or removed with it. */
export function withoutDescendants({ kind }: TreeDefinition, project: Project, ids: readonly string[]): string[] {
  const all = new Set(ids);
  const isInside = (id: string): boolean => {
    for (let at = project.find(kind, id)?.parentId; at; at = project.find(kind, at)?.parentId) if (all.has(at)) return true;
    return false;
  };
  return ids.filter((id) => project.find(kind, id) && !isInside(id));
}

/** The folders above a record, the outermost first, without the root. */
export function ancestorFolderIds(tree: TreeDefinition, project: Project, id: string): string[] {
  const folders: string[] = [];
  const root = treeRootId(tree, project);
  for (let at = project.find(tree.kind, id)?.parentId; at && at !== root; at = project.find(tree.kind, at)?.parentId) {
    if (folders.includes(at)) break;
    folders.unshift(at);
  }
  return folders;
}

/** The names of the folders above a record, as in `Sounds / Doors`; '' on the top level. */
export const folderPath = (tree: TreeDefinition, project: Project, id: string): string =>
  ancestorFolderIds(tree, project, id)
    .map((folder) => folderName(project, folder))
    .join(' / ');

export interface FolderOption {
  readonly id: string;
  readonly label: string;
}

/** All folders with their paths, without the given ones and what is in them. */
export function folderOptions(tree: TreeDefinition, project: Project, without: ReadonlySet<string>): FolderOption[] {
  const list = (parent: string, path: string): FolderOption[] =>
    childRecords(tree, project, parent).flatMap(({ id, type }) => {
      if (type !== 'folder' || without.has(id)) return [];
      const label = `${path}${folderName(project, id)}`;
      return [{ id, label }, ...list(id, `${label} / `)];
    });
  return list(treeRootId(tree, project), '');
}

const folderName = (project: Project, id: string): string => recordName(project, id) || t('components.unnamed');
