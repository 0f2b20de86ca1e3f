/** Records that were stored, perhaps before their kind got a new field. */
import { isJsonObject } from '../json.ts';
import { getFieldSchema } from './kinds/kind-schemas.ts';
import { type AnyRecord, getKind, isKindName } from './kinds/kinds.ts';

/**
 * The record that a stored value is; undefined if it is none. Only what records of every kind have is checked, because fields were checked by
 * the schema of their kind before they were stored, and opening a project must not take the time to do so again.
 */
export const parseRecord = (value: unknown): AnyRecord | undefined => (isRecord(value) ? completeFields(value) : undefined);

export const isRecord = (value: unknown): value is AnyRecord =>
  isJsonObject(value) &&
  typeof value.id === 'string' &&
  typeof value.kind === 'string' &&
  isKindName(value.kind) &&
  typeof value.rank === 'string' &&
  (value.outputRank === undefined || typeof value.outputRank === 'string') &&
  (value.extra === undefined || isJsonObject(value.extra)) &&
  (value.translatedFrom === undefined || isJsonObject(value.translatedFrom)) &&
  (value.localComments === undefined || isJsonObject(value.localComments));

/**
 * The record with every field of its kind that has a default. A value that was imported before Taleport had the field moves from the unknown
 * fields (`extra`) to the field, if it is valid. Returns the record itself if nothing is missing.
 */
export function completeFields(record: AnyRecord): AnyRecord {
  const { kind } = record;
  const { defaults } = getKind(kind);
  let missing: Record<string, unknown> | null = null;
  for (const field in defaults) {
    if (record[field] !== undefined) continue;
    const unknownValue = record.extra?.[field];
    missing ??= {};
    missing[field] =
      unknownValue !== undefined && getFieldSchema(kind, field)?.safeParse(unknownValue).success ? unknownValue : defaults[field];
  }
  if (missing === null) return record;
  const { extra = {}, ...rest } = record;
  const unknown = Object.entries(extra).filter(([field]) => !(field in missing));
  // The record itself, with fields of its own kind added.
  return { ...rest, ...missing, ...(unknown.length > 0 && { extra: Object.fromEntries(unknown) }) } as AnyRecord;
}
