/**
 * The assets as a tree for the screen. A node stays the same object as long as nothing in it has changed; what lies in a closed
 * folder is not looked at, so that thousands of assets cost what is seen of them.
 */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';

export interface AssetNode {
  readonly id: string;
  readonly asset: StoryRecord<'asset'>;
  readonly isOpen: boolean;
  /** How many things lie in a folder. */
  readonly count: number;
  /** Of a closed folder only the first: by that the tree knows that there is something in it. */
  readonly children: readonly AssetNode[];
}

const kept = new WeakMap<StoryRecord<'asset'>, AssetNode>();

/** What stands under the root folder. */
export function assetNodes(project: Project, open: ReadonlySet<unknown>): readonly AssetNode[] {
  return project.children('asset', project.root.roots.asset, 'assets').map((asset) => nodeOf(project, asset, open));
}

function nodeOf(project: Project, asset: StoryRecord<'asset'>, open: ReadonlySet<unknown>): AssetNode {
  const { id } = asset;
  const isOpen = asset.type === 'folder' && open.has(id);
  const count = asset.type === 'folder' ? project.sizeOf(id, 'assets') : 0;
  const inside = count === 0 ? [] : isOpen ? project.children('asset', id, 'assets') : firstIn(project, id);
  const children = inside.map((child) => nodeOf(project, child, open));
  const known = kept.get(asset);
  if (
    known &&
    known.isOpen === isOpen &&
    known.count === count &&
    known.children.length === children.length &&
    known.children.every((child, at) => child === children[at])
  )
    return known;
  const node = { id, asset, isOpen, count, children };
  kept.set(asset, node);
  return node;
}

function firstIn(project: Project, id: string): StoryRecord<'asset'>[] {
  const [first] = project.list(id, 'assets');
  const asset = first === undefined ? undefined : project.find('asset', first);
  return asset ? [asset] : [];
}

/** The folders above an asset, the outermost first, the root left out. */
export function foldersAbove(project: Project, id: string): string[] {
  const folders: string[] = [];
  const root = project.root.roots.asset;
  for (let at = project.find('asset', id)?.parentId; at && at !== root; at = project.find('asset', at)?.parentId) {
    if (folders.includes(at)) break;
    folders.unshift(at);
  }
  return folders;
}

/** The names of the folders above, `Sounds / Doors`; '' on the top level. */
export const whereIs = (project: Project, id: string): string =>
  foldersAbove(project, id)
    .map((each) => project.find('asset', each)?.name ?? '')
    .join(' / ');
