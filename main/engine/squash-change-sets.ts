/** Several change sets in a row as one: each record once, from how it was first to how it is last. */
import { type Change, type ChangeSet, changedRecordId, jsonEquals } from '../../shared/model/change-set.ts';

export function squashChangeSets(sets: readonly ChangeSet[]): ChangeSet {
  if (sets.length === 1) return sets[0] ?? [];
  const merged = new Map<string, { before: Change['before']; after: Change['after'] }>();
  for (const change of sets.flat()) {
    const known = merged.get(changedRecordId(change));
    if (known) known.after = change.after;
    else merged.set(changedRecordId(change), { before: change.before, after: change.after });
  }
  return [...merged.values()].filter(({ before, after }) => !jsonEquals(before, after)).map((change) => change as Change);
}
