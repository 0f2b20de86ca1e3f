/** Valid bodies generated from the schemas of the route table, and ways to corrupt them. Most references in a body are valid. */
import type { z } from 'zod';
import type { Dice } from './dice.ts';

/** Ids of the project by type, and some of another project. */
export interface IdPool {
  readonly hash: string;
  readonly otherHash: string;
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly otherIds: readonly string[];
}

interface Def {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly in?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
}
// Zod's type of `def` is the part that all schemas share; `Def` describes what those of requests have besides.
const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;

/** A value that the schema probably accepts. */
export function validValue(schema: z.ZodType, field: string, dice: Dice, pool: IdPool): unknown {
  const { type, shape, innerType, element, in: before, options, entries, values } = defOf(schema);
  switch (type) {
    case 'object':
      return soundObject(shape ?? {}, dice, pool);
    case 'optional':
    case 'nullable':
      if (type === 'nullable' && dice.once(5)) return null;
      return innerType && validValue(innerType, field, dice, pool);
    case 'pipe':
      return before && validValue(before, field, dice, pool);
    case 'union':
      return validValue(dice.oneOf(options ?? []), field, dice, pool);
    case 'array':
      return Array.from({ length: dice.below(4) }, () => element && validValue(element, field, dice, pool));
    case 'enum':
      return dice.oneOf(Object.values(entries ?? {}));
    case 'literal':
      return values?.[0];
    case 'boolean':
      return dice.once(2);
    case 'number':
      return numberFor(field, dice);
    case 'string':
      return textFor(field, dice, pool);
    case 'record':
      return field === 'cover' ? coverFor(dice, pool) : {};
    default:
      return field === 'data' ? dataFor(dice, pool) : localizedFor(dice);
  }
}

function soundObject(shape: Readonly<Record<string, z.ZodType>>, dice: Dice, pool: IdPool): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(shape))
    if (defOf(schema).type !== 'optional' || dice.once(2)) made[field] = validValue(schema, field, dice, pool);
  return made;
}

function numberFor(field: string, dice: Dice): number {
  if (field === 'index') return dice.below(5);
  if (field === 'labelLocation') return dice.next();
  return dice.below(3000) / dice.oneOf([1, 1, 4]);
}

/** The type of the ids that a field refers to. */
const named: Readonly<Record<string, string>> = {
  boardId: 'board',
  parentId: 'folder',
  elementId: 'element',
  targetElementId: 'element',
  componentId: 'component',
  assetId: 'asset',
  sourceid: 'element',
  targetid: 'element',
  id: 'element',
};

function textFor(field: string, dice: Dice, { ids }: IdPool): string {
  const known = ids[named[field] ?? ''];
  if (known && known.length > 0 && !dice.once(12)) return dice.oneOf(known);
  if (field === 'name' || field === 'customId') return dice.oneOf(['v', 'n', 'x']) + dice.below(1e6);
  if (field === 'script') return dice.oneOf(['a == 1', '', 'visits(x) > 2']);
  if (field === 'value') return dice.oneOf(['', 'words']);
  return dice.oneOf(['<p>Go on.</p>', '<p>A <b>door</b></p>', 'plain words', '']);
}

const localizedFor = (dice: Dice): unknown =>
  dice.oneOf<unknown>(['<p>Text</p>', null, 'words', { en: '<p>Hi</p>' }, { de: { text: 'x' } }, { en: null, de: 'y' }, {}]);

const dataFor = (dice: Dice, { ids }: IdPool): unknown =>
  dice.oneOf<unknown>([null, true, 3, 1.5, 'words', [], [{ id: 'r', component: dice.oneOf(ids.component ?? ['x']) }]]);

const coverFor = (dice: Dice, { ids }: IdPool): unknown =>
  dice.oneOf<unknown>([
    { id: dice.oneOf(ids.asset ?? ['x']) },
    { type: 'icon', file: 'a.svg' },
    { type: 'youtube', url: 'https://youtu.be/x' },
    {},
  ]);

const deep = (levels: number): unknown => {
  let value: unknown = 0;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { en: value };
  return value;
};
const polluted = (): unknown => JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}');

