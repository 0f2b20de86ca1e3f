/** The texts of localized fields, for code that handles fields by their names. */
import type { LocalizedText } from './kinds/field-schemas.ts';

const noTexts: LocalizedText = {};

/** The texts of a field by language; without languages where the record lacks the field. `field` must be one of the `localizedFields` of the kind. */
export const localizedTextOf = (record: object | undefined, field: string): LocalizedText =>
  // The kinds define these fields as localized texts.
  ((record as Readonly<Record<string, unknown>> | undefined)?.[field] ?? noTexts) as LocalizedText;
