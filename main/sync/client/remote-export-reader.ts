/**
 * Reads the structure of a remote project from its export, in any of its forms (G26), and from the responses that complete it: which
 * entries exist and where they are placed. The contents of entries are parsed by other modules. References to missing entries are left out
 * (G27).
 */

import { isJsonObject, type JsonObject } from '../../../shared/json.ts';
import type { Project } from '../../../shared/model/project.ts';
import { unwrapProject } from '../../../shared/model/unwrap-project.ts';
import { idsAt, objectAt, stringAt } from './json-object.ts';

const remoteCollections = [
  'boards',
  'elements',
  'notes',
  'jumpers',
  'branches',
  'conditions',
  'connections',
  'components',
  'attributes',
  'assets',
  'variables',
] as const;
export type RemoteCollection = (typeof remoteCollections)[number];

/** Responses of the remote that have not been parsed. */
interface RemoteResponses {
  readonly exported: unknown;
  readonly css?: unknown;
  readonly comments?: unknown;
  /** The lists of the trees, if the export does not contain their roots. */
  readonly boards?: unknown;
  readonly components?: unknown;
  /** x, y, width and height of items by id, if the export contains no positions. */
  readonly boxes?: ReadonlyMap<string, JsonObject>;
}

const itemLists = ['elements', 'notes', 'jumpers', 'branches', 'connections'] as const;
const attributeOwners = ['boards', 'elements', 'components'] as const;

export class RemoteExportReader {
  readonly root: JsonObject;
  readonly responses: RemoteResponses;
  readonly base: Project;
  readonly contents: JsonObject;
  readonly mainLocale: string;
  readonly roots: Readonly<Record<'board' | 'component' | 'asset' | 'variable', string>>;
  /** The children of each parent, in order. */
  readonly childIds = new Map<string, readonly string[]>();
  /** (I32) Ids in lists that no collection contains. */
  readonly danglingIds = new Set<string>();
  readonly #parents = new Map<string, string>();
  readonly #entries = new Map<RemoteCollection, Map<string, JsonObject>>();
  readonly #home = new Map<string, RemoteCollection>();

  constructor(answers: RemoteResponses, base: Project) {
    this.responses = answers;
    this.base = base;
    this.root = unwrapProject(answers.exported);
    this.contents = objectAt(this.root, 'contents');
    for (const name of remoteCollections) this.#take(name);
    this.mainLocale = readMainLocale(this.root) ?? (base.size > 0 ? base.mainLocale : 'en');
    const known = base.size > 0 ? base.projectRecord.roots : undefined;
    const variable = [...this.entriesOf('variables')].find(([, raw]) => raw.root === true)?.[0];
    this.roots = {
      board: this.#tree('boards', 'elements', known?.board ?? 'root_board'),
      component: this.#tree('components', 'attributes', known?.component ?? 'root_component'),
      asset: this.#tree('assets', 'type', known?.asset ?? 'root_asset'),
      variable: variable ?? known?.variable ?? 'root_variable',
    };
    for (const [id, raw] of this.entriesOf('boards')) for (const list of itemLists) this.#place(id, list, idsAt(raw, list), list);
    for (const [id, raw] of this.entriesOf('branches')) this.#place(id, 'conditions', conditionIdsOf(raw), 'conditions');
    this.#attributes();
  }

  entriesOf(name: RemoteCollection): ReadonlyMap<string, JsonObject> {
    return this.#entries.get(name) ?? new Map();
  }

  findEntry(name: RemoteCollection, id: unknown): JsonObject | undefined {
    return typeof id === 'string' ? this.#entries.get(name)?.get(id) : undefined;
  }

  /** The collection that contains an id. */
  collectionOf(id: unknown): RemoteCollection | undefined {
    return typeof id === 'string' ? this.#home.get(id) : undefined;
  }

  parentOf(id: string): string | undefined {
    return this.#parents.get(id);
  }

  isFolder(name: 'boards' | 'components' | 'assets', id: string): boolean {
    const raw = this.findEntry(name, id);
    return raw !== undefined && isFolderEntry(raw, itemMembers[name]);
  }

  /** Whether it is a variable of a board, as older stories contain them; in newer ones, these are attributes (G26). */
  isBoardVariable(variable: JsonObject): boolean {
    return variable.cType === 'boards';
  }

  #take(name: RemoteCollection): void {
    const value = this.root[name];
    const held = isJsonObject(value) && isJsonObject(value.byId) ? value.byId : value;
    const entries = new Map<string, JsonObject>();
    for (const [id, raw] of isJsonObject(held) ? Object.entries(held) : []) {
      if (!isJsonObject(raw) || this.#home.has(id)) continue;
      entries.set(id, raw);
      this.#home.set(id, name);
    }
    this.#entries.set(name, entries);
  }

