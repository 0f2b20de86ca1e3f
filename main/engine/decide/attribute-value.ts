/** The value of an attribute as asked for, made into what is stored ([Attribute] value types, defaults and conversions). */
import { z } from 'zod';
import type { Origin } from '../../../shared/commands.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import { type AttributeValue, attributeValue, valueTypes } from '../../../shared/kinds/attribute-value.ts';
import { plainText } from '../../../shared/rich-text/plain-text.ts';
import { writeText } from '../../../shared/rich-text/write.ts';
import { issuesOf } from '../../../shared/schema-issues.ts';
import type { Faults } from '../faults.ts';
import { readText } from './texts.ts';

const given = z.strictObject({ type: z.enum(valueTypes).optional(), data: z.unknown().optional(), plain: z.boolean().optional() });

const defaults = {
  string: null,
  'rich-text': null,
  'component-list': null,
  'asset-list': null,
  boolean: false,
  integer: 0,
  float: 0,
} as const;

/**
 * With `before`, what is omitted stays: the type, the text format (when type and plain are both omitted), the data (unless
 * the type changes: then the new type's default). Reads give `string` for both text formats, so naming `string` is no
 * change of type: its words are kept in the new format. Faults go to `faults` below `value`.
 */
export function storedValue(value: unknown, before: AnyRecord | undefined, origin: Origin, faults: Faults): unknown {
  const parsed = given.safeParse(value);
  if (!parsed.success) {
    for (const [path, message] of issuesOf(parsed.error)) faults.wrong(path === 'fields' ? 'value' : `value.${path}`, message);
    return value;
  }
  const now = before ? attributeValue.parse(before.value) : undefined;
  const type = parsed.data.type ?? now?.type;
  const { plain, data } = parsed.data;
  if (!type) {
    faults.wrong('value.type', 'is needed');
    return value;
  }
  if (plain !== undefined && type !== 'string' && type !== 'rich-text') faults.wrong('value.plain', 'goes with text only');
  if (type === 'rich-text' && plain === true) faults.wrong('value.plain', 'must be false for rich-text');
  if (type === 'string' || type === 'rich-text') {
    const kept = parsed.data.type === undefined && now?.type === 'string' ? now.plain : type === 'string';
    const isPlain = plain ?? kept;
    const held =
      data === undefined
        ? keptText(now, type, isPlain)
        : readText(data, { holds: isPlain ? 'plain' : 'rich' }, origin, 'value.data', faults);
    return { type: 'string', plain: isPlain, data: held === '' ? null : held };
  }
  const held = data !== undefined ? data : now?.type === type ? now.data : defaults[type];
  return { type, data: Array.isArray(held) && held.length === 0 ? null : held };
}

/** The text that is there, in the format asked for; none where there was another type. */
function keptText(now: AttributeValue | undefined, type: 'string' | 'rich-text', isPlain: boolean): string | null {
  if (now?.type !== 'string' || now.data === null || (type === 'rich-text' && now.plain)) return null;
  if (now.plain === isPlain) return now.data;
  if (isPlain) return plainText(now.data);
  return now.data
    .split('\n')
    .map((line) => `<p>${writeText(line)}</p>`)
    .join('');
}