/** Unusual values that code may not expect. */
const hostile: readonly (() => unknown)[] = [
  ...[null, true, false, 0, -1, -0, 1.5, 1e308, -1e308, 2 ** 53, 5e-324, 40_001, '', ' ', '-', '0', 'NaN'].map((value) => () => value),
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'root_asset',
    'project',
    'null',
    '\u0000',
    '\ud800',
    '\udc00\ud800',
    '\u202e\u2066',
  ].map((value) => () => value),
  ...[
    '../../etc/passwd',
    '<script>alert(1)</script>',
    "'; drop table record; --",
    '%00',
    '{{7*7}}',
    '\r\nSet-Cookie: a=b',
    '&#x110000;&lt;',
  ].map((value) => () => value),
  () => [],
  () => ({}),
  () => [[]],
  () => [null],
  () => ({ length: 1e9 }),
  () => ({ text: 'x' }),
  () => ({ en: { text: { text: 'x' } } }),
  () => ({ toString: 'x', valueOf: 1 }),
  () => ({ toJSON: 'x', length: -1 }),
  () => ({ id: 'x', type: 'image' }),
  polluted,
  () => deep(30),
  () => deep(150),
  () => Array.from({ length: 200 }, () => ({})),
  () => Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`k${at}`, at])),
  () => 'ä'.repeat(300),
  () => '<p>'.repeat(300),
  () => `<p>${'<b>'.repeat(120)}`,
];
/** Large values are rare. */
const huge: readonly (() => unknown)[] = [
  () => 'x'.repeat(200_000),
  () => '<p>a</p>'.repeat(20_000),
  () => '&amp;'.repeat(30_000),
  () => `<span${' '.repeat(40_000)}`,
  () => `${'<span '.repeat(10_000)}`,
  () => `${'a<'.repeat(20_000)}b`,
  () => 'a'.repeat(50_000),
  () => Array.from({ length: 20_000 }, (_, at) => at),
];

export const hostileValue = (dice: Dice): unknown => (dice.once(400) ? dice.oneOf(huge)() : dice.oneOf(hostile)());

const hostileKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  'id',
  'rank',
  'kind',
  'extra',
  'status',
  'cId',
  'cType',
  'role',
  'do',
  'fields',
  'at',
  'title/__proto__',
  'title.constructor.text',
  'title/en/text/more',
  'title//text',
  'title/',
  'content.en.text',
  'name/__proto__/text',
  'label/toString/text',
  'label.en.text',
  'x.y',
  'Index',
  'k'.repeat(3000),
  '\u0000',
  '\ud800',
];

type Bag = Record<string, unknown>;
const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null;

/** Sets a key as JSON.parse would: `__proto__` becomes a key like any other. */
function put(bag: Bag, key: string, value: unknown): void {
  Object.defineProperty(bag, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Corrupts one place of a body, in place. */
export function corruptBody(body: Bag, dice: Dice): void {
  let at = body;
  for (let depth = 0; depth < 4 && dice.once(2); depth++) {
    const inner = Object.values(at).filter(isBag);
    if (inner.length === 0) break;
    at = dice.oneOf(inner);
  }
  const key = dice.find(Object.keys(at));
  const way = dice.below(6);
  if (way === 0 || key === undefined) put(at, dice.oneOf(hostileKeys), dice.once(2) ? hostileValue(dice) : 'x');
  else if (way === 1) delete at[key];
  else if (way === 2) put(at, key, [at[key]]);
  else if (way === 3) {
    const value = at[key];
    delete at[key];
    put(at, dice.once(2) ? key.toUpperCase() : dice.oneOf(hostileKeys), value);
  } else put(at, key, hostileValue(dice));
}

const encoder = new TextEncoder();

/** Corrupts the text of a body: invalid JSON, invalid UTF-8, or JSON that parsers interpret differently. */
export function corruptText(text: string, dice: Dice): string | Uint8Array<ArrayBuffer> {
  const cut = dice.below(text.length + 1);
  return dice.oneOf<() => string | Uint8Array<ArrayBuffer>>([
    () => text.slice(0, cut),
    () =>
      `${text.slice(0, cut)}${dice.oneOf(['"', '\\', '{', '}', ',', ':', '\u0000', '\n', 'NaN', '//', "'", '0x1', '1e999', '-', '.5', '01', '[', '\ud83d'])}${text.slice(cut)}`,
    () => `${text}${dice.oneOf(['x', '{}', ',', '\u0000', ' \n\t '])}`,
    () => `\ufeff${text}`,
    () => text.replace(/"/g, "'"),
    () =>
      text.replace(/:\s*[^,}]+/, `:${dice.oneOf(['NaN', 'Infinity', 'undefined', '1e400', '-1e400', '0x10', '1_000', '+1', '.1', '1.'])}`),
    () => text.replace(/^\{"([^"]+)":/, '{"$1":null,"$1":'),
    () => text.replace(/^\{/, '{"__proto__":{"polluted":true},'),
    () => dice.oneOf(['', ' ', 'null', 'true', '0', '""', '[]', '[{}]', '{', '}', '{}{}', 'undefined', '{"a":1,}', '{a:1}', '/**/{}']),
    () => '['.repeat(dice.oneOf([10, 250, 5000])),
    () => `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`,
    () => new Uint8Array(Buffer.from(text, 'utf16le')),
    () => withBytes(text, [0xff, 0xfe, 0x80]),
    () => withBytes(text, [0xc3, 0x28]),
    () => withBytes(text, [0xed, 0xa0, 0x80]),
    () => new Uint8Array(Buffer.from(text, 'latin1')),
  ])();
}

/** Bytes that are invalid UTF-8, inside the last string of a text. */
function withBytes(text: string, bytes: readonly number[]): Uint8Array<ArrayBuffer> {
  const at = Math.max(1, text.lastIndexOf('"'));
  return Uint8Array.from([...encoder.encode(text.slice(0, at)), ...bytes, ...encoder.encode(text.slice(at))]);
}
