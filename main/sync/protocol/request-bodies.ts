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
export function fieldBody(m: AnyRecord, cell: FieldPath): RequestBody {
  const locale = localeOf(cell);
  const field = fieldNameOf(cell);
  if (locale !== null)
    return {
      [field]: { [locale]: { text: toApiText(m, field, (m[field] as Record<string, { text: string | null }>)[locale]?.text ?? null) } },
    };
  if (m.kind === 'attribute' && cell === 'value')
    return { value: attributeValueBody(m), ...(m.customId !== null && { customId: m.customId }) };
  return Object.fromEntries(recordFieldsAt(m.kind, cell).map((each) => [each, toApiText(m, each, m[each])]));
}

function attributeValueBody(m: AnyRecord): RequestBody {
  const { type, data, ...rest } = m.value as AttributeValue;
  return 'plain' in rest ? { type, data: rest.plain ? data : toApiText(m, 'value', data), plain: rest.plain } : { type, data };
}

const richTextDialectOf = ({ kind }: AnyRecord, field: string): ApiDialect | undefined => {
  const holds = getKind(kind).texts[field]?.format;
  return holds === 'note' ? 'note' : holds === 'rich' ? 'api' : undefined;
};

/** [G21] What says the same in the words of the API goes in those. */
function toApiText(m: AnyRecord, field: string, text: unknown): unknown {
  const dialect = richTextDialectOf(m, field);
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
export function unsupportedTextReason(m: AnyRecord, cell: FieldPath): string | undefined {
  const dialect = richTextDialectOf(m, fieldNameOf(cell));
  if (dialect === undefined) return undefined;
  const part = fieldBody(m, cell)[fieldNameOf(cell)];
  const value = m.kind === 'attribute' ? (part as { plain?: boolean; data?: unknown }) : undefined;
  const locale = localeOf(cell);
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
export function componentNames(m: AnyRecord, main: string): RequestBody {
  const names = Object.entries(m.name as Record<string, { text: string | null }>).map(([iso, { text }]) => [iso, { text: text ?? '' }]);
  return { [main]: { text: '' }, ...Object.fromEntries(names) };
}

/** [Branch and conditions] the if is made with its branch; its id is read afterwards. */
export function branchConditions(m: AnyRecord, mine: Project): RequestBody {
  const script = mine.children('condition', m.id, 'conditions').find(({ role }) => role === 'if')?.script ?? null;
  return script === null ? {} : { conditions: { ifCondition: { script } } };
}
