/** The part of a merge that the engine accepts, so that an invalid record does not stop everything else (I20). */
import type { Message } from '../../../shared/messages/message.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { MergeResult } from '../plan/merge-trees.ts';
import { baseEntries, raisedConflictEntries, type SyncStoreEntry } from '../store/sync-store.ts';

export interface ValidMergePart {
  readonly command: ReplaceRecordsCommand;
  readonly entries: readonly SyncStoreEntry[];
}

/** Undefined if nothing is left. `invalid` contains the ids of records that the engine has rejected, with the reasons. */
export function validMergePart(merged: MergeResult, invalid: ReadonlyMap<string, Message>): ValidMergePart | undefined {
  const { renamedIds, oneTimeConflicts } = merged;
  const validRecords = <T extends { readonly id: string }>(records: readonly T[]) => records.filter(({ id }) => !invalid.has(id));
  const validIds = (ids: readonly string[]) => ids.filter((id) => !invalid.has(id));
  const [put, removedIds] = [validRecords(merged.put), validIds(merged.removedIds)];
  const base = { put: validRecords(merged.base.put), removedIds: validIds(merged.base.removedIds) };
  if (put.length + removedIds.length + base.put.length + base.removedIds.length + renamedIds.length === 0) return undefined;
  const conflicts = oneTimeConflicts.flatMap(raisedConflictEntries);
  return { command: { do: 'replaceRecords', renamedIds, put, removedIds }, entries: [...baseEntries(base), ...conflicts] };
}
