/** Moves in a tree of folders as commands: where the dropped ones come to stand. The same for boards, components and assets. */
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';

export interface TreeDefinition {
  readonly kind: 'board' | 'component' | 'asset';
  readonly list: 'boards' | 'components' | 'assets';
}
export const boardTree: TreeDefinition = { kind: 'board', list: 'boards' };
export const componentTree: TreeDefinition = { kind: 'component', list: 'components' };
export const assetTree: TreeDefinition = { kind: 'asset', list: 'assets' };

/** On a folder, beside one of its siblings, or on the free ground below all. */
export type TreeDropTarget = { readonly on: string } | { readonly beside: string; readonly position: 'before' | 'after' } | 'ground';

/** The moves for a drop, in the order in which they are done; none where a folder would go into itself. */
export function createMoveCommands(tree: TreeDefinition, project: Project, ids: readonly string[], drop: TreeDropTarget): SingleCommand[] {
  const { kind, list } = tree;
  const folder = targetFolder(tree, project, drop);
  if (folder === undefined || project.find(kind, folder)?.type !== 'folder') return [];
  const moving = withoutDescendants(tree, project, ids).filter((id) => !subtreeIds(tree, project, id).includes(folder));
  const resting = project.childIds(folder, list).filter((id) => !moving.includes(id));
  let previous = precedingSibling(resting, drop);
  // The list as each move finds it: a position is counted without the one that moves.
  let now = [...project.childIds(folder, list)];
  return moving.map((id) => {
    now = now.filter((each) => each !== id);
    const at = previous === undefined ? 0 : now.indexOf(previous) + 1;
    now.splice(at, 0, id);
    previous = id;
    return { do: 'move', kind, id, to: folder, at };
  });
}

/** Without what lies in a folder that is named as well: it goes along. */
export function withoutDescendants({ kind }: TreeDefinition, project: Project, ids: readonly string[]): string[] {
  const named = new Set(ids);
  const isInside = (id: string): boolean => {
    for (let at = project.find(kind, id)?.parentId; at; at = project.find(kind, at)?.parentId) if (named.has(at)) return true;
    return false;
  };
  return ids.filter((id) => project.find(kind, id) && !isInside(id));
}

export const treeRootId = ({ kind }: TreeDefinition, project: Project): string => project.projectRecord.roots[kind];

function targetFolder(tree: TreeDefinition, project: Project, drop: TreeDropTarget): string | undefined {
  if (drop === 'ground') return treeRootId(tree, project);
  return 'on' in drop ? drop.on : (project.find(tree.kind, drop.beside)?.parentId ?? undefined);
}

/** The sibling that stays where it is and after which the first one comes to stand. */
function precedingSibling(resting: readonly string[], drop: TreeDropTarget): string | undefined {
  if (drop === 'ground' || 'on' in drop) return resting.at(-1);
  const at = resting.indexOf(drop.beside);
  return drop.position === 'after' ? resting[at] : resting[at - 1];
}

/** One place up or down among the siblings; nothing at the ends. */
export function createReorderCommand({ kind, list }: TreeDefinition, project: Project, id: string, by: 1 | -1): SingleCommand | undefined {
  const parent = project.find(kind, id)?.parentId;
  if (!parent) return undefined;
  const siblings = project.childIds(parent, list);
  const at = siblings.indexOf(id) + by;
  return at < 0 || at >= siblings.length ? undefined : { do: 'move', kind, id, at };
}

/** The record itself and all below it. */
export function subtreeIds(tree: TreeDefinition, project: Project, id: string): string[] {
  return [id, ...project.childIds(id, tree.list).flatMap((child) => subtreeIds(tree, project, child))];
}
