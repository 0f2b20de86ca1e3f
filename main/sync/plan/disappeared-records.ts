/**
 * (I32) Whether a read may be believed. One that contradicts itself, or that would remove most of the local project, more likely shows a fault of the
 * remote than an intended removal: a truncated export, a broken backup, another project under the same hash. Pure.
 */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { hasSameContent } from './field-paths.ts';
import { mergeRemovals } from './merge-removals.ts';
import type { SyncTrees } from './merge-trees.ts';

/** More records than this, and more than half of the project, are not removed without a question. */
const maxRemovals = 20;
/** A project of which nothing at all is left is questioned from this size on. */
const minProjectSize = 5;

/** The records that are missing in a suspicious read; none: it may be believed. */
export function findDisappearedRecords({ base, local, remote }: SyncTrees, listedOnly: ReadonlySet<string>): readonly string[] {
  const missing = [...base.records()].flatMap(({ id }) => (!remote.has(id) && local.has(id) ? [id] : []));
  if (missing.length === 0) return [];
  if (missing.some((id) => listedOnly.has(id))) return missing.sort();
  const removed = mergeRemovals(base, local, remote).removeLocally;
  const isMost = removed.size > maxRemovals && removed.size * 2 > base.size;
  // Every project has them.
  const isRoot = ({ kind, parentId }: AnyRecord) => kind === 'project' || parentId === null;
  const isOther = removed.size >= minProjectSize && [...base.records()].every((record) => !remote.has(record.id) || isRoot(record));
  return isMost || isOther ? [...removed].sort() : [];
}

/** Whether anything that both sides had agreed on is gone or different: with an earlier time in the list, the remote was restored from a backup. */
export const lacksBaseContent = (base: Project, remote: Project): boolean =>
  [...base.records()].some((record) => {
    const remoteRecord = remote.get(record.id);
    return !remoteRecord || !hasSameContent(record, remoteRecord);
  });
