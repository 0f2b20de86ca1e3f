/**
 * A project has at least one board ([Boards]). If each side removed the other's last ones, the remote ones remain and are restored locally.
 */
import type { Project } from '../../../shared/model/project.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';
import { cascadeIds, removalRoots } from './merge-removals.ts';

interface RestoredBoards {
  /** Boards that were removed locally and still exist on the remote. They are merged as if they were new. */
  readonly ids: ReadonlySet<string>;
  readonly conflicts: readonly MergeConflict[];
}

/** `removedRemotely` are the records that are removed locally as well, or are in conflict. */
export function restoreLastBoards(base: Project, local: Project, remote: Project, removedRemotely: ReadonlySet<string>): RestoredBoards {
  for (const { id, type } of local.recordsOfKind('board'))
    if (type === 'board' && !removedRemotely.has(id)) return { ids: new Set(), conflicts: [] };
  const remoteBoards = [...remote.recordsOfKind('board')].filter(({ type }) => type === 'board').map(({ id }) => id);
  const removed = new Set([...base.records()].flatMap(({ id }) => (remote.has(id) && !local.has(id) ? [id] : [])));
  const ids = new Set<string>();
  const conflicts: MergeConflict[] = [];
  for (const root of removalRoots(removed, remote)) {
    const all = cascadeIds(root, remote, (id) => !local.has(id));
    const record = remote.get(root);
    if (!record || !remoteBoards.some((id) => all.has(id))) continue;
    for (const id of all) ids.add(id);
    conflicts.push(createMergeConflict(record, null, 'lastBoard', { base: base.get(root), local: null, remote: record }));
  }
  return { ids, conflicts };
}
