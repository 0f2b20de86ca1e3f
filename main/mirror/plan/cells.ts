/**
 * A cell is the smallest thing that is merged: a field, one language of a localized text, fields that only make sense together, or one
 * field that we do not know (`extra`). Which cells the remote takes, and when two values of one are the same ([G21]).
 */
import { same } from '../../../shared/changes.ts';
import { type AnyRecord, type KindName, kindNamed } from '../../../shared/kinds/all.ts';
import { referencesOf, textsOf } from '../../../shared/references.ts';
import { mentionsIn, withoutLabels } from '../../../shared/rich-text/mentions.ts';
import { sameRichText } from '../../../shared/rich-text/same.ts';

/** A field's name, or `<field>/<locale>`, or `extra/<name>`. */
export type Cell = string;

/** Fields that are one cell, under the name of the first. */
const together: { readonly [K in KindName]?: readonly (readonly string[])[] } = {
  connection: [
    ['sourceid', 'sourceType'],
    ['targetid', 'targetType'],
  ],
  variable: [['value', 'type']],
  attribute: [['value', 'customId']],
};

/** What a request can set. All other fields are the remote's: they are read and never sent. */
const sent: { readonly [K in KindName]: readonly string[] } = {
  project: ['name', 'startingElement', 'css'],
  board: ['name', 'customId'],
  element: ['theme', 'autoHeight', 'x', 'y', 'width', 'height', 'title', 'content', 'cover', 'linkedBoard'],
  note: ['theme', 'autoHeight', 'x', 'y', 'width', 'height', 'content'],
  jumper: ['x', 'y', 'width', 'height', 'elementId'],
  branch: ['theme', 'x', 'y'],
  condition: ['script'],
  connection: ['label', 'labelLocation', 'labelWidth', 'theme', 'type', 'sourceid', 'targetid', 'sourceFace', 'targetFace'],
  component: ['name', 'cover'],
  componentAttachment: [],
  audioAttachment: ['assetId', 'mode', 'delay'],
  attribute: ['name', 'size', 'value'],
  variable: ['value'],
  asset: ['name', 'type', 'volume'],
  comment: [],
  reply: [],
};

/** [Comments, Assets] what only the remote makes and removes: comments, and the assets of templates. */
export const isReadOnly = ({ kind, type }: { readonly kind: KindName; readonly type?: unknown }): boolean =>
  kind === 'comment' || kind === 'reply' || (kind === 'asset' && String(type).startsWith('template-'));

/** Each side knows these for itself: the stored file and what was found in its bytes, and what the roots are called. */
const ownOfEachSide: { readonly [K in KindName]?: readonly string[] } = {
  asset: ['file', 'size', 'bytes', 'mime', 'width', 'height', 'duration'],
  project: ['roots'],
};

const places: { readonly [K in KindName]?: string } = {
  board: 'parentId',
  component: 'parentId',
  asset: 'parentId',
  componentAttachment: 'elementId',
  audioAttachment: 'elementId',
};

/** The field that says in whose list the record stands. Only of kinds that have been given one in `places` can it be sent. */
export const parentField = (kind: KindName): string | null => kindNamed(kind).orders[0]?.by ?? null;
export const mayChangeParent = (kind: KindName): boolean => kind in places;
export const isSent = (kind: KindName, cell: Cell): boolean => sent[kind].includes(fieldOf(cell));
export const fieldOf = (cell: Cell): string => cell.split('/', 1)[0] ?? cell;
export const localeOf = (cell: Cell): string | null => (cell.includes('/') ? cell.slice(cell.indexOf('/') + 1) : null);

interface Shape {
  readonly single: readonly string[];
  readonly localized: readonly string[];
}
const shapes = new Map<KindName, Shape>();

