/** The position of a record among its siblings: converts an index to a fractional rank without renumbering the list. */
import type { ListPosition } from '../../../shared/model/commands.ts';
import type { OrderRule } from '../../../shared/model/kinds/define-kind.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { rankBetween } from '../../../shared/model/rank.ts';

/** The rank of a new record at position `at` in the list of `parent`. */
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

/** The rank of a record that moves to position `at` within its list; its current rank if it is already there. */
export function rankForMove(project: Project, record: AnyRecord, order: OrderRule, at: ListPosition): string {
  const parent = parentIdOf(record, order.parentField);
  const rank = record[order.rankField] ?? '';
  const self = project.indexInList(parent, order.list, { id: record.id, rank });
  const [first, last] = allowedPositions(project, record, parent, project.listSize(parent, order.list) - 1);
  const target = at === '-' ? last : Math.min(first + at, last);
  return target === self ? rank : rankAtPosition(project, parent, order.list, target, self);
}

/**
 * The first and last position that a record may have. [Branches and conditions] the `if` is first and the `else` last; positions of
 * else-ifs are counted among themselves.
 */
function allowedPositions(project: Project, { kind, role }: AnyRecord, parent: string | null, size: number): [number, number] {
  if (kind !== 'condition') return [0, size];
  if (role !== 'elseIf') return role === 'if' ? [0, 0] : [size, size];
  const roles = project.children('condition', parent, 'conditions').map((each) => each.role);
  return [roles.includes('if') ? 1 : 0, roles.includes('else') ? size - 1 : size];
}

/**
 * A rank between the neighbors of a position. The record at index `self` (-1 for none) is not counted. Equal ranks, which a merge can
 * produce, are skipped.
 */
function rankAtPosition(project: Project, parent: string | null, list: string, at: number, self: number): string {
  const size = project.listSize(parent, list);
  const rankAt = (index: number) => project.rankInList(parent, list, self >= 0 && index >= self ? index + 1 : index) ?? null;
  const left = Math.min(at, self >= 0 ? size - 1 : size);
  const before = left > 0 ? rankAt(left - 1) : null;
  let right = left;
  let after = rankAt(right);
  while (after !== null && before !== null && after <= before) after = rankAt(++right);
  return rankBetween(before, after);
}