  /** Adds each existing child to its parent, once, and returns those that were added. */
  #place(parent: string, list: string, ids: readonly string[], home: RemoteCollection): void {
    for (const id of ids) if (!this.#home.has(id)) this.danglingIds.add(id);
    const held = ids.filter((id) => {
      if (this.collectionOf(id) !== home || this.#parents.has(id)) return false;
      this.#parents.set(id, parent);
      return true;
    });
    this.childIds.set(`${parent}/${list}`, held);
  }

  /** Reads a tree of folders. Entries in no folder become children of the root. Returns the root's id. */
  #tree(name: 'boards' | 'components' | 'assets', leafField: string, otherwise: string): string {
    const entries = this.entriesOf(name);
    const listed = name === 'assets' ? undefined : rootOfTree(this.responses[name]);
    const root = [...entries].find(([, raw]) => raw.root === true)?.[0] ?? listed?.id ?? otherwise;
    const inFolders = new Map<string, string[]>();
    for (const [id, raw] of entries) if (id === root || isFolderEntry(raw, leafField)) inFolders.set(id, idsAt(raw, 'children'));
    const known = () => this.base.childIds(root, name).filter((id) => entries.has(id));
    if (!entries.has(root)) inFolders.set(root, [...(listed?.children ?? known())]);
    const seen = new Set([...inFolders.values()].flat());
    const lost = [...entries.keys()].filter((id) => id !== root && !seen.has(id));
    inFolders.set(root, [...(inFolders.get(root) ?? []), ...lost]);
    for (const [id, children] of inFolders) {
      const others = children.filter((child) => child !== root && child !== id);
      this.#place(id, name, others, name);
    }
    return root;
  }

  /** Reads attributes in the order of their owners' lists, followed by those that only refer to their owner themselves. */
  #attributes(): void {
    const lists = new Map<string, string[]>();
    const listed = new Set<string>();
    const add = (owner: string, id: string) => lists.set(owner, [...(lists.get(owner) ?? []), id]);
    const isOne = (id: string): boolean =>
      this.collectionOf(id) === 'attributes' ||
      (this.collectionOf(id) === 'variables' && this.isBoardVariable(this.findEntry('variables', id) ?? {}));
    for (const name of attributeOwners)
      for (const [owner, raw] of this.entriesOf(name))
        for (const id of [...idsAt(raw, 'attributes'), ...idsAt(raw, 'variables')])
          if (!this.#home.has(id)) this.danglingIds.add(id);
          else if (isOne(id) && !listed.has(id)) {
            listed.add(id);
            add(owner, id);
          }
    for (const name of ['attributes', 'variables'] as const)
      for (const [id, raw] of this.entriesOf(name)) {
        const owner = stringAt(raw, 'cId');
        if (isOne(id) && !listed.has(id) && owner !== undefined && attributeOwners.some((each) => this.collectionOf(owner) === each))
          add(owner, id);
      }
    for (const [owner, ids] of lists) {
      for (const id of ids) this.#parents.set(id, owner);
      this.childIds.set(`${owner}/attributes`, ids);
    }
  }
}

/** By collection, a member that only entries have which are not folders. */
const itemMembers = { boards: 'elements', components: 'attributes', assets: 'type' } as const;

function isFolderEntry(raw: JsonObject, leafField: string): boolean {
  if (raw.root === true || raw.type === 'folder') return true;
  if (leafField === 'type') return Array.isArray(raw.children);
  return raw.type !== 'board' && raw.type !== 'component' && Array.isArray(raw.children) && !Array.isArray(raw[leafField]);
}

/** The root of a tree list ([Boards, Components] GET): the only entry without a parent. */
function rootOfTree(tree: unknown): { id: string; children: readonly string[] } | undefined {
  const root = (Array.isArray(tree) ? tree : []).filter(isJsonObject).find(({ parentId, type }) => parentId === null && type === 'folder');
  const id = root && stringAt(root, 'id');
  return root && id !== undefined ? { id, children: idsAt(root, 'children') } : undefined;
}

function readMainLocale({ locales }: JsonObject): string | undefined {
  const main = (Array.isArray(locales) ? locales : []).filter(isJsonObject).find(({ base }) => (base ?? null) === null);
  return main && stringAt(main, 'iso');
}

/** The ids of the `if`, the `else if`s and the `else`. */
function conditionIdsOf(branch: JsonObject): string[] {
  const conditions = objectAt(branch, 'conditions');
  const one = (field: string) => [stringAt(conditions, field) ?? []].flat();
  return [...one('ifCondition'), ...idsAt(conditions, 'elseIfConditions'), ...one('elseCondition')];
}

export const conditionRole = (branch: JsonObject, condition: string): 'if' | 'elseIf' | 'else' => {
  const { ifCondition, elseCondition } = objectAt(branch, 'conditions');
  if (ifCondition === condition) return 'if';
  return elseCondition === condition ? 'else' : 'elseIf';
};

/** Whether the export contains positions; null if it contains nothing that could have one. */
export function hasPositions(json: unknown): boolean | null {
  const story = unwrapProject(json);
  let any: boolean | null = null;
  for (const name of ['elements', 'notes', 'jumpers', 'branches'])
    for (const raw of Object.values(objectAt(story, name))) {
      if (!isJsonObject(raw)) continue;
      if (typeof raw.x === 'number' && typeof raw.y === 'number') return true;
      any = false;
    }
  return any;
}