/** The cells of a kind, but for those of single languages and unknown fields. */
function shapeOf(name: KindName): Shape {
  const known = shapes.get(name);
  if (known) return known;
  const kind = kindNamed(name);
  const inner = new Set((together[name] ?? []).flatMap((fields) => fields.slice(1)));
  const left = new Set([...(ownOfEachSide[name] ?? []), parentField(name)]);
  const fields = Object.keys(kind.fields).filter((field) => !inner.has(field) && !left.has(field));
  const localized = fields.filter((field) => kind.texts[field]?.localized === true);
  const shape = { single: fields.filter((field) => !localized.includes(field)), localized };
  shapes.set(name, shape);
  return shape;
}

/** Every cell that any of these records of one kind has. The place among the siblings is none of them. */
export function* cellsOf(...records: readonly (AnyRecord | undefined)[]): Generator<Cell> {
  const kind = records.find((record) => record)?.kind;
  if (!kind) return;
  const { single, localized } = shapeOf(kind);
  yield* single;
  for (const field of localized) for (const locale of keysOf(field, records)) yield `${field}/${locale}`;
  for (const name of keysOf('extra', records)) yield `extra/${name}`;
}

function keysOf(field: string, records: readonly (AnyRecord | undefined)[]): Set<string> {
  const keys = new Set<string>();
  for (const record of records) for (const key in record?.[field] as object | undefined) keys.add(key);
  return keys;
}

const fieldsIn = (kind: KindName, cell: Cell): readonly string[] => together[kind]?.find(([first]) => first === cell) ?? [cell];

/** undefined where the record is not there or does not say; null where a text says nothing. */
export function valueIn(record: AnyRecord | undefined, cell: Cell): unknown {
  if (!record) return undefined;
  const key = localeOf(cell);
  if (key === null) {
    const fields = fieldsIn(record.kind, cell);
    return fields.length === 1 ? record[cell] : fields.map((field) => record[field]);
  }
  const map = record[fieldOf(cell)] as Record<string, unknown> | undefined;
  if (fieldOf(cell) === 'extra') return map?.[key];
  return map === undefined ? undefined : ((map[key] as { text: string | null } | undefined)?.text ?? null);
}

/** The record with this cell as `from` has it. */
export function withCell(record: AnyRecord, cell: Cell, from: AnyRecord): AnyRecord {
  const key = localeOf(cell);
  if (key === null) {
    const taken = fieldsIn(record.kind, cell).map((field) => [field, from[field]] as const);
    return { ...record, ...Object.fromEntries(taken) };
  }
  const field = fieldOf(cell);
  const map = { ...(record[field] as Record<string, unknown> | undefined) };
  const theirs = (from[field] as Record<string, unknown> | undefined)?.[key];
  if (theirs === undefined) delete map[key];
  else map[key] = theirs;
  if (field !== 'extra' || Object.keys(map).length > 0) return { ...record, [field]: map };
  const { extra: _none, ...rest } = record;
  return rest as AnyRecord;
}

/** The record without a word on this cell: what both sides agreed on is not known. */
/** The record with a value as `valueIn` gives it. */
export function withValue(record: AnyRecord, cell: Cell, value: unknown): AnyRecord {
  const key = localeOf(cell);
  const field = fieldOf(cell);
  const fields = fieldsIn(record.kind, cell);
  if (key !== null) return withCell(record, cell, { ...record, [field]: { [key]: field === 'extra' ? value : { text: value } } });
  const values = fields.length === 1 ? [value] : (value as readonly unknown[]);
  return { ...record, ...Object.fromEntries(fields.map((each, at) => [each, values[at]])) };
}

export function withoutCell(record: AnyRecord, cell: Cell): AnyRecord {
  const { [fieldOf(cell)]: _gone, ...rest } = record;
  return rest as AnyRecord;
}

