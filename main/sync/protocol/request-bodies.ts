/** Builds the bodies of requests. */

import type { AttributeValue } from '../../../shared/model/kinds/attribute-value.ts';
import { type AnyRecord, getKind, isOfKind } from '../../../shared/model/kinds/kinds.ts';
import { localizedTextOf } from '../../../shared/model/localized-text.ts';
import { toEquivalentRichText } from '../../../shared/rich-text/simplify-rich-text.ts';
import { type FieldPath, fieldNameOf, fieldValue, localeOf, recordFieldsAt } from '../plan/field-paths.ts';
import { apiDialectOf } from '../plan/held-texts.ts';

export type RequestBody = Record<string, unknown>;

/** The value of one field path as part of a request body. */
export function fieldBody(record: AnyRecord, fieldPath: FieldPath): RequestBody {
  const locale = localeOf(fieldPath);
  const field = fieldNameOf(fieldPath);
  if (locale !== null) return { [field]: { [locale]: { text: toApiText(record, field, fieldValue(record, fieldPath)) } } };
  if (isOfKind(record, 'attribute') && fieldPath === 'value')
    return { value: attributeValueBody(record, record.value), ...(record.customId !== null && { customId: record.customId }) };
  return Object.fromEntries(recordFieldsAt(record.kind, fieldPath).map((each) => [each, toApiText(record, each, record[each])]));
}

function attributeValueBody(record: AnyRecord, { type, data, ...rest }: AttributeValue): RequestBody {
  return 'plain' in rest ? { type, data: rest.plain ? data : toApiText(record, 'value', data), plain: rest.plain } : { type, data };
}

/** [G21] uses the simplified markup of the API if it has the same meaning. */
function toApiText(record: AnyRecord, field: string, text: unknown): unknown {
  const dialect = apiDialectOf(getKind(record.kind).texts[field]);
  return dialect === undefined || typeof text !== 'string' ? text : (toEquivalentRichText(text, dialect) ?? text);
}

/** Merges bodies; languages of the same field are combined. */
export function mergeBodies(body: RequestBody, part: RequestBody): RequestBody {
  const all = { ...body };
  for (const [field, value] of Object.entries(part)) {
    const known = all[field];
    const areObjects = typeof known === 'object' && known !== null && typeof value === 'object' && value !== null && field !== 'value';
    all[field] = areObjects ? { ...known, ...value } : value;
  }
  return all;
}

/** [Components] the remote generates a name for components without one, which an empty name prevents. */
export function componentNames(record: AnyRecord, main: string): RequestBody {
  const names = Object.entries(localizedTextOf(record, 'name')).map(([iso, { text }]) => [iso, { text: text ?? '' }]);
  return { [main]: { text: '' }, ...Object.fromEntries(names) };
}

/** [Branch and conditions] all conditions are created together with their branch; a lookup reads their ids afterwards. */
export function branchConditionsBody(conditions: readonly AnyRecord[]): RequestBody {
  const [onlyCondition] = conditions;
  // The remote creates an `if` without a script itself.
  if (conditions.length === 0 || (conditions.length === 1 && onlyCondition?.script === null)) return {};
  const withRole = (role: string) => conditions.filter((condition) => condition.role === role).map(({ script }) => ({ script }));
  const [ifCondition] = withRole('if');
  const elseIfConditions = withRole('elseIf');
  const [elseCondition] = withRole('else');
  return {
    conditions: {
      ...(ifCondition && { ifCondition }),
      ...(elseIfConditions.length > 0 && { elseIfConditions }),
      ...(elseCondition && { elseCondition }),
    },
  };
}
