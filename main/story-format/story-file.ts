/**
 * A parsed story file: its collections as maps of entries by id, whichever form they have in the file. Validates keys and the type of entries, and that
 * ids are unique; the codecs validate the contents of entries. The keys of an entry are fields of its kind, keys of the format, and unknown ones, which
 * stay with the record as `extra`.
 */

import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { type AnyRecord, boardLists, getKind, itemKinds, type KindName, type Kinds, kinds } from '../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../shared/model/kinds/project.ts';
import type { FaultReporter } from './decode-policy.ts';
import { storyFault } from './story-fault.ts';

/** Files contain the records of the other kinds within the entries of their owners, or as the file itself. */
export type Collection = Exclude<Kinds[KindName]['plural'], 'project' | 'componentAttachments' | 'audioAttachments' | 'replies'>;

/** The collections of the service's files, in the order in which they are read. Its exports contain no `comments`; our templates do. */
const serviceCollections = [
  'boards',
  'notes',
  'elements',
  'jumpers',
  'connections',
  'branches',
  'conditions',
  'components',
  'attributes',
  'assets',
  'variables',
  'comments',
] as const satisfies readonly Collection[];
/** The collections of a file. Those that the service's files do not contain are read last. */
export const collections: readonly Collection[] = [...new Set<Collection>([...serviceCollections, ...boardLists])];

/** An entry of a collection, with its path in the file. */
export interface FileEntry {
  readonly id: string;
  readonly path: string;
  readonly raw: JsonObject;
}

/** The collections of items that have a position on their board. */
export const itemCollections = itemKinds.map((kind) => kinds[kind].plural);

/** [G37] PHP writes an empty map as an empty list, so wherever files contain a map, that counts as one. Any other value is returned unchanged. */
export const withEmptyMap = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? {} : value);

/** [G37] the same where a map may be missing: an empty list is null. */
export const withoutEmptyMap = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? null : value);

/**
 * [G37] PHP writes a list with a gap as a map with the positions as keys, so wherever files contain a list, that counts as one. Any other value is returned
 * unchanged.
 */
export function withListOfMap(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value);
  // Keys that are integers are in ascending order.
  return keys.length > 0 && keys.every((key) => /^\d{1,9}$/.test(key)) ? Object.values(value) : value;
}

/** [G32] the path in a cover that names no asset; undefined for any other cover. */
export function coverPathOf(cover: unknown): string | undefined {
  if (typeof cover === 'string') return cover;
  if (!isJsonObject(cover) || (cover.id ?? null) !== null || cover.type === 'icon') return undefined;
  return typeof cover.file === 'string' ? cover.file : undefined;
}

/** A collection of a file that was not loaded: a map of entries, or an object with `byId`. */
export function rawCollection(root: JsonObject, name: string): unknown {
  const value = withEmptyMap(root[name] ?? {});
  const byId = isJsonObject(value) ? withEmptyMap(value.byId) : undefined;
  return isJsonObject(byId) ? byId : value;
}

/** Whether an item of the story has a position; null if the story has no items. */
export function hasPositions(root: JsonObject): boolean | null {
  let hasItems = false;
  for (const name of itemCollections)
    for (const raw of Object.values<unknown>(Object(rawCollection(root, name)))) {
      if (!isJsonObject(raw)) continue;
      if (typeof raw.x === 'number' && typeof raw.y === 'number') return true;
      hasItems = true;
    }
  return hasItems ? false : null;
}

/** In relation to the work for a record. */
export const workPerEntry = 0.1;

/** [Projects] collections are keyed by UUID v4; a root may have any key (G19). */
const uuid4Pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const rootKeyPattern = /^[\w.:-]{1,100}$/;

export const isUuid4 = (value: unknown): value is string => typeof value === 'string' && uuid4Pattern.test(value);

interface LoadedCollection {
  readonly name: Collection;
  readonly entries: ReadonlyMap<string, JsonObject>;
}

interface StoryFileOptions {
  /** Collections may be removed from the JSON when they have been read, so that the JSON is not usable afterwards. */
  readonly isDisposable?: boolean;
  /** Where faults are reported; without it, invalid entries are only left out. */
  readonly faults?: FaultReporter;
  /** A new id for a root whose key cannot be one (G19). Without it, such a key is a fault. */
  readonly newRootId?: () => string;
}

