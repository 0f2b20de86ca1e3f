/** Reads JSON of unknown shape from a remote, which is not trusted. */
import { isJsonObject, type JsonObject } from '../../../shared/json.ts';

export const objectAt = (raw: JsonObject, field: string): JsonObject => {
  const value = raw[field];
  return isJsonObject(value) ? value : {};
};

export const stringAt = (raw: JsonObject, field: string): string | undefined => {
  const value = raw[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

export const arrayAt = (raw: JsonObject, field: string): readonly unknown[] => {
  const value = raw[field];
  return Array.isArray(value) ? value : [];
};

/** The ids in a list; other values are left out. */
export const idsAt = (raw: JsonObject, field: string): string[] => arrayAt(raw, field).filter((id) => typeof id === 'string');
