/** Cells as the bodies of requests name them, and what the API would not take of them. */
import { type AnyRecord, kindNamed } from '../../../shared/kinds/all.ts';
import type { AttributeValue } from '../../../shared/kinds/attribute-value.ts';
import type { Project } from '../../../shared/project.ts';
import { readRichText } from '../../../shared/rich-text/read.ts';
import { sameRichText } from '../../../shared/rich-text/same.ts';
import { simplified, type Taken } from '../../../shared/rich-text/simplified.ts';
import { type Cell, fieldOf, localeOf } from '../plan/cells.ts';

export type Body = Record<string, unknown>;

/** One cell as a request names it. */
export function partBody(m: AnyRecord, cell: Cell): Body {
  const locale = localeOf(cell);
  const field = fieldOf(cell);
  if (locale !== null)
    return {
      [field]: { [locale]: { text: taken(m, field, (m[field] as Record<string, { text: string | null }>)[locale]?.text ?? null) } },
    };
  if (cell === 'sourceid') return { sourceid: m.sourceid, sourceType: m.sourceType };
  if (cell === 'targetid') return { targetid: m.targetid, targetType: m.targetType };
  if (m.kind === 'variable' && cell === 'value') return { type: m.type, value: m.value };
  if (m.kind === 'attribute' && cell === 'value') return { value: sentValue(m), ...(m.customId !== null && { customId: m.customId }) };
  return { [cell]: taken(m, field, m[cell]) };
}

function sentValue(m: AnyRecord): Body {
  const { type, data, ...rest } = m.value as AttributeValue;
  return 'plain' in rest ? { type, data: rest.plain ? data : taken(m, 'value', data), plain: rest.plain } : { type, data };
}

const dialectOf = ({ kind }: AnyRecord, field: string): Taken | undefined => {
  const holds = kindNamed(kind).texts[field]?.holds;
  return holds === 'note' ? 'note' : holds === 'rich' ? 'api' : undefined;
};

/** [G21] What says the same in the words of the API goes in those. */
function taken(m: AnyRecord, field: string, text: unknown): unknown {
  const dialect = dialectOf(m, field);
  if (dialect === undefined || typeof text !== 'string' || readRichText(text, dialect).ok) return text;
  const plainer = simplified(text, dialect);
  return sameRichText(plainer, text) ? plainer : text;
}

/** Languages of one field add up. */
export function merged(body: Body, part: Body): Body {
  const all = { ...body };
  for (const [field, value] of Object.entries(part)) {
    const known = all[field];
    const both = typeof known === 'object' && known !== null && typeof value === 'object' && value !== null && field !== 'value';
    all[field] = both ? { ...known, ...value } : value;
  }
  return all;
}

/** [G21] The API takes less than a story may hold: what it would refuse is not sent. */
export function refusedText(m: AnyRecord, cell: Cell): string | undefined {
  const dialect = dialectOf(m, fieldOf(cell));
  if (dialect === undefined) return undefined;
  const part = partBody(m, cell)[fieldOf(cell)];
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
  const read = readRichText(text, dialect);
  return read.ok ? undefined : `The workspace does not take this text: ${read.fault}`;
}

/** [Components] without a name it would get one: none is sent as an empty one. */
export function namesOf(m: AnyRecord, main: string): Body {
  const names = Object.entries(m.name as Record<string, { text: string | null }>).map(([iso, { text }]) => [iso, { text: text ?? '' }]);
  return { [main]: { text: '' }, ...Object.fromEntries(names) };
}

/** [Branch and conditions] the if is made with its branch; its id is read afterwards. */
export function conditionsOf(m: AnyRecord, mine: Project): Body {
  const script = mine.children('condition', m.id, 'conditions').find(({ role }) => role === 'if')?.script ?? null;
  return script === null ? {} : { conditions: { ifCondition: { script } } };
}
