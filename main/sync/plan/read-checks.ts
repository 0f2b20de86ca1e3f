/**
 * Checks a read of the remote before it is used. Pure.
 *
 * (I32) Is it plausible? One that contradicts itself, or that would remove most of the local project, is more likely a
 * fault of the remote than an intended removal: a truncated export, a broken backup, or another project with the same hash.
 */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { hasSameContent, isReadOnly } from './field-paths.ts';
import { mergeRemovals } from './merge-removals.ts';
import type { SyncTrees } from './merge-trees.ts';

/** If more records than this and more than half of the project would be removed, the user is asked first. */
const maxRemovals = 20;
/** The user is also asked if nothing is left of a project with at least this many records. */
const minProjectSize = 5;

/** The records that are missing in an implausible read; empty if the read is plausible. */
export function findDisappearedRecords({ base, local, remote }: SyncTrees, danglingIds: ReadonlySet<string>): readonly string[] {
  const missing = [...base.records()].flatMap(({ id }) => (!remote.has(id) && local.has(id) ? [id] : []));
  if (missing.length === 0) return [];
  if (missing.some((id) => danglingIds.has(id))) return missing.sort();
  const removed = mergeRemovals(base, local, remote).removeLocally;
  const isMost = removed.size > maxRemovals && removed.size * 2 > base.size;
  // Every project has these records.
  const isRoot = ({ kind, parentId }: AnyRecord) => kind === 'project' || parentId === null;
  const isOther = removed.size >= minProjectSize && [...base.records()].every((record) => !remote.has(record.id) || isRoot(record));
  return isMost || isOther ? [...removed].sort() : [];
}

/**
 * Whether anything on which both sides had agreed is missing or different. If the list also shows an earlier time, the remote was restored
 * from a backup.
 */
export const lacksBaseContent = (base: Project, remote: Project): boolean =>
  [...base.records()].some((record) => {
    const remoteRecord = remote.get(record.id);
    return !remoteRecord || !hasSameContent(record, remoteRecord);
  });

/**
 * Whether a read contains a change that cannot come from our own writes. Comments are not considered, because versions need not count them. Neither are the records that we have written, because the remote may
 * have stored them in another form.
 */
export function hasForeignChanges(before: Project, read: Project, writtenIds: ReadonlySet<string>): boolean {
  const counts = (record: AnyRecord) => !isReadOnly(record) && !writtenIds.has(record.id);
  for (const record of read.records()) {
    const known = before.get(record.id);
    if (counts(record) && (!known || !hasSameContent(known, record))) return true;
  }
  return [...before.records()].some((record) => counts(record) && !read.has(record.id));
}
