/** A digest of JSON values that is the same for all texts that parse to the same value, whatever their layout and the order of their keys. */
import { createHash } from 'node:crypto';
import { isJsonObject } from '../../shared/json.ts';

/** Values between two pauses, and characters that are hashed together. */
const valuesPerStep = 2000;
const charactersPerHash = 2 ** 16;

/** A list, or the entries of an object in the order of their keys, of which some have been written. */
interface OpenValue {
  readonly entries: readonly unknown[];
  readonly keys: readonly string[] | null;
  next: number;
}

/** The SHA-256 of the value. `value` is as `JSON.parse` returns it. May pause at each `yield`. */
export function* digestJson(value: unknown): Generator<void, string> {
  const hash = createHash('sha256');
  let text = '';
  let values = 0;
  const open: OpenValue[] = [];
  const begin = (begun: unknown): void => {
    if (Array.isArray(begun)) {
      text += '[';
      open.push({ entries: begun, keys: null, next: 0 });
    } else if (isJsonObject(begun)) {
      text += '{';
      const keys = Object.keys(begun).sort();
      open.push({ entries: keys.map((key) => begun[key]), keys, next: 0 });
    } else text += JSON.stringify(begun);
  };
  begin(value);
  for (let current = open.at(-1); current; current = open.at(-1)) {
    const { entries, keys, next } = current;
    if (next === entries.length) {
      text += keys ? '}' : ']';
      open.pop();
    } else {
      current.next = next + 1;
      if (next > 0) text += ',';
      if (keys) text += `${JSON.stringify(keys[next])}:`;
      begin(entries[next]);
    }
    if (text.length >= charactersPerHash) {
      hash.update(text);
      text = '';
    }
    if (++values % valuesPerStep === 0) yield;
  }
  return hash.update(text).digest('hex');
}
