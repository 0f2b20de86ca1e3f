/** The value of an attribute as asked for, made into what is stored ([Attribute] value types, defaults and conversions). */
import { z } from 'zod';
import type { Origin } from '../../../shared/commands.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import { type AttributeValue, attributeValue, valueTypes } from '../../../shared/kinds/attribute-value.ts';
import { readText } from './texts.ts';

const given = z.strictObject({ type: z.enum(valueTypes).optional(), data: z.unknown().optional(), plain: z.boolean().optional() });
type Given = z.infer<typeof given>;

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
 * the type changes: then the new type's default). Faults go to `faults` below `value`.
 */
export function storedValue(value: unknown, before: AnyRecord | undefined, origin: Origin, faults: Record<string, string>): unknown {
  const parsed = given.safeParse(value);
  if (!parsed.success) return value;
  const now = before ? attributeValue.parse(before.value) : undefined;
  const nowType = now && (now.type === 'string' && !now.plain ? 'rich-text' : now.type);
  const type = parsed.data.type ?? nowType;
  if (!type) return value;
  if (parsed.data.plain !== undefined && type !== 'string' && type !== 'rich-text') faults['value.plain'] = 'goes with text only';
  if (type === 'rich-text' && parsed.data.plain === true) faults['value.plain'] = 'must be false for rich-text';
  const keeps = now !== undefined && (type === nowType || (now.type === 'string' && (type === 'string' || type === 'rich-text')));
  const data = parsed.data.data !== undefined ? parsed.data.data : keeps && sameBase(now, type) ? now.data : defaults[type];
  if (type === 'string' || type === 'rich-text') return text(type, data, parsed.data, now, origin, faults);
  if (type === 'component-list' || type === 'asset-list') return { type, data: Array.isArray(data) && data.length === 0 ? null : data };
  return { type, data };
}

function text(
  type: 'string' | 'rich-text',
  data: unknown,
  { plain, type: named }: Given,
  now: AttributeValue | undefined,
  origin: Origin,
  faults: Record<string, string>,
): unknown {
  const stays = named === undefined && plain === undefined && now?.type === 'string';
  const isPlain = stays ? now.plain : (plain ?? type === 'string');
  const holds = isPlain ? 'plain' : 'rich';
  const stored = readText(data, { holds }, origin, 'value.data', faults);
  return { type: 'string', plain: isPlain, data: stored === '' ? null : stored };
}

const sameBase = (now: AttributeValue, type: string): boolean => now.type === type || (now.type === 'string' && type === 'rich-text');
