/** Moves in the tree as commands: where the dropped boards come to stand. */
import type { SingleCommand } from '../../shared/commands.ts';
import type { Project } from '../../shared/project.ts';
import { subtree } from './what-goes.ts';

/** On a folder, beside a board or folder, or on the free ground below all. */
export type Drop = { readonly on: string } | { readonly beside: string; readonly position: 'before' | 'after' } | 'ground';

/** The moves for a drop, in the order in which they are done; none where a folder would go into itself. */
export function movesFor(project: Project, ids: readonly string[], drop: Drop): SingleCommand[] {
  const folder = folderOf(project, drop);
  if (folder === undefined || project.find('board', folder)?.type !== 'folder') return [];
  const moving = ids.filter((id) => project.find('board', id) && !subtree(project, id).includes(folder));
  const resting = project.list(folder, 'boards').filter((id) => !moving.includes(id));
  let previous = restsBefore(resting, drop);
  // The list as each move finds it: a position is counted without the one that moves.
  let now = [...project.list(folder, 'boards')];
  return moving.map((id) => {
    now = now.filter((each) => each !== id);
    const at = previous === undefined ? 0 : now.indexOf(previous) + 1;
    now.splice(at, 0, id);
    previous = id;
    return { do: 'move', kind: 'board', id, to: folder, at };
  });
}

function folderOf(project: Project, drop: Drop): string | undefined {
  if (drop === 'ground') return project.root.roots.board;
  return 'on' in drop ? drop.on : (project.find('board', drop.beside)?.parentId ?? undefined);
}

/** The sibling that stays where it is and after which the first one comes to stand. */
function restsBefore(resting: readonly string[], drop: Drop): string | undefined {
  if (drop === 'ground' || 'on' in drop) return resting.at(-1);
  const at = resting.indexOf(drop.beside);
  return drop.position === 'after' ? resting[at] : resting[at - 1];
}

/** One place up or down among the siblings; nothing at the ends. */
export function step(project: Project, id: string, by: 1 | -1): SingleCommand | undefined {
  const parent = project.find('board', id)?.parentId;
  if (!parent) return undefined;
  const siblings = project.list(parent, 'boards');
  const at = siblings.indexOf(id) + by;
  return at < 0 || at >= siblings.length ? undefined : { do: 'move', kind: 'board', id, at };
}
