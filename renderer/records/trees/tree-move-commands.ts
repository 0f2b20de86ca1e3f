/** Commands that move records in a tree. */
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import { isFolder, subtreeIds, type TreeDefinition, treeRootId, withoutDescendants } from './record-tree.ts';

/** Into a folder, next to a record, or into the empty area below the rows. */
export type TreeDropTarget = { readonly into: string } | { readonly nextTo: string; readonly position: 'before' | 'after' } | 'root';

/** The moves for a drop, in the order of their execution; none if a folder would be moved into itself. */
export function createMoveCommands(
  tree: TreeDefinition,
  project: Project,
  ids: readonly string[],
  target: TreeDropTarget,
): SingleCommand[] {
  const { kind, list } = tree;
  const folder = targetFolder(tree, project, target);
  if (folder === undefined || !isFolder(tree, project, folder)) return [];
  const moving = withoutDescendants(tree, project, ids).filter((id) => !subtreeIds(tree, project, id).includes(folder));
  const resting = project.childIds(folder, list).filter((id) => !moving.includes(id));
  let previous = precedingSibling(resting, target);
  // The order of the siblings before each move: a position does not count the moved record.
  let siblings = [...project.childIds(folder, list)];
  return moving.map((id) => {
    siblings = siblings.filter((sibling) => sibling !== id);
    const at = previous === undefined ? 0 : siblings.indexOf(previous) + 1;
    siblings.splice(at, 0, id);
    previous = id;
    return { do: 'move', kind, id, to: folder, at };
  });
}

function targetFolder(tree: TreeDefinition, project: Project, target: TreeDropTarget): string | undefined {
  if (target === 'root') return treeRootId(tree, project);
  return 'into' in target ? target.into : (project.find(tree.kind, target.nextTo)?.parentId ?? undefined);
}

/** The sibling that is not moved and will follow the first moved record. */
function precedingSibling(resting: readonly string[], target: TreeDropTarget): string | undefined {
  if (target === 'root' || 'into' in target) return resting.at(-1);
  const at = resting.indexOf(target.nextTo);
  return target.position === 'after' ? resting[at] : resting[at - 1];
}

/** Moves a record by one position among its siblings; undefined at the ends. */
export function createReorderCommand({ kind, list }: TreeDefinition, project: Project, id: string, by: 1 | -1): SingleCommand | undefined {
  const parent = project.find(kind, id)?.parentId;
  if (!parent) return undefined;
  const siblings = project.childIds(parent, list);
  const at = siblings.indexOf(id) + by;
  return at < 0 || at >= siblings.length ? undefined : { do: 'move', kind, id, at };
}
