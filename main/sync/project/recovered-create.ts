/** What appears there that may be ours: a create that was given up for lost, or a second one of what we have already. */
import type { Project } from '../../../shared/model/project.ts';
import { createMergeConflict, type MergeConflict } from '../plan/merge-conflict.ts';
import { type DuplicateWatch, findDuplicateIds, findMatchingIds, type PendingWrite } from '../protocol/pending-write.ts';
import { rejectedWriteEntry } from '../store/rejected-writes.ts';
import type { SyncStore, SyncStoreEntry } from '../store/sync-store.ts';

export interface RecoveredCreate {
  readonly pendingWrite: PendingWrite;
  /** The id that it has there. */
  readonly id: string;
  /** Rows that this settles. */
  readonly clearEntries: readonly SyncStoreEntry[];
}

/** A create that was asked about, or refused because it had come twice, and is there after all. */
export function findRecoveredCreate(
  { uncertainCreates, rejectedWrites, base }: SyncStore,
  mine: Project,
  theirs: Project,
): RecoveredCreate | undefined {
  const refused = rejectedWrites.flatMap(({ row, record }) => (row && mine.has(record) ? [row] : []));
  for (const pendingWrite of [...uncertainCreates, ...refused]) {
    const made = pendingWrite.sending.expected[0]?.after;
    const [id] = made ? findMatchingIds(made, theirs, new Set(pendingWrite.known)).filter((each) => !base.has(each)) : [];
    if (id === undefined) continue;
    const old = pendingWrite.sending.op.id;
    const ids = [
      `unsure/${old}`,
      `question/${old}#`,
      `question/${id}#`,
      `question/${id}#twin`,
      ...rejectedWrites.filter(({ record }) => record === old).map((each) => rejectedWriteEntry(each.record, each.request, each.why).id),
    ];
    return { pendingWrite, id, clearEntries: ids.map((each) => ({ id: each, value: null })) };
  }
  return undefined;
}

/** Written down: what theirs, as it was read at that time, shows beside ours. */
export function storeDuplicateConflicts(rows: SyncStore, theirs: Project, at: number): void {
  const twins = duplicateConflicts(rows.duplicateWatches, rows.base, theirs, at);
  if (twins.length > 0) rows.write(twins.map((question) => ({ id: `question/${question.id}`, value: question })));
}

/** Only what is new there can be a twin; `mine` of the question is the id of ours. */
function duplicateConflicts(watches: readonly DuplicateWatch[], base: Project, theirs: Project, now: number): MergeConflict[] {
  if (watches.length === 0 || [...theirs.records()].every(({ id }) => base.has(id))) return [];
  return findDuplicateIds(watches, theirs, now).flatMap(({ id, duplicates }) =>
    duplicates.flatMap((twin) => {
      const record = base.has(twin) ? undefined : theirs.get(twin);
      return record ? [createMergeConflict(record, null, 'twin', { base: null, mine: id, theirs: record })] : [];
    }),
  );
}