export class StoryFile {
  readonly root: JsonObject;
  #contents: ReadonlyMap<string, JsonObject> = new Map();
  #isReadable = true;
  #entryCount = 0;
  readonly #faults: FaultReporter | undefined;
  readonly #entries = new Map<Collection, Map<string, JsonObject>>();
  /** The same collections, largest first, in which ids are looked up. An index of all ids would take as much memory again. */
  #bySize: readonly LoadedCollection[] = [];
  readonly #omitted = new Map<string, JsonObject>();
  readonly #isDisposable: boolean;
  readonly #newRootId: (() => string) | undefined;

  constructor(json: unknown, { isDisposable = false, faults, newRootId }: StoryFileOptions = {}) {
    this.root = unwrapProject(json);
    this.#isDisposable = isDisposable;
    this.#faults = faults;
    this.#newRootId = newRootId;
    if (!isJsonObject(json)) this.#rejectFile('project', message('import.fault.story'));
    for (const name of ['boards', 'elements'])
      if (isJsonObject(json) && (this.root[name] ?? null) === null) this.#rejectFile(name, storyFault('missing'));
  }

  /** The translated texts, by the id of their record. */
  get contents(): ReadonlyMap<string, JsonObject> {
    return this.#contents;
  }

  /** False if collections are missing or invalid, so that further errors would only be consequences. */
  get isReadable(): boolean {
    return this.#isReadable;
  }

  /** The number of entries of all collections, when they have been read. */
  get entryCount(): number {
    return this.#entryCount;
  }

