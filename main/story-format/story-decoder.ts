/**
 * The state of one decoding: the file, the placement of each entry, and the records decoded so far. First, the structure of the file is read: which entries
 * are in which folder, on which board, in which branch, and which attributes belong to which record. Then the codecs run in a fixed order (story-codec.ts);
 * they rely on what was placed or left out.
 */

import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { addToList } from '../../shared/lists.ts';
import { message } from '../../shared/messages/message.ts';
import { sourceTypes, targetTypes } from '../../shared/model/kinds/connection.ts';
import { maxTreeDepth } from '../../shared/model/kinds/field-schemas.ts';
import { getFieldSchema } from '../../shared/model/kinds/kind-schemas.ts';
import {
  type AnyRecord,
  type BoardContentKind,
  boardContentKinds,
  boardLists,
  getKind,
  type KindDefinition,
  type KindName,
  kinds,
} from '../../shared/model/kinds/kinds.ts';
import { type Locale, mainLocaleOf } from '../../shared/model/kinds/project.ts';
import type { DecodeNote, DecodePolicy } from './decode-policy.ts';
import { storyFault } from './story-fault.ts';
import { type Collection, type StoryFile, unknownFieldsIn, withEmptyMap, withListOfMap, workPerEntry } from './story-file.ts';

/** Work in units of a record of ordinary size, after which the caller may pause; or a promise for which the decoder waits. */
export type DecodeStep = number | Promise<void>;

export interface ListedId {
  readonly id: string;
  readonly path: string;
}

/** The placement of an entry: its parent, and its rank in a list there, which follows when the whole list is known. */
interface Placement {
  readonly parent: string;
  rank: string;
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

/** The work of a step of a long text, in records of ordinary size. */
const workPerLongStep = 100;

/** What a record gets besides its fields. */
interface EntryEnvelope {
  readonly rank?: string;
  readonly outputRank?: string;
  /** Keys of the file that are decoded in another way, so that they are not unknown. */
  readonly otherKeys?: ReadonlySet<string>;
}

export class StoryDecoder {
  readonly file: StoryFile;
  readonly policy: DecodePolicy;
  readonly records: AnyRecord[] = [];
  /** The folders of boards and of components, including their roots. */
  readonly folders = new Set<string>();
  #decodedEntries = 0;
  #languages: ReadonlySet<string> = new Set(['en']);
  #mainLocale: string;
  readonly #placements = new Map<string, Placement>();

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

  /** Checks the long texts of an entry, and their translations, in steps before it is decoded. */
  *prepareTexts(id: string, raw: JsonObject): Generator<number> {
    for (const _ of this.policy.prepareTexts(raw, this.file.contents.get(id))) yield workPerLongStep;
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
    return raw[field] === undefined ? [] : [...this.iterateIdList(raw, field, path)];
  }

  /** Like `idList`, for a list that may be long. */
  *iterateIdList(raw: JsonObject, field: string, path: string): Generator<ListedId> {
    const value = withListOfMap(raw[field] ?? []);
    if (!Array.isArray(value)) return this.policy.addInvalidValue(`${path}.${field}`, message('fault.type.list'));
    // The common part is created once, because V8 keeps the parts of a long concatenation in memory.
    const start = `${path}.${field}.`;
    for (const [index, id] of value.entries())
      if (typeof id === 'string') yield { id, path: `${start}${index}` };
      else this.policy.addInvalidValue(`${start}${index}`, message('import.fault.id'));
  }

  /** An object in an entry, if it is one. */
  objectAt(raw: JsonObject, field: string, path: string): JsonObject {
    const value = withEmptyMap(raw[field] ?? {});
    if (isJsonObject(value)) return value;
    this.policy.addInvalidValue(`${path}.${field}`, message('fault.type.object'));
    return {};
  }

  /** The id if one of the collections contains it; otherwise reports the reference and returns null. */
  findReference(id: string, path: string, ...allowed: readonly Collection[]): string | null {
    const collection = this.file.collectionOf(id);
    if (collection && allowed.includes(collection)) return id;
    if (collection) this.policy.addInconsistency(path, storyFault('wrongCollection', { id, collection: collection }));
    else this.policy.reportMissing(path, storyFault('unknownId', { id, collections: allowed.join(', ') }));
    return null;
  }

