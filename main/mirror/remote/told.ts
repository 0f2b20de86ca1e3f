/**
 * What a remote tells of a project: its export, whatever shape that has (G26), and what the export leaves out. It finds out what stands
 * where; what the entries hold is for others. References to nothing are left out (G27), nothing is made up.
 */
import type { Project } from '../../../shared/project.ts';
import { idsIn, isRaw, type Raw, rawIn, textIn } from './raw.ts';

const collections = [
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
export type Collection = (typeof collections)[number];

/** Answers of the remote, as they came. */
export interface Answers {
  readonly story: unknown;
  readonly css?: unknown;
  readonly comments?: unknown;
  /** The lists of the trees, where the export does not show their roots. */
  readonly boards?: unknown;
  readonly components?: unknown;
  /** x, y and so on of items by id, where the export has no positions. */
  readonly boxes?: ReadonlyMap<string, Raw>;
}

const itemLists = ['elements', 'notes', 'jumpers', 'branches', 'connections'] as const;
const owners = ['boards', 'elements', 'components'] as const;

export class Told {
  readonly root: Raw;
  readonly answers: Answers;
  readonly base: Project;
  readonly contents: Raw;
  readonly main: string;
  readonly roots: Readonly<Record<'board' | 'component' | 'asset' | 'variable', string>>;
  /** Who stands below whom, in which order. */
  readonly children = new Map<string, readonly string[]>();
  readonly #parents = new Map<string, string>();
  readonly #entries = new Map<Collection, Map<string, Raw>>();
  readonly #home = new Map<string, Collection>();

  constructor(answers: Answers, base: Project) {
    this.answers = answers;
    this.base = base;
    this.root = storyIn(answers.story);
    this.contents = rawIn(this.root, 'contents');
    for (const name of collections) this.#take(name);
    this.main = mainLocale(this.root) ?? (base.size > 0 ? base.mainLocale : 'en');
    const known = base.size > 0 ? base.root.roots : undefined;
    const variable = [...this.all('variables')].find(([, raw]) => raw.root === true)?.[0];
    this.roots = {
      board: this.#tree('boards', 'elements', known?.board ?? 'root_board'),
      component: this.#tree('components', 'attributes', known?.component ?? 'root_component'),
      asset: this.#tree('assets', 'type', known?.asset ?? 'root_asset'),
      variable: variable ?? known?.variable ?? 'root_variable',
    };
    for (const [id, raw] of this.all('boards')) for (const list of itemLists) this.#place(id, list, idsIn(raw, list), list);
    for (const [id, raw] of this.all('branches')) this.#place(id, 'conditions', conditionsOf(raw), 'conditions');
    this.#attributes();
  }

  all(name: Collection): ReadonlyMap<string, Raw> {
    return this.#entries.get(name) ?? new Map();
  }

  find(name: Collection, id: unknown): Raw | undefined {
    return typeof id === 'string' ? this.#entries.get(name)?.get(id) : undefined;
  }

  /** In which collection an id stands. */
  homeOf(id: unknown): Collection | undefined {
    return typeof id === 'string' ? this.#home.get(id) : undefined;
  }

  parentOf(id: string): string | undefined {
    return this.#parents.get(id);
  }

  isFolder(name: 'boards' | 'components' | 'assets', id: string): boolean {
    const raw = this.find(name, id);
    return raw !== undefined && isFolder(raw, name === 'boards' ? 'elements' : name === 'components' ? 'attributes' : 'type');
  }

  /** Variables of boards, as older stories have them: attributes today (G26). */
  isOfBoard(variable: Raw): boolean {
    return variable.cType === 'boards';
  }

  #take(name: Collection): void {
    const value = this.root[name];
    const held = isRaw(value) && isRaw(value.byId) ? value.byId : value;
    const entries = new Map<string, Raw>();
    for (const [id, raw] of isRaw(held) ? Object.entries(held) : []) {
      if (!isRaw(raw) || this.#home.has(id)) continue;
      entries.set(id, raw);
      this.#home.set(id, name);
    }
    this.#entries.set(name, entries);
  }

  /** Gives each its place below its parent, once; answers nothing that is not there. */
  #place(parent: string, list: string, ids: readonly string[], home: Collection): void {
    const held = ids.filter((id) => {
      if (this.homeOf(id) !== home || this.#parents.has(id)) return false;
      this.#parents.set(id, parent);
      return true;
    });
    this.children.set(`${parent}/${list}`, held);
  }

  /** A tree of folders; what stands in none stands in the root. Answers the root. */
  #tree(name: 'boards' | 'components' | 'assets', leafField: string, otherwise: string): string {
    const entries = this.all(name);
    const listed = name === 'assets' ? undefined : rootIn(this.answers[name]);
    const root = [...entries].find(([, raw]) => raw.root === true)?.[0] ?? listed?.id ?? otherwise;
    const inFolders = new Map<string, string[]>();
    for (const [id, raw] of entries) if (id === root || isFolder(raw, leafField)) inFolders.set(id, idsIn(raw, 'children'));
    if (!entries.has(root)) inFolders.set(root, [...(listed?.children ?? this.base.list(root, name))]);
    const seen = new Set([...inFolders.values()].flat());
    const lost = [...entries.keys()].filter((id) => id !== root && !seen.has(id));
    inFolders.set(root, [...(inFolders.get(root) ?? []), ...lost]);
    for (const [id, children] of inFolders) {
      const others = children.filter((child) => child !== root && child !== id);
      this.#place(id, name, others, name);
    }
    return root;
  }

  /** As their owners list them, then those that only say themselves whose they are. */
  #attributes(): void {
    const lists = new Map<string, string[]>();
    const listed = new Set<string>();
    const add = (owner: string, id: string) => lists.set(owner, [...(lists.get(owner) ?? []), id]);
    const isOne = (id: string): boolean =>
      this.homeOf(id) === 'attributes' || (this.homeOf(id) === 'variables' && this.isOfBoard(this.find('variables', id) ?? {}));
    for (const name of owners)
      for (const [owner, raw] of this.all(name))
        for (const id of [...idsIn(raw, 'attributes'), ...idsIn(raw, 'variables')])
          if (isOne(id) && !listed.has(id)) {
            listed.add(id);
            add(owner, id);
          }
    for (const name of ['attributes', 'variables'] as const)
      for (const [id, raw] of this.all(name)) {
        const owner = textIn(raw, 'cId');
        if (isOne(id) && !listed.has(id) && owner !== undefined && owners.some((each) => this.homeOf(owner) === each)) add(owner, id);
      }
    for (const [owner, ids] of lists) {
      for (const id of ids) this.#parents.set(id, owner);
      this.children.set(`${owner}/attributes`, ids);
    }
  }
}

