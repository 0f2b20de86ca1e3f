/** Cells as the bodies of requests name them, and what the API would not take of them. */

import type { AttributeValue } from '../../../shared/model/kinds/attribute-value.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { richTextEquals } from '../../../shared/rich-text/rich-text-equality.ts';
import { type ApiDialect, simplifyRichText } from '../../../shared/rich-text/simplify-rich-text.ts';
import { type FieldPath, fieldNameOf, localeOf, recordFieldsAt } from '../plan/field-paths.ts';

export type RequestBody = Record<string, unknown>;

/** One cell as a request names it. */
export function fieldBody(record: AnyRecord, fieldPath: FieldPath): RequestBody {
  const locale = localeOf(fieldPath);
  const field = fieldNameOf(fieldPath);
  if (locale !== null)
    return {
      [field]: {
        [locale]: { text: toApiText(record, field, (record[field] as Record<string, { text: string | null }>)[locale]?.text ?? null) },
      },
    };
  if (record.kind === 'attribute' && fieldPath === 'value')
    return { value: attributeValueBody(record), ...(record.customId !== null && { customId: record.customId }) };
  return Object.fromEntries(recordFieldsAt(record.kind, fieldPath).map((each) => [each, toApiText(record, each, record[each])]));
}

function attributeValueBody(record: AnyRecord): RequestBody {
  const { type, data, ...rest } = record.value as AttributeValue;
  return 'plain' in rest ? { type, data: rest.plain ? data : toApiText(record, 'value', data), plain: rest.plain } : { type, data };
}

const richTextDialectOf = ({ kind }: AnyRecord, field: string): ApiDialect | undefined => {
  const holds = getKind(kind).texts[field]?.format;
  return holds === 'note' ? 'note' : holds === 'rich' ? 'api' : undefined;
};

/** [G21] What says the same in the words of the API goes in those. */
function toApiText(record: AnyRecord, field: string, text: unknown): unknown {
  const dialect = richTextDialectOf(record, field);
  if (dialect === undefined || typeof text !== 'string' || canonicalizeRichText(text, dialect).ok) return text;
  const plainer = simplifyRichText(text, dialect);
  return richTextEquals(plainer, text) ? plainer : text;
}

/** Languages of one field add up. */
export function mergeBodies(body: RequestBody, part: RequestBody): RequestBody {
  const all = { ...body };
  for (const [field, value] of Object.entries(part)) {
    const known = all[field];
    const both = typeof known === 'object' && known !== null && typeof value === 'object' && value !== null && field !== 'value';
    all[field] = both ? { ...known, ...value } : value;
  }
  return all;
}

/** [G21] The API takes less than a story may hold: what it would refuse is not sent. */
export function unsupportedTextReason(record: AnyRecord, fieldPath: FieldPath): string | undefined {
  const dialect = richTextDialectOf(record, fieldNameOf(fieldPath));
  if (dialect === undefined) return undefined;
  const part = fieldBody(record, fieldPath)[fieldNameOf(fieldPath)];
  const value = record.kind === 'attribute' ? (part as { plain?: boolean; data?: unknown }) : undefined;
  const locale = localeOf(fieldPath);
  const text = value
    ? value.plain === false
      ? value.data
      : null
    : locale === null
      ? part
      : (part as Record<string, { text: unknown }>)[locale]?.text;
  if (typeof text !== 'string' || text === '') return undefined;
  const read = canonicalizeRichText(text, dialect);
  return read.ok ? undefined : `The workspace does not take this text: ${read.error}`;
}

/** [Components] without a name it would get one: none is sent as an empty one. */
export function componentNames(record: AnyRecord, main: string): RequestBody {
  const names = Object.entries(record.name as Record<string, { text: string | null }>).map(([iso, { text }]) => [
    iso,
    { text: text ?? '' },
  ]);
  return { [main]: { text: '' }, ...Object.fromEntries(names) };
}

/** [Branch and conditions] the if is made with its branch; its id is read afterwards. */
export function branchConditions(record: AnyRecord, local: Project): RequestBody {
  const script = local.children('condition', record.id, 'conditions').find(({ role }) => role === 'if')?.script ?? null;
  return script === null ? {} : { conditions: { ifCondition: { script } } };
}
