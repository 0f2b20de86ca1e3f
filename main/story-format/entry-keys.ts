/** The keys of an entry of a story file: fields of its kind, keys of the format, and unknown ones, which stay with the record as `extra`. */
import type { JsonObject } from '../../shared/json.ts';
import { type AnyRecord, getKind, type KindName } from '../../shared/model/kinds/kinds.ts';

/** The lists of a board, each with the name of the collection to which it refers. */
export const itemLists = ['elements', 'notes', 'jumpers', 'branches', 'connections'] as const;

/** Keys of the format that are not fields of the kind: a file lists the children of a record where a record names its parent. */
const structuralKeys: Partial<Record<KindName, readonly string[]>> = {
  project: [...itemLists, 'boards', 'conditions', 'components', 'attributes', 'assets', 'variables', 'comments', 'contents'],
  board: [...itemLists, 'attributes', 'children', 'root', 'comments', 'variables'],
  element: ['outputs', 'components', 'attributes', 'assets'],
  branch: ['conditions'],
  condition: ['output'],
  component: ['attributes', 'assets', 'children', 'root'],
  asset: ['children', 'root'],
  variable: ['cType', 'cId', 'children', 'root'],
  comment: ['position', 'replies'],
};

/** Keys that are never written, because a reader would give them a meaning that they did not have in the file from which they come. */
const misleadingKeys: Partial<Record<KindName, readonly string[]>> = { project: ['project'], component: ['variables'] };

const keysByKind = new Map<string, ReadonlySet<string>>();

function cachedKeys(name: string, list: () => readonly string[]): ReadonlySet<string> {
  const keys = keysByKind.get(name) ?? new Set(list());
  keysByKind.set(name, keys);
  return keys;
}

const knownKeys = (kind: KindName): ReadonlySet<string> =>
  cachedKeys(kind, () => [...Object.keys(getKind(kind).fields), ...(structuralKeys[kind] ?? []), 'id']);
const unwrittenKeys = (kind: KindName): ReadonlySet<string> =>
  cachedKeys(`unwritten ${kind}`, () => [
    ...Object.keys(getKind(kind).fields),
    ...(structuralKeys[kind] ?? []),
    ...(misleadingKeys[kind] ?? []),
    '__proto__',
  ]);

/**
 * The unknown fields of an entry, without keys that every object inherits (`__proto__`, `constructor`). `otherKeys` are keys that only this entry gives a
 * meaning.
 */
export function unknownFieldsIn(kind: KindName, entry: JsonObject, otherKeys?: ReadonlySet<string>): [string, unknown][] {
  const keys = knownKeys(kind);
  return Object.entries(entry).filter(([key]) => !keys.has(key) && !(key in Object.prototype) && !otherKeys?.has(key));
}

/** The unknown fields of a record, as files contain them. A known key is never among them, even if the format leaves it out. */
export function unknownFieldsOf(record: Pick<AnyRecord, 'kind' | 'extra'>): readonly (readonly [string, unknown])[] {
  if (!record.extra) return [];
  const keys = unwrittenKeys(record.kind);
  return Object.entries(record.extra).filter(([key]) => !keys.has(key));
}
