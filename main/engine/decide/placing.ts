/** Where a record goes among its siblings: an index turned into a fractional rank, in steps that do not grow with the list. */
import type { Place } from '../../../shared/commands.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import type { OrderRule } from '../../../shared/kinds/define.ts';
import { type Project, parentOf } from '../../../shared/project.ts';
import { rankBetween } from '../../../shared/rank.ts';

/** The rank for a newcomer at `at` in the list of `parent`. */
export function rankFor(project: Project, parent: string | null, list: string, at: Place = '-'): string {
  return between(project, parent, list, at === '-' ? Number.POSITIVE_INFINITY : at, -1);
}

/** The rank for a record that moves to position `at` of the list it is in; the one it has if it is there already. */
export function rankWithin(project: Project, record: AnyRecord, order: OrderRule, at: Place): string {
  const parent = parentOf(record, order.by);
  const rank = record[order.rank] ?? '';
  const self = project.indexIn(parent, order.list, { id: record.id, rank });
  const last = project.sizeOf(parent, order.list) - 1;
  const wanted = at === '-' ? last : Math.min(at, last);
  return wanted === self ? rank : between(project, parent, order.list, wanted, self);
}

/** Between the neighbours of a position, counted without the one at `self`. Equal ranks (a merge can leave some) are passed over. */
function between(project: Project, parent: string | null, list: string, at: number, self: number): string {
  const size = project.sizeOf(parent, list);
  const real = (index: number) => (self >= 0 && index >= self ? index + 1 : index);
  const left = Math.min(at, self >= 0 ? size - 1 : size);
  const before = left > 0 ? (project.rankAt(parent, list, real(left - 1)) ?? null) : null;
  let right = left;
  let after = project.rankAt(parent, list, real(right)) ?? null;
  while (after !== null && before !== null && after <= before) after = project.rankAt(parent, list, real(++right)) ?? null;
  return rankBetween(before, after);
}
