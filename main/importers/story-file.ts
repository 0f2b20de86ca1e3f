/**
 * The file as it came: its collections as maps of objects by id, whatever form they had. It checks what keys and entries are
 * and that no id stands there twice; what the entries hold is for the readers.
 */
import { PROJECT_RECORD_ID } from '../../shared/model/kinds/project.ts';
import type { ImportErrors } from './import-errors.ts';
import type { YieldingProgress } from './yielding-progress.ts';

export type RawObject = { readonly [field: string]: unknown };

/** The collections of a file. `comments` is no part of the service's files: our templates bring them along. */
export const collections = [
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
] as const;
export type Collection = (typeof collections)[number];

/** [Projects] collections are keyed by UUID v4; a root keeps whatever key the file gives it (G19). */
const uuid4Pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const rootKeyPattern = /^[\w.:-]{1,100}$/;

export const isUuid4 = (value: unknown): value is string => typeof value === 'string' && uuid4Pattern.test(value);
export const isRawObject = (value: unknown): value is RawObject => typeof value === 'object' && value !== null && !Array.isArray(value);

export class StoryFile {
  readonly root: RawObject;
  contents: ReadonlyMap<string, RawObject> = new Map();
  /** Without its collections there is nothing to read: what else is wrong would only be a consequence. */
  isReadable = true;
  readonly #faults: ImportErrors;
  readonly #entries = new Map<Collection, Map<string, RawObject>>();
  readonly #home = new Map<string, Collection>();

  constructor(json: unknown, faults: ImportErrors) {
    this.root = unwrapProject(json);
    this.#faults = faults;
    if (!isRawObject(json)) this.#refuse('project', 'must be an object: the story as it was exported');
    for (const name of ['boards', 'elements'])
      if (isRawObject(json) && (this.root[name] ?? null) === null) this.#refuse(name, 'is missing');
  }

  /** Takes the collections in; nothing can be found before. */
  async load(pace: YieldingProgress): Promise<void> {
    for (const name of collections) {
      this.#entries.set(name, this.#take(name));
      await pace.yieldAndReport();
    }
    this.contents = this.#entriesOf('contents');
    pace.setTotal(this.#home.size);
  }

  /** What a collection holds and was not left out. */
  entriesOf(name: Collection): ReadonlyMap<string, RawObject> {
    return this.#entries.get(name) ?? emptyCollection;
  }

  find(name: Collection, id: string): RawObject | undefined {
    return this.#entries.get(name)?.get(id);
  }

  /** The collection an id stands in. */
  collectionOf(id: string): Collection | undefined {
    return this.#home.get(id);
  }

  /** From now on there is no such thing: what refers to it refers to nothing. */
  omit(id: string): void {
    const home = this.#home.get(id);
    if (home) this.#entries.get(home)?.delete(id);
    this.#home.delete(id);
  }

  #take(name: Collection): Map<string, RawObject> {
    const entries = this.#entriesOf(name);
    for (const [id, raw] of entries) {
      const other = this.#home.get(id);
      if (!isValidKey(name, id, raw)) this.#faults.addInvalidValue(`${name}.${id}`, 'is not kept under a UUID v4');
      if (other) {
        this.#faults.addInconsistency(`${name}.${id}`, `has an id that stands in ${other} too`);
        entries.delete(id);
      } else this.#home.set(id, name);
    }
    return entries;
  }

  /** A collection as a map, or an object with `byId`. An empty list is an empty map: some writers know no difference. */
  #entriesOf(name: string): Map<string, RawObject> {
    const entries = new Map<string, RawObject>();
    const value = this.root[name] ?? {};
    const held = isRawObject(value) && isRawObject(value.byId) ? value.byId : value;
    if (Array.isArray(held) && held.length === 0) return entries;
    if (!isRawObject(held)) this.#refuse(name, 'must be an object, with ids as its keys');
    for (const [id, raw] of isRawObject(held) ? Object.entries(held) : []) {
      if (isRawObject(raw)) entries.set(id, raw);
      else this.#faults.addInvalidValue(`${name}.${id}`, 'must be an object');
    }
    return entries;
  }

  #refuse(path: string, message: string): void {
    this.isReadable = false;
    this.#faults.addInvalidValue(path, message);
  }
}

/** Only few assets are taken in: what their ids look like does not matter. */
function isValidKey(name: Collection, id: string, raw: RawObject): boolean {
  if (name === 'assets' || (raw.root === true && rootedCollections.has(name))) return rootKeyPattern.test(id) && id !== PROJECT_RECORD_ID;
  return uuid4Pattern.test(id);
}

const rootedCollections: ReadonlySet<string> = new Set(['boards', 'components', 'variables']);

/** [G26] `{"project": …}` around it is taken off. */
export function unwrapProject(json: unknown): RawObject {
  if (!isRawObject(json)) return {};
  return isRawObject(json.project) && json.boards === undefined ? json.project : json;
}

const emptyCollection: ReadonlyMap<string, RawObject> = new Map();
