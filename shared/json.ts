/** JSON and other values of unknown shape. */
import { splitText } from './text.ts';

/** A JSON object of unknown shape. A list is not one. */
export type JsonObject = { readonly [field: string]: unknown };

/** The given fields, as far as the object has them. */
export const pickFields = (object: JsonObject, fields: readonly string[]): JsonObject =>
  Object.fromEntries(fields.flatMap((field) => (object[field] === undefined ? [] : [[field, object[field]]])));

/** Only the fields that have a value: an undefined one must not overwrite another, or counts as omitted. */
export const definedFields = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  // The filter removes just what the type excludes.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };

export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether JSON is nested more deeply than in any real story, so that walking it recursively could overflow the stack. */
export function isTooDeep(value: unknown, left = 50): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1));
}

/** In characters. Shorter texts are written in one step of about four milliseconds. */
const longText = 2 ** 20;

/** Whether a JSON value contains a text that takes long to write. */
function containsLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > longText;
  return typeof value === 'object' && value !== null && Object.values(value).some(containsLongText);
}

/** The text that `JSON.stringify` returns for a JSON object, in steps within long texts, of which V8 writes 20 MB in 100 ms. */
export function* stringifyInSteps(value: object): Generator<undefined, string> {
  if (!containsLongText(value)) return JSON.stringify(value);
  const pieces: string[] = [];
  function* write(inner: unknown): Generator<undefined, void> {
    if (!containsLongText(inner)) pieces.push(JSON.stringify(inner) ?? 'null');
    else if (typeof inner === 'string') {
      pieces.push('"');
      let written = 0;
      for (const piece of splitText(inner)) {
        pieces.push(JSON.stringify(piece).slice(1, -1));
        written += piece.length;
        if (written < longText) continue;
        written = 0;
        yield;
      }
      pieces.push('"');
    } else if (Array.isArray(inner)) {
      for (const [index, each] of inner.entries()) {
        pieces.push(index === 0 ? '[' : ',');
        yield* write(each);
      }
      pieces.push(']');
    } else {
      let before = '{';
      for (const [key, each] of Object.entries(Object(inner))) {
        if (each === undefined) continue;
        pieces.push(before, JSON.stringify(key), ':');
        yield* write(each);
        before = ',';
      }
      pieces.push('}');
    }
  }
  yield* write(value);
  return pieces.join('');
}

export interface JsonLimits {
  /** The number of entries of lists and objects on all levels, including the lists and objects themselves. */
  readonly values: number;
  /** The number of levels of nested lists and objects. */
  readonly depth: number;
}

/** `values` and `depth`: the text exceeds the limit with that name. `encoding`: its bytes are not UTF-8. */
export class JsonTextError extends Error {
  readonly fault: 'encoding' | 'values' | 'depth';

  constructor(fault: JsonTextError['fault'], options?: ErrorOptions) {
    super(fault, options);
    this.fault = fault;
  }
}

/** For texts that are expected to be short and flat: settings, records of processes, manifests, messages. */
export const smallJsonLimits: JsonLimits = { values: 100_000, depth: 64 };

/**
 * Parses a text that does not come from this process. `JSON.parse` takes about 55 bytes of memory for each `[` of a text, so the text is
 * first checked against limits. Throws a JsonTextError if it exceeds one, and a SyntaxError if it is not JSON. Larger texts are parsed by
 * `parseJsonInSlices`.
 */
export function parseUntrustedJson(text: string, limits: JsonLimits = smallJsonLimits): unknown {
  const counter = new JsonLimitCounter(limits);
  const encoder = new TextEncoder();
  // All bytes at once would take as long to encode as to parse.
  for (const piece of splitText(text)) {
    const exceeded = counter.count(encoder.encode(piece));
    if (exceeded) throw new JsonTextError(exceeded);
  }
  return JSON.parse(text);
}

/** The same; undefined if the text is not valid or exceeds a limit. JSON itself has no undefined. */
export function parseJsonOrUndefined(text: string, limits?: JsonLimits): unknown {
  try {
    return parseUntrustedJson(text, limits);
  } catch {
    return undefined;
  }
}

/** A text of up to this many characters takes at most about 14 MB when it is parsed, whatever it contains. */
const harmlessCharacters = 2 ** 18;

/**
 * Parses a value that this program has stored in a database. The database may have been replaced or edited, so long texts are checked
 * against limits that no stored value reaches. Throws like `parseUntrustedJson`.
 */
export const parseStoredJson = (text: string): unknown =>
  text.length <= harmlessCharacters
    ? JSON.parse(text)
    : parseUntrustedJson(text, { values: Math.max(1_000_000, text.length / 4), depth: 500 });

/**
 * Counts the values and levels of a text before the first value is created, because a text with too many must not take memory. The text is
 * UTF-8, and may be invalid.
 */
export class JsonLimitCounter {
  readonly #limits: JsonLimits;
  #values = 0;
  #level = 0;
  #isInString = false;
  /** The bytes at the beginning of the next piece that belong to an escaped character. */
  #escaped = 0;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
  }

  /** Counts the next piece of the text. Returns the limit that the text exceeds up to its end. */
  count(bytes: Uint8Array): 'values' | 'depth' | null {
    const { values: maxValues, depth: maxDepth } = this.#limits;
    let [at, values, level, isInString] = [this.#escaped, this.#values, this.#level, this.#isInString];
    const end = bytes.length;
    for (; at < end; at++) {
      if (isInString) {
        at = findStringEnd(bytes, at, end);
        if (at >= end) break;
        isInString = false;
        continue;
      }
      const code = bytes[at];
      if (code === quote) isInString = true;
      else if (code === closeList || code === closeObject) level--;
      else if (code === comma || code === openList || code === openObject) {
        if (++values > maxValues) return 'values';
        if (code !== comma && ++level > maxDepth) return 'depth';
      }
    }
    [this.#escaped, this.#values, this.#level, this.#isInString] = [Math.max(0, at - end), values, level, isInString];
    return null;
  }
}

/** The characters that give JSON its structure, in any encoding that extends ASCII. */
export const jsonCodes = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  openList: 0x5b,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
};

/**
 * The position of the quote that ends a string, from a position in it. If there is none before `end`: the position from which to go on, which is
 * `end`, or the next one if an escaped character is between.
 */
export function findStringEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  for (; at < end; at++) {
    const code = bytes[at];
    if (code === quote) return at;
    if (code === backslash) at++;
  }
  return at;
}
const { quote, backslash, comma, openList, closeList, openObject, closeObject } = jsonCodes;

/** An object with a value for each of the keys. */
export const objectFromKeys = <K extends string, V>(keys: readonly K[], createValue: (key: K) => V): Readonly<Record<K, V>> =>
  // Object.fromEntries gives up the names of the keys.
  Object.fromEntries(keys.map((key) => [key, createValue(key)])) as Record<K, V>;

/** Whether a value is one of a list. Unlike `includes` of a list of literals, it takes any value, and the type of the value follows. */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.some((each) => each === value);
