/**
 * The state of one decoding: the file, the placement of each entry, and the records decoded so far. Codecs run in a fixed order (decode-story.ts); later
 * ones rely on what earlier ones have placed or left out.
 */
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import { getFieldSchema } from '../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind, type KindDefinition, type KindName } from '../../shared/model/kinds/kinds.ts';
import { type Locale, mainLocaleOf } from '../../shared/model/kinds/project.ts';
import type { DecodePolicy } from './decode-policy.ts';
import { unknownFieldsIn } from './entry-keys.ts';
import type { Collection, StoryFile } from './story-file.ts';

/** Work in units of a record of ordinary size, after which the caller may pause; or a promise for which the decoder waits. */
export type DecodeStep = number | Promise<void>;

export interface ListedId {
  readonly id: string;
  readonly path: string;
}

/** The placement of an entry: its parent, the list there, and its rank in that list. */
interface Placement {
  readonly parent: string;
  readonly rank: string;
  readonly path: string;
}

/** The list of a parent whose entries are placed. */
interface PlacedList {
  readonly kind: KindName;
  readonly list: string;
  readonly parent: string;
}

/** Values for those of x, y, width and height that the file does not contain, by item. */
export type ItemBoxes = ReadonlyMap<string, JsonObject>;

export class StoryDecoder {
  readonly file: StoryFile;
  readonly policy: DecodePolicy;
  readonly records: AnyRecord[] = [];
  /** The folders of boards and of components, including their roots. */
  readonly folders = new Set<string>();
  #decodedEntries = 0;
  #languages: ReadonlySet<string> = new Set(['en']);
  #mainLocale: string;
  readonly #placements = new Map<string, { parent: string; rank: string; path: string }>();

  constructor(file: StoryFile, policy: DecodePolicy) {
    this.file = file;
    this.policy = policy;
    this.#mainLocale = policy.base?.mainLocale ?? 'en';
  }

  get isAgainstBase(): boolean {
    return this.policy.type === 'againstBase';
  }

  /** The main language, to which plain strings belong. */
  get mainLocale(): string {
    return this.#mainLocale;
  }

  /** The number of entries that are records by now. */
  get decodedEntries(): number {
    return this.#decodedEntries;
  }

  /** Counts an entry as decoded, including its text in characters. Returns the work. */
  advance(characters = 0): number {
    this.#decodedEntries++;
    return 1 + characters / 2_000;
  }

  /** Whether the story has a language. Against a base, languages are not compared with those that the file lists. */
  hasLanguage(iso: string): boolean {
    return this.isAgainstBase || this.#languages.has(iso);
  }

  /** Sets the languages of the story, which by default are only English, or those of the base. */
  setLocales(locales: readonly Locale[]): void {
    this.#languages = new Set(locales.map(({ iso }) => iso));
    if (!this.isAgainstBase || locales.some(({ base }) => base === null)) this.#mainLocale = mainLocaleOf(locales);
  }

  /** The ids in a list of the file; null and a missing list count as empty. */
  idList(raw: JsonObject, field: string, path: string): ListedId[] {
    return [...this.iterateIdList(raw, field, path)];
  }

  /** Like `idList`, for a list that may be long. */
  *iterateIdList(raw: JsonObject, field: string, path: string): Generator<ListedId> {
    const value = raw[field] ?? [];
    if (!Array.isArray(value)) return this.policy.addInvalidValue(`${path}.${field}`, message('fault.type.list'));
    // The common part is created once, because V8 keeps the parts of a long concatenation in memory.
    const start = `${path}.${field}.`;
    for (const [index, id] of value.entries())
      if (typeof id === 'string') yield { id, path: `${start}${index}` };
      else this.policy.addInvalidValue(`${start}${index}`, message('import.fault.id'));
  }

  /** An object in an entry, if it is one; an empty list counts as an empty object. */
  objectAt(raw: JsonObject, field: string, path: string): JsonObject {
    const value = raw[field] ?? {};
    if (isJsonObject(value)) return value;
    if (!Array.isArray(value) || value.length > 0) this.policy.addInvalidValue(`${path}.${field}`, message('fault.type.object'));
    return {};
  }

