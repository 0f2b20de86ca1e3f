/** The bodies of requests, and which texts the API does not accept. */

import { type Message, message } from '../../../shared/messages/message.ts';
import type { AttributeValue } from '../../../shared/model/kinds/attribute-value.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { richTextEquals } from '../../../shared/rich-text/rich-text-equality.ts';
import { type ApiDialect, simplifyRichText } from '../../../shared/rich-text/simplify-rich-text.ts';
import { type FieldPath, fieldNameOf, fieldValue, localeOf, recordFieldsAt } from '../plan/field-paths.ts';

export type RequestBody = Record<string, unknown>;

/** One field path's value as part of a request body. */
export function fieldBody(record: AnyRecord, fieldPath: FieldPath): RequestBody {
  const locale = localeOf(fieldPath);
  const field = fieldNameOf(fieldPath);
  if (locale !== null) return { [field]: { [locale]: { text: toApiText(record, field, fieldValue(record, fieldPath)) } } };
  if (record.kind === 'attribute' && fieldPath === 'value')
    return { value: attributeValueBody(record), ...(record.customId !== null && { customId: record.customId }) };
  return Object.fromEntries(recordFieldsAt(record.kind, fieldPath).map((each) => [each, toApiText(record, each, record[each])]));
}

function attributeValueBody(record: AnyRecord): RequestBody {
  // The record of an attribute.
  const { type, data, ...rest } = record.value as AttributeValue;
  return 'plain' in rest ? { type, data: rest.plain ? data : toApiText(record, 'value', data), plain: rest.plain } : { type, data };
}

const richTextDialectOf = ({ kind }: AnyRecord, field: string): ApiDialect | undefined => {
  const format = getKind(kind).texts[field]?.format;
  if (format === 'note') return 'note';
  return format === 'rich' ? 'api' : undefined;
};

/** [G21] Sends the simplified markup of the API where it means the same. */
function toApiText(record: AnyRecord, field: string, text: unknown): unknown {
  const dialect = richTextDialectOf(record, field);
  if (dialect === undefined || typeof text !== 'string' || canonicalizeRichText(text, dialect).ok) return text;
  const simplified = simplifyRichText(text, dialect);
  return richTextEquals(simplified, text) ? simplified : text;
}

/** Merges bodies; languages of one field are combined. */
export function mergeBodies(body: RequestBody, part: RequestBody): RequestBody {
  const all = { ...body };
  for (const [field, value] of Object.entries(part)) {
    const known = all[field];
    const areObjects = typeof known === 'object' && known !== null && typeof value === 'object' && value !== null && field !== 'value';
    all[field] = areObjects ? { ...known, ...value } : value;
  }
  return all;
}

/** [G21] Why the API rejects the text at this field path; undefined where it accepts it. */
export function unsupportedTextReason(record: AnyRecord, fieldPath: FieldPath): Message | undefined {
  const dialect = richTextDialectOf(record, fieldNameOf(fieldPath));
  if (dialect === undefined) return undefined;
  const part = fieldBody(record, fieldPath)[fieldNameOf(fieldPath)];
  const text = record.kind === 'attribute' ? richAttributeText(part) : textInBody(part, localeOf(fieldPath));
  if (typeof text !== 'string' || text === '') return undefined;
  const read = canonicalizeRichText(text, dialect);
  return read.ok ? undefined : message('sync.rejection.unsupportedText', { reason: read.error });
}

/** `value`: the body of an attribute's value. */
function richAttributeText(value: unknown): unknown {
  // attributeValueBody builds it.
  const { plain, data } = value as { plain?: boolean; data?: unknown };
  return plain === false ? data : null;
}

/** `part`: the body of a field; fieldBody wraps localized texts by their locale. */
const textInBody = (part: unknown, locale: string | null): unknown =>
  locale === null ? part : (part as Record<string, { text: unknown }>)[locale]?.text;

/** [Components] The remote names components without a name: an empty name prevents that. */
export function componentNames(record: AnyRecord, main: string): RequestBody {
  // The record of a component.
  const names = Object.entries(record.name as Record<string, { text: string | null }>).map(([iso, { text }]) => [
    iso,
    { text: text ?? '' },
  ]);
  return { [main]: { text: '' }, ...Object.fromEntries(names) };
}

/** [Branch and conditions] The if is created with its branch; a lookup reads its id afterwards. */
export function branchConditions(record: AnyRecord, local: Project): RequestBody {
  const script = local.children('condition', record.id, 'conditions').find(({ role }) => role === 'if')?.script ?? null;
  return script === null ? {} : { conditions: { ifCondition: { script } } };
}
