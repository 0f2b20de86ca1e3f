/**
 * The file as it came: its collections as maps of objects by id, whatever form they had. It checks what keys and entries are
 * and that no id stands there twice; what the entries hold is for the readers.
 */
import { PROJECT } from '../../shared/kinds/project.ts';
import type { Faults } from './faults.ts';
import type { Pace } from './pace.ts';

export type Raw = { readonly [field: string]: unknown };

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
const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const rootKey = /^[\w.:-]{1,100}$/;

export const isUuid4 = (value: unknown): value is string => typeof value === 'string' && uuid4.test(value);
export const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

export class StoryFile {
  readonly root: Raw;
  contents: ReadonlyMap<string, Raw> = new Map();
  /** Without its collections there is nothing to read: what else is wrong would only be a consequence. */
  isReadable = true;
  readonly #faults: Faults;
  readonly #entries = new Map<Collection, Map<string, Raw>>();
  readonly #home = new Map<string, Collection>();

  constructor(json: unknown, faults: Faults) {
    this.root = unwrap(json);
    this.#faults = faults;
    if (!isRaw(json)) this.#refuse('project', 'must be an object: the story as it was exported');
    for (const name of ['boards', 'elements']) if (isRaw(json) && (this.root[name] ?? null) === null) this.#refuse(name, 'is missing');
  }

  /** Takes the collections in; nothing can be found before. */
  async read(pace: Pace): Promise<void> {
    for (const name of collections) {
      this.#entries.set(name, this.#take(name));
      await pace.rest();
    }
    this.contents = this.#entriesOf('contents');
    pace.expect(this.#home.size);
  }

  /** What a collection holds and was not left out. */
  all(name: Collection): ReadonlyMap<string, Raw> {
    return this.#entries.get(name) ?? nothing;
  }

  find(name: Collection, id: string): Raw | undefined {
    return this.#entries.get(name)?.get(id);
  }

  /** The collection an id stands in. */
  homeOf(id: string): Collection | undefined {
    return this.#home.get(id);
  }

  /** From now on there is no such thing: what refers to it refers to nothing. */
  leaveOut(id: string): void {
    const home = this.#home.get(id);
    if (home) this.#entries.get(home)?.delete(id);
    this.#home.delete(id);
  }

  #take(name: Collection): Map<string, Raw> {
    const entries = this.#entriesOf(name);
    for (const [id, raw] of entries) {
      const other = this.#home.get(id);
      if (!isKey(name, id, raw)) this.#faults.wrong(`${name}.${id}`, 'is not kept under a UUID v4');
      if (other) {
        this.#faults.broken(`${name}.${id}`, `has an id that stands in ${other} too`);
        entries.delete(id);
      } else this.#home.set(id, name);
    }
    return entries;
  }

  /** A collection as a map, or an object with `byId`. An empty list is an empty map: some writers know no difference. */
  #entriesOf(name: string): Map<string, Raw> {
    const entries = new Map<string, Raw>();
    const value = this.root[name] ?? {};
    const held = isRaw(value) && isRaw(value.byId) ? value.byId : value;
    if (Array.isArray(held) && held.length === 0) return entries;
    if (!isRaw(held)) this.#refuse(name, 'must be an object, with ids as its keys');
    for (const [id, raw] of isRaw(held) ? Object.entries(held) : []) {
      if (isRaw(raw)) entries.set(id, raw);
      else this.#faults.wrong(`${name}.${id}`, 'must be an object');
    }
    return entries;
  }

  #refuse(path: string, message: string): void {
    this.isReadable = false;
    this.#faults.wrong(path, message);
  }
}

/** Only few assets are taken in: what their ids look like does not matter. */
function isKey(name: Collection, id: string, raw: Raw): boolean {
  if (name === 'assets' || (raw.root === true && rooted.has(name))) return rootKey.test(id) && id !== PROJECT;
  return uuid4.test(id);
}

const rooted: ReadonlySet<string> = new Set(['boards', 'components', 'variables']);

/** [G26] `{"project": …}` around it is taken off. */
export function unwrap(json: unknown): Raw {
  if (!isRaw(json)) return {};
  return isRaw(json.project) && json.boards === undefined ? json.project : json;
}

const nothing: ReadonlyMap<string, Raw> = new Map();
