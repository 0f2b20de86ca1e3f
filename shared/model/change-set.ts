/**
 * A change set describes changes of records. Commit, undo, the window, sync and the exports all use this value.
 * `before` is missing for a new record, `after` for a removed one.
 */
import { isJsonObject } from '../json.ts';
import type { AnyRecord } from './kinds/kinds.ts';

export type Change =
  | { readonly before?: undefined; readonly after: AnyRecord }
  | { readonly before: AnyRecord; readonly after: AnyRecord }
  | { readonly before: AnyRecord; readonly after?: undefined };
export type ChangeSet = readonly Change[];

/** The change of a record between two states; undefined if it has neither. */
export function changeBetween(before: AnyRecord | undefined, after: AnyRecord | undefined): Change | undefined {
  if (before) return after ? { before, after } : { before };
  return after && { after };
}

export const changedRecordId = (change: Change): string => (change.after ?? change.before).id;

/** The change set that reverts everything, last change first. */
export const invertChangeSet = (changes: ChangeSet): ChangeSet =>
  changes.flatMap(({ before, after }) => changeBetween(after, before) ?? []).reverse();

/** Combines consecutive change sets into one, in which each record occurs once: with its first `before` and its last `after`. */
export function squashChangeSets(sets: readonly ChangeSet[]): ChangeSet {
  if (sets.length === 1) return sets[0] ?? [];
  const merged = new Map<string, { before: Change['before']; after: Change['after'] }>();
  for (const change of sets.flat()) {
    const earlier = merged.get(changedRecordId(change));
    if (earlier) earlier.after = change.after;
    else merged.set(changedRecordId(change), { before: change.before, after: change.after });
  }
  return toChanges(merged.values());
}

/** The changes of records whose two states differ. */
export const toChanges = (
  states: Iterable<{ readonly before?: AnyRecord | undefined; readonly after?: AnyRecord | undefined }>,
): Change[] => [...states].flatMap(({ before, after }) => (jsonEquals(before, after) ? [] : (changeBetween(before, after) ?? [])));

/** Whether two JSON values are equal; a missing property and an undefined one are the same. */
export function jsonEquals(one: unknown, two: unknown): boolean {
  if (one === two) return true;
  if (Array.isArray(one) && Array.isArray(two)) return one.length === two.length && one.every((value, at) => jsonEquals(value, two[at]));
  if (!isJsonObject(one) || !isJsonObject(two)) return false;
  for (const key in one) if (!jsonEquals(one[key], two[key])) return false;
  for (const key in two) if (one[key] === undefined && two[key] !== undefined) return false;
  return true;
}