  /** The id if one of the collections contains it; otherwise reports the reference and returns null. */
  findReference(id: string, path: string, ...allowed: readonly Collection[]): string | null {
    const collection = this.file.collectionOf(id);
    if (collection && allowed.includes(collection)) return id;
    if (collection) this.policy.addInconsistency(path, message('import.fault.wrongCollection', { id, collection: collection }));
    else this.policy.reportMissing(path, message('import.fault.unknownId', { id, collections: allowed.join(', ') }));
    return null;
  }

  /** Like `findReference`, for an id in a list of the children of an entry. */
  isListedIn({ id, path }: ListedId, collection: Collection): boolean {
    const found = this.findReference(id, path, collection);
    if (found === null && this.file.collectionOf(id) === undefined) this.policy.addDanglingId(id);
    return found !== null;
  }

  /** The value of a field that is the id of another record or null. */
  decodeReference(value: unknown, path: string, ...allowed: readonly Collection[]): unknown {
    if (typeof value === 'string') return this.findReference(value, path, ...allowed);
    return this.isAgainstBase ? null : (value ?? null);
  }

  /** Places the entries of a list in their order. An entry that is in another list already remains there, which is a fault. */
  *placeList(listed: readonly ListedId[], { kind, list, parent }: PlacedList, workPerItem = 0): Generator<number> {
    const placed: { parent: string; rank: string; path: string }[] = [];
    const ids: string[] = [];
    for (const { id, path } of listed) {
      const other = this.#placements.get(id);
      if (other) this.policy.addInconsistency(path, message('import.fault.placedTwice', { id, path: other.path }));
      else {
        const placement = { parent, rank: '', path };
        this.#placements.set(id, placement);
        placed.push(placement);
        ids.push(id);
      }
      if (workPerItem > 0) yield workPerItem;
    }
    const hasParent = getKind(kind).orders.some((order) => order.list === list && order.parentField !== null);
    const ranks = this.policy.ranksOf(kind, list, hasParent ? parent : null, ids);
    for (const [index, placement] of placed.entries()) placement.rank = ranks[index] ?? '';
  }

  placementOf(id: string): Placement | undefined {
    return this.#placements.get(id);
  }

  /** The rank of an entry; one that is in no list (a root) has that of the base. */
  rankOf(id: string): string {
    return this.#placements.get(id)?.rank ?? this.policy.base?.get(id)?.rank ?? 'a0';
  }

  /**
   * Adds the record of an entry: its plain fields as its kind names them, the fields in `decoded` as the codec has decoded them, and
   * unknown fields in `extra`. `otherKeys` are keys of the file that are decoded in another way.
   */
  add(
    kindName: KindName,
    id: string,
    ranks: { readonly rank: string; readonly outputRank?: string },
    raw: JsonObject,
    decoded: JsonObject,
    otherKeys?: ReadonlySet<string>,
  ): AnyRecord {
    const kind = getKind(kindName);
    const inBase = this.policy.base?.get(id);
    const known = inBase?.kind === kindName ? inBase : undefined;
    const fields: Record<string, unknown> = {};
    for (const field in kind.fields) fields[field] = field in decoded ? decoded[field] : plainValue(kind, field, raw[field], known);
    const extra = unknownFieldsIn(kindName, raw, otherKeys);
    const record = this.policy.complete(
      { kind: kindName, id, ...ranks, ...fields, ...(extra.length > 0 && { extra: Object.fromEntries(extra) }) },
      fields,
    );
    this.records.push(record);
    return record;
  }
}

/** The value of a field that the file contains as it is. A field that files leave out unless it has another value than the default is not that of the base. */
function plainValue({ kind, defaults, facets }: KindDefinition, field: string, given: unknown, known: AnyRecord | undefined): unknown {
  if (given !== undefined && (given !== null || isNullable(kind, field))) return given;
  return facets[field]?.export === 'unlessDefault' ? defaults[field] : (known?.[field] ?? defaults[field]);
}

const nullableFields = new Map<string, boolean>();

function isNullable(kind: KindName, field: string): boolean {
  const key = `${kind}.${field}`;
  const known = nullableFields.get(key) ?? getFieldSchema(kind, field)?.safeParse(null).success === true;
  nullableFields.set(key, known);
  return known;
}

/** Whether JSON is nested more deeply than in any real story, so that walking it recursively could overflow the stack. */
export function isTooDeep(value: unknown, left = 50): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1));
}
