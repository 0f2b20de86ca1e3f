/** The trees of the story: boards, components and assets in their folders. */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { mainLocaleOf } from '../../../shared/model/kinds/project.ts';
import { resolveLocalizedText } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { selectionStore } from '../../state/selection.ts';
import { projectLocales } from '../names/story-languages.ts';

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

/** The ids of the record and of everything below it. */
export function subtreeIds(tree: TreeDefinition, project: Project, id: string): string[] {
  return [id, ...project.childIds(id, tree.list).flatMap((child) => subtreeIds(tree, project, child))];
}

/** Leaves out records inside a folder that is in the list as well: they are moved or deleted together with it. */
export function withoutDescendants({ kind }: TreeDefinition, project: Project, ids: readonly string[]): string[] {
  const all = new Set(ids);
  const isInside = (id: string): boolean => {
    for (let at = project.find(kind, id)?.parentId; at; at = project.find(kind, at)?.parentId) if (all.has(at)) return true;
    return false;
  };
  return ids.filter((id) => project.find(kind, id) && !isInside(id));
}

/** The ids of the folders above a record, the outermost first, without the root. */
export function ancestorFolderIds(tree: TreeDefinition, project: Project, id: string): string[] {
  const folders: string[] = [];
  const root = treeRootId(tree, project);
  for (let at = project.find(tree.kind, id)?.parentId; at && at !== root; at = project.find(tree.kind, at)?.parentId) {
    if (folders.includes(at)) break;
    folders.unshift(at);
  }
  return folders;
}

/** The path of the folders above a record, as in `Sounds / Doors`; '' at the top level. */
export const folderPath = (tree: TreeDefinition, project: Project, id: string): string =>
  ancestorFolderIds(tree, project, id)
    .map((folder) => folderName(project, folder))
    .join(' / ');

interface FolderOption {
  readonly id: string;
  readonly label: string;
}

/** All folders with their paths, except those in `without` and their subfolders. */
export function folderOptions(tree: TreeDefinition, project: Project, without: ReadonlySet<string>): FolderOption[] {
  const list = (parent: string, path: string): FolderOption[] =>
    childRecords(tree, project, parent).flatMap(({ id, type }) => {
      if (type !== 'folder' || without.has(id)) return [];
      const label = `${path}${folderName(project, id)}`;
      return [{ id, label }, ...list(id, `${label} / `)];
    });
  return list(treeRootId(tree, project), '');
}

const folderName = (project: Project, id: string): string => treeRecordName(project, id) || t('components.unnamed');

/**
 * The name of a board, component or asset in the language `chosen`, or by default in the shown one; undefined for other records. These names are
 * plain text: the first load shows them without the parser of rich text.
 */
export function treeRecordName(project: Project, id: string, chosen = selectionStore.getState().locale): string | undefined {
  const component = project.find('component', id);
  if (!component) return (project.find('board', id) ?? project.find('asset', id))?.name;
  const locales = projectLocales(project);
  return resolveLocalizedText(component.name, chosen ?? mainLocaleOf(locales), locales).html ?? '';
}
