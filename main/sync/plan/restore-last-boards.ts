/** A project has a board ([Boards]): where each side removed the other's last ones, theirs stay, and come back here. */
import type { Project } from '../../../shared/model/project.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';
import { cascadeIds, removalRoots } from './merge-removals.ts';

export interface RestoredBoards {
  /** Removed here, there still: taken in as if it were new. */
  readonly ids: ReadonlySet<string>;
  readonly conflicts: readonly MergeConflict[];
}

/** `goneThere`: what goes from here as well, or is in question. */
export function restoreLastBoards(base: Project, mine: Project, theirs: Project, goneThere: ReadonlySet<string>): RestoredBoards {
  for (const { id, type } of mine.recordsOfKind('board'))
    if (type === 'board' && !goneThere.has(id)) return { ids: new Set(), conflicts: [] };
  const there = [...theirs.recordsOfKind('board')].filter(({ type }) => type === 'board').map(({ id }) => id);
  const removed = new Set([...base.records()].flatMap(({ id }) => (theirs.has(id) && !mine.has(id) ? [id] : [])));
  const ids = new Set<string>();
  const conflicts: MergeConflict[] = [];
  for (const root of removalRoots(removed, theirs)) {
    const all = cascadeIds(root, theirs, (id) => !mine.has(id));
    const record = theirs.get(root);
    if (!record || !there.some((id) => all.has(id))) continue;
    for (const id of all) ids.add(id);
    conflicts.push(createMergeConflict(record, null, 'last board', { base: base.get(root), local: null, remote: record }));
  }
  return { ids, conflicts };
}
