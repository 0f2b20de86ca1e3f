/** Renames ids: of records, in references and in mentions. */
import type { AnyRecord } from './kinds/kinds.ts';
import type { Project } from './project.ts';

export type IdMapping = readonly (readonly [from: string, to: string])[];

/** The record with all renamed ids replaced. A generated id that is a whole text, or in a mention, is always an id. */
export function replaceIdsInRecord(record: AnyRecord, names: ReadonlyMap<string, string>): AnyRecord {
  const { id, kind, extra, ...fields } = record;
  return { ...(replaceIds(fields, names) as object), kind, id: names.get(id) ?? id, ...(extra && { extra }) } as AnyRecord;
}

function replaceIds(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? (value.includes('data-id="') ? replaceIdsInMentions(value, names) : value);
  if (Array.isArray(value)) return value.map((each) => replaceIds(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaceIds(inner, names)]));
}

const replaceIdsInMentions = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(/ data-id="([^"]*)"/g, (whole, id: string) => (names.has(id) ? ` data-id="${names.get(id)}"` : whole));

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
