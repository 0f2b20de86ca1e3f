/** Which fields of a record hold something for each language, and whether they hold it for one. */
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';

/** The localized texts of its kind, and how far their translation is. */
export function localizedFieldsOf(record: AnyRecord): string[] {
  const { texts, fields } = getKind(record.kind);
  const localized = Object.keys(texts).filter((field) => texts[field]?.localized);
  return 'status' in fields ? [...localized, 'status'] : localized;
}

export const usesLanguage = (record: AnyRecord | undefined, iso: string): boolean =>
  record !== undefined && localizedFieldsOf(record).some((field) => isObject(record[field]) && Object.hasOwn(record[field], iso));

/** Without anything in one language; the same record when there is nothing. */
export function removeLanguage(record: AnyRecord, iso: string): AnyRecord {
  const found = localizedFieldsOf(record).filter((field) => isObject(record[field]) && Object.hasOwn(record[field], iso));
  if (found.length === 0) return record;
  const left = found.map((field) => [field, Object.fromEntries(Object.entries(record[field] ?? {}).filter(([locale]) => locale !== iso))]);
  return { ...record, ...Object.fromEntries(left) };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
