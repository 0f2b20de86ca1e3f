/** JSON and other values of unknown shape. */

/** A JSON object of unknown shape. A list is not one. */
export type JsonObject = { readonly [field: string]: unknown };

/** The given fields, as far as the object has them. */
export const pickFields = (object: JsonObject, fields: readonly string[]): JsonObject =>
  Object.fromEntries(fields.flatMap((field) => (object[field] === undefined ? [] : [[field, object[field]]])));

export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; undefined if the text is not valid. JSON itself has no undefined. */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An object with a value for each of the keys. */
export const objectFromKeys = <K extends string, V>(keys: readonly K[], createValue: (key: K) => V): Readonly<Record<K, V>> =>
  // Object.fromEntries gives up the names of the keys.
  Object.fromEntries(keys.map((key) => [key, createValue(key)])) as Record<K, V>;

/** Whether a value is one of a list. Unlike `includes` of a list of literals, it takes any value, and the type of the value follows. */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.some((each) => each === value);