/** [G21] canonical comparison; what a mention is called follows from what it names, so only that counts. */
export function sameCell(kind: KindName, cell: Cell, one: AnyRecord | undefined, two: AnyRecord | undefined): boolean {
  const [a, b] = [valueIn(one, cell), valueIn(two, cell)];
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const rule = kindNamed(kind).texts[fieldOf(cell)];
  if (kind === 'attribute' && cell === 'value') return sameValue(a, b);
  if (!rule || fieldOf(cell) === 'extra') return same(a, b);
  const [x, y] = [a === null ? '' : String(a), b === null ? '' : String(b)];
  if (x === y) return true;
  if (rule.holds === 'plain') return false;
  return rule.holds === 'script' ? withoutLabels(x) === withoutLabels(y) : sameRichText(withoutLabels(x), withoutLabels(y));
}

/** The ids of the entries of a reference list are made by whoever writes it: only what they name counts. */
function sameValue(one: unknown, two: unknown): boolean {
  const [[a, customId], [b, other]] = [one, two] as [Value, string | null][] as [[Value, string | null], [Value, string | null]];
  if (customId !== other || a?.type !== b?.type) return false;
  if (a?.type === 'component-list' || a?.type === 'asset-list') return same(named(a.data), named(b?.data));
  if (a?.type !== 'string' || typeof a.data !== 'string' || typeof b?.data !== 'string' || a.plain || b.plain) return same(a, b);
  return sameRichText(withoutLabels(a.data), withoutLabels(b.data));
}

type Value = { type?: string; plain?: boolean; data?: unknown } | undefined;
const named = (data: unknown): unknown =>
  Array.isArray(data) ? data.map((entry: { component?: string; asset?: string }) => entry.component ?? entry.asset) : data;

/** Records never change, so what two of them say of each other is said once: the next plan need not look at what is as it was. */
const copies = new WeakMap<AnyRecord, AnyRecord>();
const equals = new WeakMap<AnyRecord, AnyRecord>();

/** Field by field the same, the place among the siblings too. */
export function isEqual(one: AnyRecord, two: AnyRecord): boolean {
  if (one === two || equals.get(one) === two) return true;
  if (one.rank !== two.rank || one.outputRank !== two.outputRank || !isCopy(one, two)) return false;
  equals.set(one, two);
  return true;
}

/** The quick way to the usual answer: field by field the same, but for the place among the siblings and what each side knows for itself. */
export function isCopy(one: AnyRecord, two: AnyRecord): boolean {
  if (one === two || copies.get(one) === two) return true;
  if (!isFieldwiseCopy(one, two)) return false;
  copies.set(one, two);
  return true;
}

const notCompared: ReadonlySet<string> = new Set(['rank', 'outputRank', 'translatedFrom']);

function isFieldwiseCopy(one: AnyRecord, two: AnyRecord): boolean {
  for (const field in one) if (!notCompared.has(field) && !same(one[field], two[field])) return false;
  for (const field in two) if (one[field] === undefined && two[field] !== undefined && !notCompared.has(field)) return false;
  return true;
}

/** Whether two records say the same, wherever among their siblings they stand. */
export function sameContent(one: AnyRecord, two: AnyRecord): boolean {
  if (isCopy(one, two)) return true;
  const by = parentField(one.kind);
  if (by !== null && one[by] !== two[by]) return false;
  for (const cell of cellsOf(one, two)) if (!sameCell(one.kind, cell, one, two)) return false;
  return true;
}

/** The ids that a cell refers to or mentions. */
export function refsIn(record: AnyRecord, cell: Cell): string[] {
  const fields = fieldsIn(record.kind, fieldOf(cell));
  const refs = [...referencesOf(record)].flatMap(({ at, id }) => (fields.includes(at.split('.', 1)[0] ?? '') ? [id] : []));
  const locale = localeOf(cell);
  for (const { field, locale: language, text, rule } of textsOf(record))
    if (rule.holds !== 'plain' && field === fieldOf(cell) && (locale === null || language === locale) && text.includes('data-id'))
      for (const { id } of mentionsIn(text)) refs.push(id);
  return refs;
}
