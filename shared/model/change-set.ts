/**
 * A change set describes changes of records. Commit, undo, the window, sync and the exports all use this value.
 * `before` is missing for a new record, `after` for a removed one.
 */
import type { AnyRecord } from './kinds/kinds.ts';

export type Change =
  | { readonly before?: undefined; readonly after: AnyRecord }
  | { readonly before: AnyRecord; readonly after: AnyRecord }
  | { readonly before: AnyRecord; readonly after?: undefined };
export type ChangeSet = readonly Change[];

export const changedRecordId = (change: Change): string => (change.after ?? change.before).id;

/** The change set that reverts everything, last change first. */
export const invertChangeSet = (changes: ChangeSet): ChangeSet =>
  changes.map(({ before, after }) => ({ before: after, after: before }) as Change).reverse();

/** Whether two JSON values are equal; a missing property and an undefined one are the same. */
export function jsonEquals(one: unknown, two: unknown): boolean {
  if (one === two) return true;
  if (typeof one !== 'object' || typeof two !== 'object' || one === null || two === null) return false;
  if (Array.isArray(one) || Array.isArray(two))
    return Array.isArray(one) && Array.isArray(two) && one.length === two.length && one.every((value, at) => jsonEquals(value, two[at]));
  const a = one as Record<string, unknown>;
  const b = two as Record<string, unknown>;
  for (const key in a) if (!jsonEquals(a[key], b[key])) return false;
  for (const key in b) if (a[key] === undefined && b[key] !== undefined) return false;
  return true;
}
