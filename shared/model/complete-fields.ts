/** Records that were stored before their kind got a new field. */
import { getFieldSchema } from './kinds/kind-schemas.ts';
import { type AnyRecord, getKind, isKindName } from './kinds/kinds.ts';

/**
 * The record with every field of its kind that has a default. A value that was imported before Taleport had the field moves from the unknown
 * fields (`extra`) to the field, if it is valid. Returns the record itself if nothing is missing.
 */
export function completeFields(record: AnyRecord): AnyRecord {
  if (!isKindName(record.kind)) return record;
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
