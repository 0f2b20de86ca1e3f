/** An object of JSON of unknown shape. Lists are none. */
export type JsonObject = { readonly [field: string]: unknown };

/** The given fields, as far as the object has them. */
export const pickFields = (object: JsonObject, fields: readonly string[]): JsonObject =>
  Object.fromEntries(fields.flatMap((field) => (object[field] === undefined ? [] : [[field, object[field]]])));

export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
