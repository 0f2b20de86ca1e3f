/** The texts of localized fields, for code that handles fields by their names. */
import { isJsonObject } from '../json.ts';
import { isLocalizedText, type LocalizedText } from './kinds/field-schemas.ts';

const noTexts: LocalizedText = {};

/** The texts of a field by language; without languages where the record lacks the field, or has something else in it. */
export function localizedTextOf(record: object | undefined, field: string): LocalizedText {
  const value = isJsonObject(record) ? record[field] : undefined;
  return isLocalizedText(value) ? value : noTexts;
}