  /** Reads the collections. Must be called before any lookup. */
  *load(): Generator<number> {
    for (const name of collections) {
      const entries = yield* this.#loadCollection(name);
      this.#entries.set(name, entries);
      this.#bySize = [...this.#bySize, { name, entries }].sort((one, two) => two.entries.size - one.entries.size);
      // The map contains the entries of these large collections, so the JSON can be freed.
      if (this.#isDisposable && (name === 'elements' || name === 'connections')) Reflect.deleteProperty(this.root, name);
      yield Number.POSITIVE_INFINITY;
    }
    this.#contents = yield* this.#parseCollection('contents');
    this.#entryCount = this.#bySize.reduce((sum, { entries }) => sum + entries.size, 0);
  }

  /** The entries of a collection that were not left out. */
  entriesOf(name: Collection): ReadonlyMap<string, JsonObject> {
    return this.#entries.get(name) ?? emptyCollection;
  }

  find(name: Collection, id: string): JsonObject | undefined {
    return this.#entries.get(name)?.get(id);
  }

  /**
   * Replaces an entry whose original form no codec needs afterwards by its record, which has the same name and ends. Otherwise a story of
   * many short entries would be in memory twice.
   */
  replaceByRecord(name: Collection, id: string, record: JsonObject): void {
    this.#entries.get(name)?.set(id, record);
  }

  /** Does the same for a list of an entry whose ids no codec needs afterwards. */
  releaseList(raw: JsonObject, field: string): void {
    if (this.#isDisposable && Array.isArray(raw[field])) Reflect.set(raw, field, []);
  }

  /** The entry as it is in the file, even if it was left out; its record if that has replaced it. */
  findOriginal(name: Collection, id: string): JsonObject | undefined {
    const known = this.find(name, id) ?? this.#omitted.get(id);
    if (known) return known;
    const entries = rawCollection(this.root, name);
    const entry = isJsonObject(entries) ? entries[id] : undefined;
    return isJsonObject(entry) ? entry : undefined;
  }

  /** The collection that contains an id. */
  collectionOf(id: string): Collection | undefined {
    for (const { name, entries } of this.#bySize) if (entries.has(id)) return name;
    return undefined;
  }

  /** Removes an entry; references to it are broken references from then on. */
  omit(id: string): void {
    const collection = this.collectionOf(id);
    const entries = collection && this.#entries.get(collection);
    const raw = entries?.get(id);
    if (raw) this.#omitted.set(id, raw);
    entries?.delete(id);
  }

  *#loadCollection(name: Collection): Generator<number, Map<string, JsonObject>> {
    const entries = yield* this.#parseCollection(name);
    this.#renameRoots(name, entries);
    for (const [id, raw] of entries) {
      yield workPerEntry;
      const other = this.collectionOf(id);
      if (this.#faults && !isValidKey(name, id, raw)) this.#faults.addInvalidValue(`${name}.${id}`, storyFault('keyNotUuid'));
      if (other) {
        this.#faults?.addInconsistency(`${name}.${id}`, storyFault('idInTwoCollections', { collection: other }));
        this.#omitted.set(id, raw);
        entries.delete(id);
      }
    }
    return entries;
  }

  /** [G19] nothing refers to a root, so it gets a new id if its key cannot be one. Unity's importer looks up paths, so no key with a dot can be. */
  #renameRoots(name: Collection, entries: Map<string, JsonObject>): void {
    if (!this.#newRootId || !(name === 'assets' || rootedCollections.has(name))) return;
    // A root with a new id is added at the end, where the iteration finds it valid.
    for (const [id, raw] of entries) {
      if (raw.root !== true || (isValidKey(name, id, raw) && !id.includes('.'))) continue;
      entries.delete(id);
      entries.set(this.#newRootId(), raw);
    }
  }

  *#parseCollection(name: Collection | 'contents'): Generator<number, Map<string, JsonObject>> {
    const entries = new Map<string, JsonObject>();
    const found = rawCollection(this.root, name);
    if (!isJsonObject(found)) this.#rejectFile(name, message('import.fault.collection'));
    const rawById = isJsonObject(found) ? found : {};
    for (const id of Object.keys(rawById)) {
      // The texts of a record are a map by field; the entry of a record is none.
      const raw = name === 'contents' ? withEmptyMap(rawById[id]) : rawById[id];
      if (isJsonObject(raw)) entries.set(id, name === 'contents' ? raw : withLists(raw));
      else this.#faults?.addInvalidValue(`${name}.${id}`, message('fault.type.object'));
      yield workPerEntry;
    }
    return entries;
  }

  #rejectFile(path: string, fault: Message): void {
    this.#isReadable = false;
    this.#faults?.addInvalidValue(path, fault);
  }
}

/** Most assets are not imported, so the form of their ids does not matter. */
function isValidKey(name: Collection, id: string, raw: JsonObject): boolean {
  if (name === 'assets' || (raw.root === true && rootedCollections.has(name))) return rootKeyPattern.test(id) && id !== projectRecordId;
  return uuid4Pattern.test(id);
}

/** The fields of entries that are lists. */
const listFields: readonly string[] = [
  ...boardLists,
  'attributes',
  'children',
  'comments',
  'components',
  'outputs',
  'replies',
  'variables',
];

/** The entry with lists where it contains lists as maps. */
export function withLists(raw: JsonObject): JsonObject {
  let entry = raw;
  for (const field of listFields) {
    const list = withListOfMap(raw[field]);
    if (list !== raw[field]) entry = { ...entry, [field]: list };
  }
  return entry;
}

const rootedCollections: ReadonlySet<string> = new Set(['boards', 'components', 'variables']);

const emptyCollection: ReadonlyMap<string, JsonObject> = new Map();

/** Keys of the format that are not fields of the kind: a file lists the children of a record where a record names its parent. */
const structuralKeys: Partial<Record<KindName, readonly string[]>> = {
  project: [...boardLists, 'boards', 'conditions', 'components', 'attributes', 'assets', 'variables', 'comments', 'contents'],
  board: [...boardLists, 'attributes', 'children', 'root', 'comments', 'variables'],
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
  const unknown: [string, unknown][] = [];
  for (const key in entry) if (!keys.has(key) && !(key in Object.prototype) && !otherKeys?.has(key)) unknown.push([key, entry[key]]);
  return unknown;
}

/** The unknown fields of a record, as files contain them. A known key is never among them, even if the format leaves it out. */
export function unknownFieldsOf(record: Pick<AnyRecord, 'kind' | 'extra'>): readonly (readonly [string, unknown])[] {
  if (!record.extra) return [];
  const keys = unwrittenKeys(record.kind);
  return Object.entries(record.extra).filter(([key]) => !keys.has(key));
}

/** [G26] The project in an exported story, without the object `{"project": …}` that some formats wrap around it. */
export function unwrapProject(json: unknown): JsonObject {
  if (!isJsonObject(json)) return {};
  return isJsonObject(json.project) && json.boards === undefined ? json.project : json;
}