/** [G26] without what may be around it. */
export function storyIn(json: unknown): Raw {
  if (!isRaw(json)) return {};
  return isRaw(json.project) && json.boards === undefined ? json.project : json;
}

function isFolder(raw: Raw, leafField: string): boolean {
  if (raw.root === true || raw.type === 'folder') return true;
  if (leafField === 'type') return Array.isArray(raw.children);
  return raw.type !== 'board' && raw.type !== 'component' && Array.isArray(raw.children) && !Array.isArray(raw[leafField]);
}

/** The root of a tree list ([Boards, Components] GET): the one entry without a parent. */
function rootIn(tree: unknown): { id: string; children: readonly string[] } | undefined {
  const root = (Array.isArray(tree) ? tree : []).filter(isRaw).find(({ parentId, type }) => parentId === null && type === 'folder');
  const id = root && textIn(root, 'id');
  return root && id !== undefined ? { id, children: idsIn(root, 'children') } : undefined;
}

function mainLocale({ locales }: Raw): string | undefined {
  const main = (Array.isArray(locales) ? locales : []).filter(isRaw).find(({ base }) => (base ?? null) === null);
  return main && textIn(main, 'iso');
}

/** The if, the else ifs, the else. */
function conditionsOf(branch: Raw): string[] {
  const conditions = rawIn(branch, 'conditions');
  const one = (field: string) => [textIn(conditions, field) ?? []].flat();
  return [...one('ifCondition'), ...idsIn(conditions, 'elseIfConditions'), ...one('elseCondition')];
}

export const roleIn = (branch: Raw, condition: string): 'if' | 'elseIf' | 'else' => {
  const { ifCondition, elseCondition } = rawIn(branch, 'conditions');
  return ifCondition === condition ? 'if' : elseCondition === condition ? 'else' : 'elseIf';
};

/** Whether it shows where things stand; one that does not is that thing's fault. null where nothing stands anywhere. */
export function hasPositions(json: unknown): boolean | null {
  const story = storyIn(json);
  let any: boolean | null = null;
  for (const name of ['elements', 'notes', 'jumpers', 'branches'])
    for (const raw of Object.values(rawIn(story, name))) {
      if (!isRaw(raw)) continue;
      if (typeof raw.x === 'number' && typeof raw.y === 'number') return true;
      any = false;
    }
  return any;
}
