/** Converts the fields of a create or change command to their stored form, and validates them. */

import { parseWithFaults, safeParseJson } from '../../../shared/contracts/schema-issues.ts';
import { message } from '../../../shared/messages/message.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import { getRecordSchema } from '../../../shared/model/kinds/kind-schemas.ts';
import type { AnyRecord, KindDefinition, KindName } from '../../../shared/model/kinds/kinds.ts';
import { localizedTextOf } from '../../../shared/model/localized-text.ts';
import { notFoundProblem } from '../../../shared/problem.ts';
import { toStoredAttributeValue } from './attribute-value.ts';
import type { DecisionContext, Fields } from './decision-context.ts';
import type { ProjectDraft } from './project-draft.ts';
import { mergeLocalizedText, toStoredText } from './stored-texts.ts';
import type { ValidationErrors } from './validation-errors.ts';

/** The fields of `requested` in stored form. `before` is the record that is being changed. Unknown fields are retained, so that the schema rejects them by name. */
export function toStoredFields(
  kind: KindDefinition,
  requested: Fields,
  before: AnyRecord | undefined,
  { draft, origin, errors }: DecisionContext,
): Fields {
  const stored: Fields = { ...requested };
  const locales = draft.find('project', 'project')?.locales.map(({ iso }) => iso) ?? [];
  for (const [field, rule] of Object.entries(kind.texts)) {
    const value = requested[field];
    if (value === undefined || kind.kind === 'attribute') continue;
    if (rule.localized) {
      const current = localizedTextOf(before, field);
      stored[field] = mergeLocalizedText(
        { value, current, rule, origin, path: field, locales, mainLocale: draft.project.mainLocale },
        errors,
      );
    } else if (!(rule.format === 'plain' && value === null)) stored[field] = toStoredText(value, rule, origin, field, errors);
  }
  if (requested.cover !== undefined && (kind.kind === 'element' || kind.kind === 'component'))
    stored.cover = toStoredCover(kind.kind, requested.cover, draft, errors);
  if (kind.kind === 'attribute' && requested.value !== undefined)
    stored.value = toStoredAttributeValue(requested.value, before, origin, errors);
  return stored;
}

/** The fields that have a value, because undefined counts as omitted. */
export const pickDefinedFields = (fields: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * Adds the errors that the schema and the rules of a kind find in the fields of a whole record, at most one for each field. If a field has
 * an error, the rules receive the valid value of `fallback` instead (the default, or that of the record before the change).
 */
export function validateShape(kind: KindDefinition, fields: Fields, fallback: Fields, errors: ValidationErrors): void {
  const read = parseWithFaults(getRecordSchema(kind.kind), fields);
  const found = read.success ? [] : read.faults.filter(([path]) => !errors.has(topLevelField(path)));
  for (const [path, fault] of found) errors.addInvalidField(path, fault);
  if (!errors.hasInvalidFields) return;
  const known = Object.fromEntries(Object.keys(kind.fields).map((field) => [field, errors.has(field) ? fallback[field] : fields[field]]));
  const parsed = safeParseJson(getRecordSchema(kind.kind), known);
  if (!parsed.success) return;
  // The schema of this kind has just accepted the fields.
  for (const rule of kind.recordRules)
    for (const [path, fault] of Object.entries(rule(parsed.data as never) ?? {}))
      if (!errors.has(topLevelField(path))) errors.addInvalidField(path, fault);
}

const topLevelField = (path: string): string => path.split('.')[0] ?? path;

const supportedCoverTypes = { element: ['image', 'template-image', 'video', 'template-video'], component: ['image', 'template-image'] };

/**
 * [Elements] the stored form of a cover. An omitted type becomes that of the asset. A missing asset is a 404; an unsupported or wrong type
 * is a 400.
 */
function toStoredCover(kind: KindName, cover: unknown, draft: ProjectDraft, errors: ValidationErrors): unknown {
  if (typeof cover !== 'object' || cover === null || !('id' in cover) || typeof cover.id !== 'string') return cover;
  const requestedType = 'type' in cover ? cover.type : undefined;
  if (requestedType === 'icon' || requestedType === 'youtube') return cover;
  const asset = draft.find('asset', cover.id);
  if (!asset) {
    errors.addProblem('cover.id', notFoundProblem(kindNoun('asset'), cover.id));
    return { type: kind === 'component' ? 'image' : 'video', ...cover };
  }
  const types = kind === 'component' ? supportedCoverTypes.component : supportedCoverTypes.element;
  if (!types.includes(asset.type)) errors.addInvalidField('cover.id', message('fault.cover.wrongType', { type: asset.type }));
  else if (requestedType !== undefined && requestedType !== asset.type)
    errors.addInvalidField('cover.type', message('fault.cover.otherType', { type: asset.type }));
  return { ...cover, type: asset.type };
}
