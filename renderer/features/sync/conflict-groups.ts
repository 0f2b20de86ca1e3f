/** Conflicts by place and field, so that many of a kind can be answered at once. */
import type { ConflictDetails } from '../../../shared/contracts/sync.ts';

export interface ConflictGroup {
  readonly id: string;
  /** At least one. */
  readonly conflicts: readonly [ConflictDetails, ...ConflictDetails[]];
}

/** The groups in the order of their first conflicts. Conflicts about whole records are grouped by their reason. */
export function groupConflicts(list: readonly ConflictDetails[]): ConflictGroup[] {
  const groups = new Map<string, [ConflictDetails, ...ConflictDetails[]]>();
  for (const conflict of list) {
    const id = JSON.stringify([conflict.location, conflict.kind, conflict.field ?? conflict.reason]);
    const known = groups.get(id);
    if (known) known.push(conflict);
    else groups.set(id, [conflict]);
  }
  return [...groups].map(([id, conflicts]) => ({ id, conflicts }));
}
