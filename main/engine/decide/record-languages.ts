/** The fields of a record that have a value for each language. */
import { isJsonObject } from '../../../shared/json.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';

/** The localized texts of the record's kind, and `status`, the translation status. */
export function localizedFieldsOf(record: AnyRecord): readonly string[] {
  const { localizedFields, fields } = getKind(record.kind);
  return 'status' in fields ? [...localizedFields, 'status'] : localizedFields;
}

export const usesLanguage = (record: AnyRecord | undefined, iso: string): boolean =>
  record !== undefined && localizedFieldsOf(record).some((field) => isJsonObject(record[field]) && Object.hasOwn(record[field], iso));

/** The record without its values in one language; the same object if it has none. */
export function removeLanguage(record: AnyRecord, iso: string): AnyRecord {
  const found = localizedFieldsOf(record).filter((field) => isJsonObject(record[field]) && Object.hasOwn(record[field], iso));
  if (found.length === 0) return record;
  const remaining = found.map((field) => [
    field,
    Object.fromEntries(Object.entries(record[field] ?? {}).filter(([locale]) => locale !== iso)),
  ]);
  return { ...record, ...Object.fromEntries(remaining) };
}
