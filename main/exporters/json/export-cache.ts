/**
 * Caches the texts of exports of large stories, so that a small change does not require everything to be serialized again. The result
 * equals that of a complete export byte for byte. It holds at most `maxCachedCharacters`; targets drop texts when a file has been
 * written.
 */

import type { TextChunk } from '../../../shared/contracts/export-file.ts';
import { type Change, jsonEquals } from '../../../shared/model/change-set.ts';
import { type AnyRecord, boardContentKinds, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';

/** With fewer records, a complete export is as fast. */
const minCachedRecords = 1000;
/** The maximum for all cached exports of a project together. */
const maxCachedCharacters = 64_000_000;

export interface CachedExport {
  /** The number of changes of the project that are included. */
  changeCount: number;
  /** The value of `useCount` at its last use. */
  lastUsed: number;
  readonly collections: Map<string, CollectionTextCache>;
  /** Names of assets that differ from those in the story, by id. */
  assetNames: ReadonlyMap<string, string>;
}

const cache = new WeakMap<Project, Map<string, CachedExport>>();

/** A part of the name of a cached export: one value, or a list. */
type CacheNamePart = string | boolean | null | readonly CacheNamePart[];

/** The name of a cached export or check. Different parts have different names: also a list with one value, and that value. */
export const cacheNameOf = (parts: readonly CacheNamePart[]): string => JSON.stringify(parts);

export const isWorthCaching = (project: Project): boolean => project.size >= minCachedRecords;

/**
 * The cached export, with the ids of the records that must be serialized again; undefined if there is none or too much has changed.
 * `isWhole`: whether all boards are exported.
 */
export function findCachedExport(
  project: Project,
  name: string,
  isWhole: boolean,
): { cached: CachedExport; changedIds: ReadonlySet<string> } | undefined {
  const cached = cache.get(project)?.get(name);
  const changes = cached && project.recentChanges.since(cached.changeCount);
  if (!changes || (!isWhole && changes.some(movesBetweenBoards))) return undefined;
  const changedIds = affectedRecordIds(changes);
  return changedIds && { cached, changedIds };
}

/** Whether no text of the export has been dropped. */
export const isCompletelyCached = ({ collections }: CachedExport): boolean =>
  [...collections.values()].every((members) => members.isComplete);

/**
 * `seen` is the number of changes of the project when the export began; later changes are serialized next time. If the cache is full,
 * exports that were not used in two rounds are removed, oldest first. If there is none, the new export is not cached: replacing the oldest
 * one would mean that, with a few languages too many, they replace each other in turn and none is ever found.
 */
export function cacheExport(project: Project, name: string, view: CachedExport, seen: number): void {
  const views = cache.get(project) ?? new Map<string, CachedExport>();
  cache.set(project, views);
  view.changeCount = seen;
  view.lastUsed = ++useCount;
  views.delete(name);
  views.set(name, view);
  for (const [each, { changeCount: last }] of views) if (!project.recentChanges.since(last)) views.delete(each);
  if (cachedCharacters(views) <= maxCachedCharacters) return;
  const rounds = 2 * views.size;
  for (const [each, { lastUsed }] of views) {
    if (useCount - lastUsed <= rounds) continue;
    views.delete(each);
    if (cachedCharacters(views) <= maxCachedCharacters) return;
  }
  views.delete(name);
}

/** The number of uses in all projects, which only determines their order. */
let useCount = 0;

function cachedCharacters(views: ReadonlyMap<string, CachedExport>): number {
  let length = 0;
  for (const { collections } of views.values()) for (const members of collections.values()) length += members.characterCount;
  return length;
}

/**
 * Whether an item may have moved to or from an exported board. Records that refer to it are then serialized differently without having
 * changed themselves.
 */
export function movesBetweenBoards({ before, after }: Change): boolean {
  const isBoard = (before ?? after)?.kind === 'board';
  if (!before || !after) return isBoard;
  return isBoard ? before.parentId !== after.parentId || before.type !== after.type : before.boardId !== after.boardId;
}

/** The ids of the changed records, and of those whose lists contain them; undefined if any record may be affected. */
function affectedRecordIds(changes: readonly Change[]): ReadonlySet<string> | undefined {
  const touched = new Set<string>();
  for (const { before, after } of changes) {
    if (before?.kind === 'project' || after?.kind === 'project') {
      if (!jsonEquals(before?.locales, after?.locales) || !jsonEquals(before?.roots, after?.roots)) return undefined;
    }
    // Records that refer to it are serialized differently if it becomes a folder.
    if (before && after && before.type !== after.type && (after.kind === 'asset' || after.kind === 'component')) return undefined;
    if (before && after && boardContent.has(after.kind) && isInSameLists(before, after)) touched.add(after.id);
    else for (const record of [before, after]) if (record) addWithParents(touched, record);
  }
  return touched;
}

/** Lists of these contain nothing but their ids. What is attached to an element and the conditions of a branch are written with their parent. */
const boardContent: ReadonlySet<KindName> = new Set(boardContentKinds);

const isInSameLists = (before: AnyRecord, after: AnyRecord): boolean =>
  getKind(after.kind).orders.every(
    ({ parentField, rankField }) =>
      parentIdOf(before, parentField) === parentIdOf(after, parentField) && before[rankField] === after[rankField],
  );

function addWithParents(touched: Set<string>, record: AnyRecord): void {
  touched.add(record.id);
  for (const { parentField } of getKind(record.kind).orders) {
    const parent = parentIdOf(record, parentField);
    if (parent !== null) touched.add(parent);
  }
}

/**
 * The number of characters at the start of a key that are packed into a number, with 8 bits each. The position takes the other 21 bits of a
 * safe integer.
 */
const prefixLength = 4;
const maxPositions = 2 ** 21;

/**
 * The positions of the keys in the order of the keys, by code units. The keys are not moved: sorting 20,000 ids as strings would take as long as
 * writing the records.
 */
export function sortedPositions(keys: readonly string[]): Iterable<number> {
  const compare = (one: number, two: number): number => ((keys[one] ?? '') < (keys[two] ?? '') ? -1 : 1);
  if (keys.length > maxPositions) return Array.from(keys, (_, at) => at).sort(compare);
  const packed = new Float64Array(keys.length);
  for (const [at, key] of keys.entries()) packed[at] = packPrefix(key) * maxPositions + at;
  packed.sort();
  const positions = new Uint32Array(keys.length);
  let run = 0;
  for (let at = 0; at < packed.length; at++) {
    positions[at] = (packed[at] ?? 0) % maxPositions;
    if (at > 0 && !hasSamePrefix(packed[at - 1], packed[at])) run = sortRun(positions, run, at, compare);
  }
  sortRun(positions, run, packed.length, compare);
  return positions;
}

/** A number that is not larger than that of any later key. The first character with more than 8 bits and those after it are ignored. */
function packPrefix(key: string): number {
  let packed = 0;
  let fits = true;
  for (let at = 0; at < prefixLength; at++) {
    const unit = fits && at < key.length ? Math.min(key.charCodeAt(at), 255) : 0;
    if (unit === 255) fits = false;
    packed = packed * 256 + unit;
  }
  return packed;
}

function hasSamePrefix(one = 0, two = 0): boolean {
  return Math.floor(one / maxPositions) === Math.floor(two / maxPositions);
}

/** Sorts keys with the same prefix. */
function sortRun(positions: Uint32Array, from: number, to: number, compare: (one: number, two: number) => number): number {
  if (to - from > 1) positions.subarray(from, to).sort(compare);
  return to;
}

interface MemberBlock {
  readonly ids: string[];
  /** null if the text must be created (again). */
  piece: TextChunk | null;
}

const blockSize = 32;
/** The number of characters from which a block is divided: a board lists all of its items. */
const longBlockLength = 65_536;

/**
 * Caches the text of the members of one collection, in the order of their ids. Members are grouped in blocks: after a change, the text of
 * the block is created again, and all other pieces are reused. The texts of single members are not kept.
 */
export class CollectionTextCache {
  readonly #blocks: MemberBlock[] = [];
  readonly #separator: string;

  constructor(ids: readonly string[], separator: string) {
    this.#separator = separator;
    let block: MemberBlock = { ids: [], piece: null };
    for (const at of sortedPositions(ids)) {
      if (block.ids.length === 0 || block.ids.length === blockSize) {
        block = { ids: [], piece: null };
        this.#blocks.push(block);
      }
      block.ids.push(ids[at] ?? '');
    }
  }

  /** Must be called when a record was added, changed, or removed (`isMember` false). */
  invalidate(id: string, isMember: boolean): void {
    const at = this.#blockFor(id);
    const block = this.#blocks[at];
    if (!block) {
      if (isMember) this.#blocks.push({ ids: [id], piece: null });
      return;
    }
    const place = lowerBound(block.ids, id);
    const isKnown = block.ids[place] === id;
    if (!isKnown && !isMember) return;
    if (!isKnown) block.ids.splice(place, 0, id);
    else if (!isMember) block.ids.splice(place, 1);
    block.piece = null;
    if (block.ids.length === 0) this.#blocks.splice(at, 1);
    else if (block.ids.length > 2 * blockSize) this.#blocks.splice(at + 1, 0, { ids: block.ids.splice(blockSize), piece: null });
  }

  /** The ids of the members for which `pieces` will call `textOf`. */
  *idsToWrite(chunkScope: 'all' | 'new'): Generator<string> {
    for (const { ids, piece } of this.#blocks) if (piece === null || (chunkScope === 'all' && piece.text === null)) yield* ids;
  }

  /**
   * `textOf` is called for the members of changed blocks, and with `all` also for those of blocks whose text was dropped. It returns
   * undefined for an id that is not a member after all.
   */
  *pieces(textOf: (id: string) => string | undefined, chunkScope: 'all' | 'new'): Generator<TextChunk> {
    for (let at = 0; at < this.#blocks.length; at++) {
      const block = this.#blocks[at];
      if (!block) return;
      if (block.piece === null) this.#fill(at, block, textOf);
      else if (chunkScope === 'all') block.piece.text ??= this.#textOf(block.ids, textOf);
      if (block.piece && block.piece.text !== '') yield block.piece;
    }
  }

  /** Creates the text of the block at this position. If it is long, its other members become blocks of their own. */
  #fill(at: number, block: MemberBlock, textOf: (id: string) => string | undefined): void {
    let text = '';
    for (const [count, id] of block.ids.entries()) {
      if (text.length >= longBlockLength) {
        this.#blocks.splice(at + 1, 0, { ids: block.ids.splice(count), piece: null });
        break;
      }
      const member = textOf(id);
      if (member !== undefined) text = text === '' ? member : text + this.#separator + member;
    }
    block.piece = { text };
  }

  /** The number of characters in memory. */
  get characterCount(): number {
    return this.#blocks.reduce((sum, { piece }) => sum + (piece?.text?.length ?? 0), 0);
  }

  get isComplete(): boolean {
    return this.#blocks.every(({ piece }) => piece?.text !== null);
  }

  #textOf(ids: readonly string[], textOf: (id: string) => string | undefined): string {
    return ids
      .map(textOf)
      .filter((text) => text !== undefined)
      .join(this.#separator);
  }

  /** The last block that starts at or before this id, or else the first one. */
  #blockFor(id: string): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#blocks[middle]?.ids[0] ?? '') <= id) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

function lowerBound(ids: readonly string[], id: string): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? '') < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
