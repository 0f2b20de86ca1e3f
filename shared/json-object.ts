/** An object of JSON of unknown shape. Lists are none. */
export type JsonObject = { readonly [field: string]: unknown };

export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
