/** The places of a record that both sides have moved, as its conflict contains them. */
import { isReorderable } from '../../../shared/contracts/rest/routes/routes.ts';
import { isJsonObject } from '../../../shared/json.ts';
import type { OrderRule } from '../../../shared/model/kinds/define-kind.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';

/** A place in a list of siblings. A parent, a list and the previous sibling, since one id alone can be either of a parent and a sibling. */
export interface Place {
  /** The name of the list, as in `OrderRule`. */
  readonly list: string;
  readonly parent: string | null;
  /** The previous sibling; null for the first place. */
  readonly after: string | null;
}

export const placeIn = (siblings: readonly string[], id: string, { list, parent }: Pick<Place, 'list' | 'parent'>): Place => ({
  list,
  parent,
  after: siblings[siblings.indexOf(id) - 1] ?? null,
});

/** Where the project has this record among those of its parent. */
export function placeOf(record: AnyRecord, { parentField, list }: OrderRule, project: Project): Place {
  const parent = parentIdOf(record, parentField);
  return placeIn(project.childIds(parent, list), record.id, { list, parent });
}

const isPlace = (value: unknown): value is Place =>
  isJsonObject(value) && typeof value.list === 'string' && [value.parent, value.after].every((id) => id === null || typeof id === 'string');

/**
 * The place that a stored conflict contains; undefined if it contains none. Conflicts of version 0.1 contain one id: of the previous sibling
 * where it is in the same list as the record, else of the parent, or null for the first place. They are about a list that the remote can reorder.
 */
export function readPlace(value: unknown, record: AnyRecord, project: Project): Place | undefined {
  if (isPlace(value)) return value;
  const orders = getKind(record.kind).orders.filter(({ list }) => isReorderable(list));
  const [first] = orders;
  if (!first) return undefined;
  const placeAfter = (order: OrderRule, after: string | null) => ({
    list: order.list,
    parent: parentIdOf(record, order.parentField),
    after,
  });
  if (value === null) return placeAfter(first, null);
  if (typeof value !== 'string') return undefined;
  const order = orders.find(({ parentField, list }) => project.childIds(parentIdOf(record, parentField), list).includes(value));
  return order ? placeAfter(order, value) : { list: first.list, parent: value, after: project.childIds(value, first.list).at(-1) ?? null };
}
