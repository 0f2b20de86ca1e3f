/** Conflicts by place and field, so that many of a kind can be answered at once. */
import type { Conflict } from '../../../shared/contracts/sync.ts';
import { compareTexts } from '../../messages/translate.ts';

export interface ConflictGroup {
  readonly id: string;
  /** At least one. */
  readonly conflicts: readonly [Conflict, ...Conflict[]];
}

/** Sorted by place, then by field, then by title. Conflicts about whole records are grouped by their reason, which names the other side. */
export function groupConflicts(list: readonly Conflict[]): ConflictGroup[] {
  const groups = new Map<string, [Conflict, ...Conflict[]]>();
  for (const conflict of list) {
    const id = JSON.stringify([conflict.location, conflict.kind, conflict.field ?? [conflict.reason, conflict.otherSide]]);
    const known = groups.get(id);
    if (known) known.push(conflict);
    else groups.set(id, [conflict]);
  }
  const sortKey = ({ conflicts: [{ location, field, reason }] }: ConflictGroup) => `${location.join('\n')}\n\n${field ?? reason}`;
  return [...groups]
    .map(([id, conflicts]) => ({ id, conflicts: conflicts.sort((one, two) => compareTexts(one.title, two.title)) }))
    .sort((one, two) => compareTexts(sortKey(one), sortKey(two)));
}
