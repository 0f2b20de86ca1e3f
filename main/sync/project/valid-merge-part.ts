/** Of a merge, what can be taken in: one faulty record stops nothing else (I20). */
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { MergeResult } from '../plan/merge-trees.ts';
import { baseEntries, type SyncStoreEntry } from '../store/sync-store.ts';

/** undefined: nothing. `faulty` are the ids of records that were refused as they came. */
export function validMergePart(
  merged: MergeResult,
  faulty: ReadonlyMap<string, string>,
): { command: ReplaceRecordsCommand; entries: SyncStoreEntry[] } | undefined {
  const { renamedIds, oneTimeConflicts } = merged;
  const sound = <T extends { readonly id: string }>(records: readonly T[]) => records.filter(({ id }) => !faulty.has(id));
  const known = (ids: readonly string[]) => ids.filter((id) => !faulty.has(id));
  const [put, removedIds] = [sound(merged.put), known(merged.removedIds)];
  const base = { put: sound(merged.base.put), removedIds: known(merged.base.removedIds) };
  if (put.length + removedIds.length + base.put.length + base.removedIds.length + renamedIds.length === 0) return undefined;
  const questions = oneTimeConflicts.map((question) => ({ id: `question/${question.id}`, value: question }));
  const aliases = renamedIds.map(([from, to]) => ({ id: `alias/${from}`, value: to }));
  return { command: { do: 'take', renamedIds, put, removedIds }, entries: [...baseEntries(base), ...questions, ...aliases] };
}
