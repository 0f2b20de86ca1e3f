import { isJsonObject, type JsonObject } from '../json.ts';

/** [G26] The project in an exported story, without the object `{"project": …}` that some formats wrap around it. */
export function unwrapProject(json: unknown): JsonObject {
  if (!isJsonObject(json)) return {};
  return isJsonObject(json.project) && json.boards === undefined ? json.project : json;
}
