/** Finds records of the remote that may come from one of our creates: one whose response was lost, or one that arrived twice. */
import type { Project } from '../../../shared/model/project.ts';
import { createMergeConflict, type MergeConflict } from '../plan/merge-conflict.ts';
import { cascadeIds } from '../plan/merge-removals.ts';
import { type DuplicateWatch, findCreatedIds, findDuplicateIds } from '../protocol/recovery.ts';
import type { PendingWrite } from '../protocol/sync-request.ts';
import {
  clearConflictEntry,
  clearPendingWriteEntry,
  clearUncertainCreateEntry,
  conflictEntry,
  rejectedWriteEntry,
  type SyncStore,
  type SyncStoreEntry,
  uncertainCreateEntry,
} from '../store/sync-store.ts';

export interface RecoveredCreate {
  readonly pendingWrite: PendingWrite;
  /** The id that the remote has assigned. */
  readonly id: string;
  /** Entries that clear the rows which are settled by this. */
  readonly clearEntries: readonly SyncStoreEntry[];
}

/** An uncertain create, or one that was rejected because it had arrived twice, whose record exists on the remote after all. */
export function findRecoveredCreate(
  { uncertainCreates, rejectedWrites, base }: SyncStore,
  local: Project,
  remote: Project,
): RecoveredCreate | undefined {
  const rejected = rejectedWrites.flatMap(({ pendingWrite, recordId }) => (pendingWrite && local.has(recordId) ? [pendingWrite] : []));
  for (const pendingWrite of [...uncertainCreates, ...rejected]) {
    const id = findCreatedIds(pendingWrite, { local, remote }).find((each) => !base.has(each));
    if (id === undefined) continue;
    const localId = pendingWrite.request.operation.id;
    const rejections = rejectedWrites.filter(({ recordId }) => recordId === localId);
    const clearEntries = [
      clearUncertainCreateEntry(localId),
      ...[`${localId}#`, `${id}#`, `${id}#twin`].map(clearConflictEntry),
      ...rejections.map((each) => ({ id: rejectedWriteEntry(each.recordId, each.request, each.reason).id, value: null })),
    ];
    return { pendingWrite, id, clearEntries };
  }
  return undefined;
}

/** Stores a conflict for each remote record, as read at `readAt`, that duplicates one of ours. */
export function storeDuplicateConflicts(store: SyncStore, remote: Project, readAt: number): void {
  const conflicts = duplicateConflicts(store.duplicateWatches, store.base, remote, readAt);
  if (conflicts.length > 0) store.write(conflicts.map(conflictEntry));
}

/** Only records that are new on the remote can be duplicates. `local` of the conflict is the id of our record. */
function duplicateConflicts(watches: readonly DuplicateWatch[], base: Project, remote: Project, now: number): MergeConflict[] {
  if (watches.length === 0 || [...remote.records()].every(({ id }) => base.has(id))) return [];
  return findDuplicateIds(watches, remote, now).flatMap(({ id, duplicates }) =>
    duplicates.flatMap((duplicate) => {
      const record = base.has(duplicate) ? undefined : remote.get(duplicate);
      if (!record) return [];
      const dependentIds = [...cascadeIds(duplicate, remote)].filter((each) => each !== duplicate);
      return [{ ...createMergeConflict(record, null, 'duplicateCreate', { base: null, local: id, remote: record }), dependentIds }];
    }),
  );
}

/**
 * The entries for an unanswered create of which it is unknown whether it was applied: it waits for the user, and nothing else waits for it.
 * The conflict is stored even if the record has been removed locally: it is open again if an undo restores the record.
 */
export function uncertainCreateEntries(write: PendingWrite, local: Project): SyncStoreEntry[] {
  const { operation, expected } = write.request;
  const record = local.get(operation.id) ?? expected.find(({ after }) => after?.id === operation.id)?.after;
  const conflict = record && createMergeConflict(record, null, 'unconfirmedCreate', { base: null, local: record, remote: null });
  return [clearPendingWriteEntry, uncertainCreateEntry(write), ...(conflict ? [conflictEntry(conflict)] : [])];
}
