/** Where a record goes among its siblings: an index turned into a fractional rank, in steps that do not grow with the list. */
import type { ListPosition } from '../../../shared/model/commands.ts';
import type { OrderRule } from '../../../shared/model/kinds/define-kind.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { rankBetween } from '../../../shared/model/rank.ts';

/** The rank for a newcomer at `at` in the list of `parent`. */
export function rankForInsert(
  project: Project,
  record: AnyRecord,
  { list }: OrderRule,
  parent: string | null,
  at: ListPosition = '-',
): string {
  const [first, last] = allowedPositions(project, record, parent, project.listSize(parent, list));
  return rankAtPosition(project, parent, list, at === '-' ? last : Math.min(first + at, last), -1);
}

/** The rank for a record that moves to position `at` of the list it is in; the one it has if it is there already. */
export function rankForMove(project: Project, record: AnyRecord, order: OrderRule, at: ListPosition): string {
  const parent = parentIdOf(record, order.parentField);
  const rank = record[order.rankField] ?? '';
  const self = project.indexInList(parent, order.list, { id: record.id, rank });
  const [first, last] = allowedPositions(project, record, parent, project.listSize(parent, order.list) - 1);
  const wanted = at === '-' ? last : Math.min(first + at, last);
  return wanted === self ? rank : rankAtPosition(project, parent, order.list, wanted, self);
}

/**
 * The first and the last position a record may take. [Branches and conditions] the if is first and the else last; else-ifs
 * are counted among themselves, between the two.
 */
function allowedPositions(project: Project, { kind, role }: AnyRecord, parent: string | null, size: number): [number, number] {
  if (kind !== 'condition') return [0, size];
  if (role !== 'elseIf') return role === 'if' ? [0, 0] : [size, size];
  const roles = project.children('condition', parent, 'conditions').map((each) => each.role);
  return [roles.includes('if') ? 1 : 0, roles.includes('else') ? size - 1 : size];
}

/** Between the neighbours of a position, counted without the one at `self`. Equal ranks (a merge can leave some) are passed over. */
function rankAtPosition(project: Project, parent: string | null, list: string, at: number, self: number): string {
  const size = project.listSize(parent, list);
  const real = (index: number) => (self >= 0 && index >= self ? index + 1 : index);
  const left = Math.min(at, self >= 0 ? size - 1 : size);
  const before = left > 0 ? (project.rankInList(parent, list, real(left - 1)) ?? null) : null;
  let right = left;
  let after = project.rankInList(parent, list, real(right)) ?? null;
  while (after !== null && before !== null && after <= before) after = project.rankInList(parent, list, real(++right)) ?? null;
  return rankBetween(before, after);
}
