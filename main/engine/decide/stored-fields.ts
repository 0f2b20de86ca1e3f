/** What a create or change gives, made into what a record stores. */

import { listSchemaIssues } from '../../../shared/contracts/schema-issues.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { getRecordSchema } from '../../../shared/model/kinds/kind-schemas.ts';
import type { AnyRecord, KindDefinition } from '../../../shared/model/kinds/kinds.ts';
import { toStoredAttributeValue } from './attribute-value.ts';
import { toStoredCover } from './cover.ts';
import type { DecisionContext } from './decision-context.ts';
import { mergeLocalizedText, toStoredText } from './stored-texts.ts';
import type { ValidationErrors } from './validation-errors.ts';

type Fields = Record<string, unknown>;

/** The fields of `given` in stored form. `before` is the record a change starts from. Unknown fields stay: the schema refuses them by name. */
export function toStoredFields(
  kind: KindDefinition,
  given: Fields,
  before: AnyRecord | undefined,
  { draft, origin, errors }: DecisionContext,
): Fields {
  const stored: Fields = { ...given };
  const locales = draft.find('project', 'project')?.locales.map(({ iso }) => iso) ?? [];
  for (const [field, rule] of Object.entries(kind.texts)) {
    const value = given[field];
    if (value === undefined || kind.kind === 'attribute') continue;
    if (rule.localized) {
      const current = (before?.[field] ?? {}) as LocalizedText;
      stored[field] = mergeLocalizedText(
        { value, current, rule, origin, path: field, locales, mainLocale: draft.project.mainLocale },
        errors,
      );
    } else if (!(rule.format === 'plain' && value === null)) stored[field] = toStoredText(value, rule, origin, field, errors);
  }
  if (given.cover !== undefined && (kind.kind === 'element' || kind.kind === 'component'))
    stored.cover = toStoredCover(kind.kind, given.cover, draft, errors);
  if (kind.kind === 'attribute' && given.value !== undefined) stored.value = toStoredAttributeValue(given.value, before, origin, errors);
  return stored;
}

/** What is there of `fields`: one that is undefined counts as not given. */
export const pickDefinedFields = (fields: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * Adds what the kind's schema and its rules have against the fields of a whole record. Of a field that something is said
 * of already nothing more is said; the rules then see what `sound` has in its place (the defaults, or the record before).
 */
export function validateShape(kind: KindDefinition, fields: Fields, sound: Fields, faults: ValidationErrors): void {
  const read = getRecordSchema(kind.kind).safeParse(fields);
  const issues = read.success ? [] : listSchemaIssues(read.error).filter(([path]) => !faults.has(topLevelField(path)));
  for (const [path, message] of issues) faults.addInvalidField(path, message);
  if (!faults.hasInvalidFields) return;
  const known = Object.fromEntries(Object.keys(kind.fields).map((field) => [field, faults.has(field) ? sound[field] : fields[field]]));
  const parsed = getRecordSchema(kind.kind).safeParse(known);
  if (!parsed.success) return;
  for (const rule of kind.recordRules)
    for (const [path, message] of Object.entries(rule(parsed.data as never) ?? {}))
      if (!faults.has(topLevelField(path))) faults.addInvalidField(path, message);
}

const topLevelField = (path: string): string => path.split('.')[0] ?? path;
