/** Renames the ids of records, also in references and mentions. */
import type { JsonObject } from '../json.ts';
import type { AnyRecord } from './kinds/kinds.ts';
import type { Project } from './project.ts';

export type IdMapping = readonly (readonly [from: string, to: string])[];

/**
 * The record with all renamed ids replaced. A text or a mention that equals a generated id always refers to its record, because generated
 * ids are unique.
 */
export function replaceIdsInRecord(record: AnyRecord, names: ReadonlyMap<string, string>): AnyRecord {
  const { id, kind, extra, ...fields } = record;
  // The same fields with strings replaced by strings.
  return { ...replaceIdsInFields(fields, names), kind, id: names.get(id) ?? id, ...(extra && { extra }) } as AnyRecord;
}

/** A loop, because boards are copied with all that they have. */
function replaceIdsInFields(fields: { readonly [field: string]: unknown }, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const replaced: Record<string, unknown> = {};
  for (const key in fields) replaced[key] = replaceIds(fields[key], names);
  return replaced;
}

/** The JSON value with all renamed ids replaced. */
export function replaceIds(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? (value.includes('data-id="') ? replaceIdsInMentions(value, names) : value);
  if (Array.isArray(value)) return value.map((each) => replaceIds(each, names));
  if (typeof value !== 'object' || value === null) return value;
  // A JSON object.
  return replaceIdsInFields(value as JsonObject, names);
}

/** Whether `replaceIds` would replace anything. */
export function containsIdOf(value: unknown, names: ReadonlyMap<string, string>): boolean {
  if (typeof value === 'string') return names.has(value) || (value.includes('data-id="') && replaceIdsInMentions(value, names) !== value);
  if (typeof value !== 'object' || value === null) return false;
  for (const each of Object.values(value)) if (containsIdOf(each, names)) return true;
  return false;
}

const replaceIdsInMentions = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(/ data-id="([^"]*)"/g, (match, id: string) => (names.has(id) ? ` data-id="${names.get(id)}"` : match));

/** The result of a renaming: the renamed records and those that refer to them, and the ids that no longer exist. */
export function applyIdMapping(project: Project, renaming: IdMapping): { put: AnyRecord[]; removedIds: string[] } {
  const names = new Map(renaming);
  const ids = new Set(renaming.flatMap(([from]) => [from, ...project.referrersOf(from)]));
  const put = [...ids].sort().flatMap((id) => {
    const record = project.get(id);
    return record ? [replaceIdsInRecord(record, names)] : [];
  });
  return { put, removedIds: renaming.flatMap(([from]) => (project.has(from) ? [from] : [])) };
}
