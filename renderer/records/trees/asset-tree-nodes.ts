/**
 * The assets as a tree for the screen. A node stays the same object as long as nothing in it has changed; what lies in a closed
 * folder is not looked at, so that thousands of assets cost what is seen of them.
 */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';

export interface AssetTreeNode {
  readonly id: string;
  readonly asset: StoryRecord<'asset'>;
  readonly isOpen: boolean;
  /** How many things lie in a folder. */
  readonly count: number;
  /** Of a closed folder only the first: by that the tree knows that there is something in it. */
  readonly children: readonly AssetTreeNode[];
}

const nodeCache = new WeakMap<StoryRecord<'asset'>, AssetTreeNode>();

/** What stands under the root folder. */
export function buildAssetTree(project: Project, open: ReadonlySet<unknown>): readonly AssetTreeNode[] {
  return project.children('asset', project.projectRecord.roots.asset, 'assets').map((asset) => buildNode(project, asset, open));
}

function buildNode(project: Project, asset: StoryRecord<'asset'>, open: ReadonlySet<unknown>): AssetTreeNode {
  const { id } = asset;
  const isOpen = asset.type === 'folder' && open.has(id);
  const count = asset.type === 'folder' ? project.listSize(id, 'assets') : 0;
  const inside = count === 0 ? [] : isOpen ? project.children('asset', id, 'assets') : firstChild(project, id);
  const children = inside.map((child) => buildNode(project, child, open));
  const known = nodeCache.get(asset);
  if (
    known &&
    known.isOpen === isOpen &&
    known.count === count &&
    known.children.length === children.length &&
    known.children.every((child, at) => child === children[at])
  )
    return known;
  const node = { id, asset, isOpen, count, children };
  nodeCache.set(asset, node);
  return node;
}

function firstChild(project: Project, id: string): StoryRecord<'asset'>[] {
  const [first] = project.childIds(id, 'assets');
  const asset = first === undefined ? undefined : project.find('asset', first);
  return asset ? [asset] : [];
}

/** The folders above an asset, the outermost first, the root left out. */
export function ancestorFolders(project: Project, id: string): string[] {
  const folders: string[] = [];
  const root = project.projectRecord.roots.asset;
  for (let at = project.find('asset', id)?.parentId; at && at !== root; at = project.find('asset', at)?.parentId) {
    if (folders.includes(at)) break;
    folders.unshift(at);
  }
  return folders;
}

/** The names of the folders above, `Sounds / Doors`; '' on the top level. */
export const folderPath = (project: Project, id: string): string =>
  ancestorFolders(project, id)
    .map((each) => project.find('asset', each)?.name ?? '')
    .join(' / ');