  /** Like `findReference`, for an id in a list of the children of an entry. */
  isListedIn({ id, path }: ListedId, collection: Collection): boolean {
    const found = this.findReference(id, path, collection);
    if (found === null && this.file.collectionOf(id) === undefined) this.policy.addDanglingId(id);
    return found !== null;
  }

  /** The value of a field that is the id of another record or null. An empty text is no id. */
  decodeReference(value: unknown, path: string, ...allowed: readonly Collection[]): unknown {
    if (typeof value === 'string' && value !== '') return this.findReference(value, path, ...allowed);
    return this.isAgainstBase || value === '' ? null : (value ?? null);
  }

  /** Places the entries of a list in their order. An entry that is in another list already remains there, which is a fault. */
  *placeList(listed: readonly ListedId[], { kind, list, parent }: PlacedList, workPerItem = 0): Generator<number> {
    const placed: Placement[] = [];
    const ids: string[] = [];
    for (const { id, path } of listed) {
      const other = this.#placements.get(id);
      if (other) this.policy.addInconsistency(path, storyFault('placedTwice', { id, path: other.path }));
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

  placementOf(id: string): Readonly<Placement> | undefined {
    return this.#placements.get(id);
  }

  /** The rank of an entry; one that is in no list (a root) has that of the base. */
  rankOf(id: string): string {
    return this.#placements.get(id)?.rank ?? this.policy.base?.get(id)?.rank ?? 'a0';
  }

  /**
   * Adds the record of an entry: its plain fields as its kind names them, the fields in `decoded` as the codec has decoded them, and
   * unknown fields in `extra`. Without a rank, it is that of its placement.
   */
  add(
    kindName: KindName,
    id: string,
    raw: JsonObject,
    decoded: JsonObject,
    { rank = this.rankOf(id), outputRank, otherKeys }: EntryEnvelope = {},
  ): AnyRecord {
    const kind = getKind(kindName);
    const inBase = this.policy.base?.get(id);
    const known = inBase?.kind === kindName ? inBase : undefined;
    const fields: Record<string, unknown> = {};
    // Assigned one by one: copying the fields of two objects into one takes several times as long.
    const record: { kind: KindName; id: string; rank: string; [field: string]: unknown } = { kind: kindName, id, rank };
    if (outputRank !== undefined) record.outputRank = outputRank;
    for (const field in kind.fields) {
      const value = field in decoded ? decoded[field] : plainValue(kind, field, raw[field], known);
      fields[field] = value;
      record[field] = value;
    }
    const extra = unknownFieldsIn(kindName, raw, otherKeys);
    if (extra.length > 0) record.extra = Object.fromEntries(extra);
    const completed = this.policy.complete(record, fields);
    this.records.push(completed);
    return completed;
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

/** In relation to the work for a record. */
const workPerItem = 0.05;

type TreeCollection = 'boards' | 'components' | 'assets';

interface TreeRules {
  readonly kind: KindName;
  readonly missingRootNote?: DecodeNote;
  readonly unlistedNote?: DecodeNote;
  /** The list that all entries except folders have. */
  readonly leafKey: string;
}

const treeRules: Readonly<Record<TreeCollection, TreeRules>> = {
  boards: { kind: 'board', missingRootNote: 'noBoardRoot', unlistedNote: 'unlistedBoard', leafKey: 'elements' },
  components: { kind: 'component', missingRootNote: 'noComponentRoot', unlistedNote: 'unlistedComponent', leafKey: 'attributes' },
  assets: { kind: 'asset', leafKey: '' },
};

/**
 * Places every entry of a tree in its folder. Entries that no folder lists are placed in the root, which is created if it is missing
 * (G26). Returns the id of the root.
 */
export function* placeTree(decoder: StoryDecoder, collection: TreeCollection): Generator<number, string> {
  const { file, policy } = decoder;
  const { kind, missingRootNote, unlistedNote } = treeRules[collection];
  const entries = file.entriesOf(collection);
  const { id: root, children: known } = findRoot(decoder, collection);
  const folders = new Set([...entries].filter(([id, raw]) => id === root || isFolder(decoder, raw, collection)).map(([id]) => id));
  for (const [id, raw] of entries)
    if (!folders.has(id) && decoder.idList(raw, 'children', `${collection}.${id}`).length > 0)
      policy.addInconsistency(`${collection}.${id}.children`, storyFault('leafWithChildren'));
  const children = new Map([...folders].map((id) => [id, listChildren(decoder, collection, id, root)]));
  if (!entries.has(root) && known)
    children.set(
      root,
      known
        .map((id) => ({ id, path: `${collection}.${root}` }))
        .filter((child) => child.id !== root && decoder.isListedIn(child, collection)),
    );
  const listed = new Set([...children.values()].flat().map(({ id }) => id));
  const unlisted = [...entries.keys()].filter((id) => id !== root && !listed.has(id));
  children.set(root, [...(children.get(root) ?? []), ...unlisted.map((id) => ({ id, path: `${collection}.${id}` }))]);
  for (const [parent, list] of children) yield* decoder.placeList(list, { kind, list: collection, parent });
  if (entries.has(root) && unlistedNote) policy.note(unlistedNote, unlisted.length);
  else if (entries.size > 0 && missingRootNote) policy.note(missingRootNote);
  for (const folder of [root, ...folders]) decoder.folders.add(folder);
  if (!decoder.isAgainstBase) reportCyclesAndDepth(decoder, collection, root, [...entries.keys()]);
  return root;
}

interface TreeRoot {
  readonly id: string;
  /** Whether no entry of the file is the root. */
  readonly isMissing: boolean;
  /** The children of a root that is missing, if they are known. */
  readonly children?: readonly string[];
}

/** The entry that is the root of a tree, or the one of the policy. */
export function findRoot({ file, policy }: StoryDecoder, collection: TreeCollection | 'variables'): TreeRoot {
  const [id, second] = [...file.entriesOf(collection)].filter(([, raw]) => raw.root === true).map(([each]) => each);
  if (id === undefined) return { ...policy.missingRoot(collection), isMissing: true };
  if (second !== undefined) policy.addInconsistency(`${collection}.${second}.root`, storyFault('secondRoot', { root: id }));
  return { id, isMissing: false };
}

function isFolder({ isAgainstBase }: StoryDecoder, raw: JsonObject, collection: TreeCollection): boolean {
  if (raw.root === true || raw.type === 'folder') return true;
  // A reader that reports faults reports children that are not a list.
  const hasChildren = isAgainstBase ? Array.isArray(raw.children) : raw.children !== undefined && raw.children !== null;
  if (!hasChildren || collection === 'assets') return hasChildren;
  return raw.type !== 'board' && raw.type !== 'component' && !Array.isArray(raw[treeRules[collection].leafKey]);
}

function listChildren(decoder: StoryDecoder, collection: TreeCollection, id: string, root: string): ListedId[] {
  return decoder.idList(decoder.file.find(collection, id) ?? {}, 'children', `${collection}.${id}`).filter((child) => {
    if (child.id === root) decoder.policy.addInconsistency(child.path, storyFault('rootInFolder'));
    if (child.id === root || (decoder.isAgainstBase && child.id === id)) return false;
    return decoder.isListedIn(child, collection);
  });
}

/**
 * [G33] folders that contain each other cannot be reached from the root: each such cycle is reported once. So is each entry that begins a
 * level too many.
 */
function reportCyclesAndDepth(decoder: StoryDecoder, collection: TreeCollection, root: string, ids: readonly string[]): void {
  const { policy } = decoder;
  const depths = new Map([[root, 0]]);
  for (const id of ids) {
    const visited = new Set<string>();
    let at: string | undefined = id;
    while (at !== undefined && !depths.has(at) && !visited.has(at)) {
      visited.add(at);
      at = decoder.placementOf(at)?.parent;
    }
    if (at !== undefined && visited.has(at)) policy.addInconsistency(`${collection}.${at}.children`, storyFault('folderInItself'));
    const above = (at === undefined ? undefined : depths.get(at)) ?? 0;
    for (const [index, passed] of [...visited].reverse().entries()) {
      const depth = above + index + 1;
      depths.set(passed, depth);
      if (depth === maxTreeDepth + 1)
        policy.addInvalidValue(`${collection}.${passed}`, {
          ...message('fault.folder.tooDeep', { maximum: maxTreeDepth }),
          reason: 'folderTooDeep',
        });
    }
  }
}

/** Places each item on its board. An item that no board lists is an error; a repair leaves it out. */
export function* placeItems(decoder: StoryDecoder): Generator<number> {
  const { file, policy } = decoder;
  for (const [boardId, raw] of file.entriesOf('boards'))
    for (const kind of boardContentKinds) {
      const list = kinds[kind].plural;
      if (decoder.isAgainstBase || !decoder.folders.has(boardId)) {
        yield* placeItemList(decoder, boardId, raw, kind);
        file.releaseList(raw, list);
      } else if (decoder.idList(raw, list, `boards.${boardId}`).length > 0)
        policy.addInconsistency(`boards.${boardId}.${list}`, storyFault('folderContents'));
    }
  // Against a base, an item on no board is no record, but connections to it remain, so that the merge reports them.
  if (decoder.isAgainstBase) return;
  for (const list of boardLists)
    for (const id of [...file.entriesOf(list).keys()]) {
      yield workPerItem;
      if (decoder.placementOf(id)) continue;
      policy.reportMissing(`${list}.${id}`, storyFault('noBoard'));
      file.omit(id);
    }
}

function* placeItemList(decoder: StoryDecoder, parent: string, raw: JsonObject, kind: BoardContentKind): Generator<number> {
  const list = kinds[kind].plural;
  const listed: ListedId[] = [];
  for (const each of decoder.iterateIdList(raw, list, `boards.${parent}`)) {
    listed.push(each);
    yield workPerItem;
  }
  const known: ListedId[] = [];
  for (const each of listed) {
    if (decoder.isListedIn(each, list)) known.push(each);
    yield workPerItem;
  }
  yield* decoder.placeList(known, { kind, list, parent }, workPerItem);
}

export type ConditionRole = 'if' | 'elseIf' | 'else';

/** Places each condition in its branch and returns its role. A condition that no branch lists is an error; a repair leaves it out. */
export function* placeConditions(
  decoder: StoryDecoder,
  addEmptyIf: (branchId: string) => void,
): Generator<number, ReadonlyMap<string, ConditionRole>> {
  const { file, policy } = decoder;
  const roles = new Map<string, ConditionRole>();
  for (const id of file.entriesOf('branches').keys()) {
    const conditions = listConditions(decoder, id);
    yield* decoder.placeList(conditions, { kind: 'condition', list: 'conditions', parent: id });
    for (const { id: condition, role } of conditions) if (!roles.has(condition)) roles.set(condition, role);
    if (conditions[0]?.role !== 'if' && !decoder.isAgainstBase) addEmptyIf(id);
  }
  if (decoder.isAgainstBase) return roles;
  for (const id of [...file.entriesOf('conditions').keys()]) {
    if (decoder.placementOf(id)) continue;
    policy.reportMissing(`conditions.${id}`, storyFault('noBranch'));
    file.omit(id);
  }
  return roles;
}

/** The conditions that a branch lists and the file contains. */
function listConditions(decoder: StoryDecoder, branchId: string): (ListedId & { role: ConditionRole })[] {
  const path = `branches.${branchId}`;
  const conditions = decoder.objectAt(decoder.file.find('branches', branchId) ?? {}, 'conditions', path);
  const one = (field: string, role: ConditionRole) => {
    const id = conditions[field];
    if (typeof id === 'string') return [{ id, path: `${path}.conditions.${field}`, role }];
    if (id !== undefined && id !== null) decoder.policy.addInvalidValue(`${path}.conditions.${field}`, message('import.fault.conditionId'));
    return [];
  };
  const between = decoder
    .idList(conditions, 'elseIfConditions', `${path}.conditions`)
    .map((listed) => ({ ...listed, role: 'elseIf' as const }));
  const named = [...one('ifCondition', 'if'), ...between, ...one('elseCondition', 'else')];
  return named.filter((listed) => decoder.isListedIn(listed, 'conditions'));
}

const sourceCollections = Object.values(sourceTypes);
const targetCollections = Object.values(targetTypes);

/**
 * Leaves out connections without a valid source or target (G6). Returns the rank of every other one among the outputs of its source: first those that
 * the source lists, then the others.
 */
export function* rankOutputs(decoder: StoryDecoder): Generator<number, ReadonlyMap<string, string>> {
  const { file, policy } = decoder;
  const bySource = new Map<string, string[]>();
  // The iteration continues correctly if an entry is left out during it.
  for (const [id, raw] of file.entriesOf('connections')) {
    if (decoder.placementOf(id) && areEndsValid(decoder, id, raw)) addToList(bySource, String(raw.sourceid), id);
    else file.omit(id);
    yield 0.2;
  }
  const ranks = new Map<string, string>();
  for (const collection of sourceCollections)
    for (const [id, raw] of file.entriesOf(collection)) {
      const path = `${collection}.${id}`;
      const own = bySource.get(id) ?? noIds;
      const named = collection === 'elements' ? decoder.idList(raw, 'outputs', path) : listConditionOutput(decoder, raw, path);
      yield 0.2;
      if (own.length === 0 && named.length === 0) continue;
      const seen = new Set<string>();
      for (const { id: output, path: at } of named) if (isValidOutput(decoder, output, at, id, seen)) seen.add(output);
      const others = own.filter((connection) => !seen.has(connection));
      policy.note('unlistedOutput', others.length);
      const order = [...seen, ...others];
      for (const [index, rank] of policy.ranksOf('connection', 'outputs', id, order).entries()) ranks.set(order[index] ?? '', rank);
    }
  return ranks;
}

const noIds: readonly string[] = [];

/** Reports a connection without a source or target as an error; a repair leaves it out. */
function areEndsValid(decoder: StoryDecoder, id: string, raw: JsonObject): boolean {
  const source = isEndValid(decoder, id, raw, 'source', sourceCollections);
  const target = isEndValid(decoder, id, raw, 'target', targetCollections);
  return source && target;
}

function isEndValid(
  decoder: StoryDecoder,
  id: string,
  raw: JsonObject,
  side: 'source' | 'target',
  allowed: readonly Collection[],
): boolean {
  const { policy, file } = decoder;
  const path = `connections.${id}.${side}`;
  const end = raw[`${side}id`];
  const type = raw[`${side}Type`] ?? null;
  if (typeof end !== 'string' || end === '') {
    if (end !== undefined && end !== null && end !== '') policy.addInvalidValue(`${path}id`, message('import.fault.id'));
    else policy.reportMissing(`${path}id`, storyFault('missing'));
    return false;
  }
  if (decoder.findReference(end, `${path}id`, ...allowed) === null) return false;
  const collection = file.collectionOf(end);
  if (type !== null && type !== collection)
    policy.addInconsistency(`${path}Type`, message('import.fault.endType', { collection: collection ?? '', id: end }));
  if (boardIdOf(decoder, end) !== decoder.placementOf(id)?.parent)
    policy.addInconsistency(`${path}id`, storyFault('otherBoard', { id: end }));
  return true;
}

function boardIdOf(decoder: StoryDecoder, id: string): string | undefined {
  const parent = decoder.placementOf(id)?.parent;
  return decoder.file.collectionOf(id) === 'conditions' && parent !== undefined ? decoder.placementOf(parent)?.parent : parent;
}

function listConditionOutput({ policy }: StoryDecoder, raw: JsonObject, path: string): ListedId[] {
  if (typeof raw.output === 'string') return [{ id: raw.output, path: `${path}.output` }];
  if (raw.output !== undefined && raw.output !== null) policy.addInvalidValue(`${path}.output`, message('import.fault.connectionId'));
  return [];
}

function isValidOutput(decoder: StoryDecoder, id: string, path: string, source: string, seen: ReadonlySet<string>): boolean {
  if (decoder.findReference(id, path, 'connections') === null) return false;
  if (seen.has(id)) decoder.policy.addInconsistency(path, storyFault('namedTwice', { id }));
  if (decoder.file.find('connections', id)?.sourceid === source) return true;
  decoder.policy.addInconsistency(path, storyFault('startsElsewhere', { id }));
  return false;
}

/** The collections whose records have attributes. */
export const ownerCollections = ['boards', 'elements', 'components'] as const;

/** Whether a variable belongs to a board or a component, whose attribute it becomes (G26). Those of elements cannot be attributes. */
export const isOwnedVariable = ({ cType }: JsonObject): boolean => cType === 'boards' || cType === 'components';

/** The variables of boards and components, each with the id of its owner: they become attributes of these (G26). */
export function findBoardVariables(decoder: StoryDecoder): Map<string, string> {
  const { file, policy } = decoder;
  const lists = new Map<string, string>();
  for (const collection of ['boards', 'components'] as const)
    for (const [ownerId, raw] of file.entriesOf(collection))
      for (const field of ['variables', 'attributes'])
        for (const { id } of decoder.idList({ [field]: Array.isArray(raw[field]) ? raw[field] : [] }, field, `${collection}.${ownerId}`))
          lists.set(id, ownerId);
  const found = new Map<string, string>();
  for (const [id, raw] of file.entriesOf('variables')) {
    if (raw.cType !== 'boards' && raw.cType !== 'components') continue;
    const ownerId = raw.cId ?? lists.get(id);
    // Against a base, a list counts more than what the variable says, so that a board that is missing does not matter here.
    if (decoder.isAgainstBase) found.set(id, String(ownerId ?? ''));
    else if (typeof ownerId !== 'string') policy.reportMissing(`variables.${id}.cId`, storyFault('noBoardNamed'));
    else if (decoder.findReference(ownerId, `variables.${id}.cId`, raw.cType) !== null) found.set(id, ownerId);
  }
  return found;
}

/** Places attributes, and variables of boards that become attributes, below their owners. */
export function* placeAttributes(decoder: StoryDecoder, boardVariables: ReadonlyMap<string, string>): Generator<number> {
  const { file, policy } = decoder;
  const unlisted = yield* groupUnlistedByOwner(decoder, boardVariables);
  for (const collection of ownerCollections)
    for (const [id, raw] of file.entriesOf(collection)) {
      yield workPerEntry;
      const path = `${collection}.${id}`;
      const listed = attributeLists(decoder)
        .flatMap((list) => decoder.idList(raw, list, path))
        .filter((entry) => boardVariables.has(entry.id) || decoder.isListedIn(entry, 'attributes'));
      const all = [...listed, ...(unlisted.get(id) ?? [])];
      if (all.length > 0 && decoder.folders.has(id)) policy.addInconsistency(`${path}.attributes`, storyFault('folderAttributes'));
      if (all.length > 0) yield* decoder.placeList(firstListed(decoder, all), { kind: 'attribute', list: 'attributes', parent: id });
    }
}

/** Files of older stories have the variables of a board in a list of their own. Only a base decides where such a list belongs. */
const attributeLists = ({ isAgainstBase }: StoryDecoder): readonly string[] =>
  isAgainstBase ? ['attributes', 'variables'] : ['attributes'];

/** [G31] removes entries that were already listed, in this list or by another record. They are an error, and a repair keeps the first. */
function firstListed(decoder: StoryDecoder, listed: readonly ListedId[]): ListedId[] {
  const paths = new Map<string, string>();
  return listed.filter(({ id, path }) => {
    const other = decoder.placementOf(id)?.path ?? paths.get(id);
    if (other === undefined) paths.set(id, path);
    else decoder.policy.reportMissing(path, storyFault('placedTwice', { id, path: other }));
    return other === undefined;
  });
}

/** Groups attributes whose owner does not list them; they are placed at the end of the owner's list. */
function* groupUnlistedByOwner(
  decoder: StoryDecoder,
  boardVariables: ReadonlyMap<string, string>,
): Generator<number, Map<string, ListedId[]>> {
  const { file } = decoder;
  const listed = new Set<unknown>();
  for (const collection of ownerCollections)
    for (const raw of file.entriesOf(collection).values()) {
      for (const list of attributeLists(decoder)) for (const id of Array.isArray(raw[list]) ? raw[list] : []) listed.add(id);
      yield workPerEntry;
    }
  const unlisted = new Map<string, ListedId[]>();
  const add = (owner: string, entry: ListedId) => addToList(unlisted, owner, entry);
  for (const [id, raw] of file.entriesOf('attributes')) {
    const path = `attributes.${id}`;
    yield workPerEntry;
    if (listed.has(id) || typeof raw.cId !== 'string') continue;
    if (decoder.findReference(raw.cId, `${path}.cId`, ...ownerCollections) !== null) add(raw.cId, { id, path });
  }
  for (const [id, owner] of boardVariables) if (!listed.has(id)) add(owner, { id, path: `variables.${id}` });
  return unlisted;
}
