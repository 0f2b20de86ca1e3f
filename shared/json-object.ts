/** A JSON object of unknown shape. A list is not one. */
export type JsonObject = { readonly [field: string]: unknown };

/** The given fields, as far as the object has them. */
export const pickFields = (object: JsonObject, fields: readonly string[]): JsonObject =>
  Object.fromEntries(fields.flatMap((field) => (object[field] === undefined ? [] : [[field, object[field]]])));

export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
