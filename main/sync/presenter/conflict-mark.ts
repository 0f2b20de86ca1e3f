/** The mark of a conflict. An answer that names it decides only about the values that were shown. */
import { createHash, type Hash } from 'node:crypto';
import { isJsonObject } from '../../../shared/json.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';

const marks = new WeakMap<MergeConflict, string>();

/** The same for equal values of the three sides, whatever the order of their keys. 16 hexadecimal digits. */
export function conflictMark(conflict: MergeConflict): string {
  const known = marks.get(conflict);
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  for (const value of [conflict.base, conflict.local, conflict.remote]) addValue(hash, value);
  const mark = hash.digest('hex').slice(0, 16);
  marks.set(conflict, mark);
  return mark;
}

/** Each value begins with its type, and those of many characters or parts with their number, so that no two lists of values have the same bytes. */
function addValue(hash: Hash, value: unknown): void {
  if (typeof value === 'string') hash.update(`s${value.length}:`).update(value);
  else if (Array.isArray(value)) {
    hash.update(`a${value.length}:`);
    for (const each of value) addValue(hash, each);
  } else if (isJsonObject(value)) {
    const keys = Object.keys(value)
      .filter((key) => value[key] !== undefined)
      .sort();
    hash.update(`o${keys.length}:`);
    for (const key of keys) {
      addValue(hash, key);
      addValue(hash, value[key]);
    }
  } else hash.update(`v${value ?? null};`);
}

/** The marks that an answer names, by the id of Conflict. */
export type ShownMarks = Readonly<Record<string, string>>;

/** Whether the conflict is as it was shown. An answer that names no mark of it is about what it is now. */
export const isAsShown = (conflict: MergeConflict, id: string, shown: ShownMarks): boolean =>
  !Object.hasOwn(shown, id) || shown[id] === conflictMark(conflict);
