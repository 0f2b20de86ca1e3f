/**
 * A project in memory: its records and their indexes (ordered lists, referring records, unique keys). Only change sets write to it.
 * The engine, the exporters and the window read the same structure.
 */

import { appendAll, runSteps, sortInSteps } from '../lists.ts';
import type { Change, ChangeSet } from './change-set.ts';
import type { OrderRule } from './kinds/define-kind.ts';
import { type AnyRecord, getKind, isOfKind, type KindName, type StoryRecord } from './kinds/kinds.ts';
import { mainLocaleOf, projectRecordId } from './kinds/project.ts';
import { referencedIds } from './references.ts';

export interface RankedId {
  readonly id: string;
  readonly rank: string;
}

export class Project {
  #records = new Map<string, AnyRecord>();
  #referrers = new ReferrerIndex();
  /** By name, then by parent: a key of both would be a text for each list, and most lists have one entry. */
  #lists = new Map<string, Map<string, OrderedList>>();
  #idsByUniqueKey = new Map<string, string>();
  #counts = new Map<KindName, number>();
  /** The ids of the records that have local comments. */
  #commented = new Set<string>();
  /** The changes that were applied last, so that derived data can be updated instead of rebuilt. */
  readonly recentChanges = new RecentChanges();

  constructor(records: Iterable<AnyRecord> = []) {
    this.load(records);
  }

  /** Adds records of a project that is being read: they are not changes. */
  load(records: Iterable<AnyRecord>): void {
    for (const record of records) this.#add(record);
  }

  /**
   * Sorts the lists of a loaded project in short steps, so that their first reads do not have to. Must be run to the end after all records
   * have been loaded.
   */
  *sortListsInSteps(): Generator<void, void> {
    for (const lists of this.#lists.values()) for (const list of lists.values()) yield* list.sortInSteps();
  }

  get size(): number {
    return this.#records.size;
  }

  has(id: string): boolean {
    return this.#records.has(id);
  }

  /** The record with this id, of any kind. */
  get(id: string): AnyRecord | undefined {
    return this.#records.get(id);
  }

  /** The record with this id if it is of this kind. */
  find<K extends KindName>(kind: K, id: string): StoryRecord<K> | undefined {
    const record = this.#records.get(id);
    return record && isOfKind(record, kind) ? record : undefined;
  }

  /** The one project record. */
  get projectRecord(): StoryRecord<'project'> {
    const root = this.find('project', projectRecordId);
    if (!root) throw new Error('The project has no project record');
    return root;
  }

  /** Whether a record is the root of a tree: of boards, components, assets or variables. */
  isRoot(id: string): boolean {
    return Object.values(this.projectRecord.roots).some((root) => root === id);
  }

  /** The main (default) language: the one without a base. */
  get mainLocale(): string {
    return cachedMainLocale(this.projectRecord);
  }

  records(): IterableIterator<AnyRecord> {
    return this.#records.values();
  }

  /** All records of a kind, in no particular order. */
  *recordsOfKind<K extends KindName>(kind: K): Generator<StoryRecord<K>> {
    for (const record of this.#records.values()) if (isOfKind(record, kind)) yield record;
  }

  countOfKind(kind: KindName): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** The records that have local comments, in no particular order. */
  *commentedRecords(): Generator<AnyRecord> {
    for (const id of this.#commented) {
      const record = this.#records.get(id);
      if (record) yield record;
    }
  }

  /** The ids in a list of a parent, in order: `childIds(boardId, 'elements')`, `childIds(elementId, 'outputs')`, `childIds(null, 'variables')`. */
  childIds(parent: string | null, list: string): readonly string[] {
    return this.#list(parent, list)?.ids() ?? [];
  }

  /** The records in a list of a parent, in order. */
  children<K extends KindName>(kind: K, parent: string | null, list: string): StoryRecord<K>[] {
    const found: StoryRecord<K>[] = [];
    for (const id of this.childIds(parent, list)) {
      const record = this.find(kind, id);
      if (record) found.push(record);
    }
    return found;
  }

  /** The position of a record in a list; -1 if the list does not contain it. */
  indexInList(parent: string | null, list: string, sibling: RankedId): number {
    return this.#list(parent, list)?.indexOf(sibling) ?? -1;
  }

  listSize(parent: string | null, list: string): number {
    return this.#list(parent, list)?.size ?? 0;
  }

  /** The first position in a list whose rank is not below `rank`. */
  lowerBoundInList(parent: string | null, list: string, rank: string): number {
    return this.#list(parent, list)?.lowerBound(rank) ?? 0;
  }

  rankInList(parent: string | null, list: string, index: number): string | undefined {
    return this.#list(parent, list)?.rankAt(index);
  }

  /** The ids of the records that refer to this one, by reference or by mention. */
  referrersOf(id: string): Iterable<string> {
    return this.#referrers.of(id);
  }

  referrerCount(id: string): number {
    return this.#referrers.count(id);
  }

  /** The id of the record that has a unique key. */
  recordIdByUniqueKey(uniqueKey: string): string | undefined {
    return this.#idsByUniqueKey.get(uniqueKey);
  }

  /** Applies a change set, which the engine must have decided on this state. */
  apply(changes: ChangeSet): void {
    for (const _ of this.applyInSteps(changes));
  }

  /** Like `apply`, in steps of one record each. Nothing else may use the project before the last step. */
  *applyInSteps(changes: ChangeSet): Generator<void, void> {
    this.recentChanges.add(changes);
    for (const { before, after } of changes)
      if (before && !after) {
        this.#remove(before);
        yield;
      }
    for (const { before, after } of changes)
      if (before && after) {
        this.#replace(before, after);
        yield;
      }
    for (const { before, after } of changes)
      if (after && !before) {
        this.#add(after);
        yield;
      }
  }

  /** A project with the same records, to which change sets can be applied while others read this one. */
  clone(): Project {
    return runSteps(this.cloneInSteps());
  }

  /** The same in short steps, between which nothing may write to this one. */
  *cloneInSteps(): Generator<void, Project> {
    const clone = new Project();
    clone.#records = yield* copyMapInSteps(this.#records);
    clone.#referrers = yield* this.#referrers.cloneInSteps();
    for (const [name, lists] of this.#lists) clone.#lists.set(name, yield* copyMapInSteps(lists, (list) => list.clone()));
    clone.#idsByUniqueKey = yield* copyMapInSteps(this.#idsByUniqueKey);
    clone.#counts = new Map(this.#counts);
    clone.#commented = new Set(this.#commented);
    return clone;
  }

  /** A project with exactly these records. Those that this one has as the same objects are only copied, not examined again. */
  withRecords(records: Iterable<AnyRecord>): Project {
    return runSteps(this.withRecordsInSteps(records));
  }

  /** The same in steps of one changed record or many unchanged ones each, between which nothing may write to this one. */
  *withRecordsInSteps(records: Iterable<AnyRecord>): Generator<void, Project> {
    const next = new Map<string, AnyRecord>();
    for (const record of records) {
      next.set(record.id, record);
      if (next.size % entriesPerStep === 0) yield;
    }
    const changes: Change[] = [];
    let compared = 0;
    for (const [id, before] of this.#records) {
      if (next.get(id)?.kind !== before.kind) changes.push({ before });
      if (++compared % entriesPerStep === 0) yield;
    }
    for (const [id, after] of next) {
      const before = this.#records.get(id);
      if (before?.kind !== after.kind) changes.push({ after });
      else if (before !== after) changes.push({ before, after });
      if (++compared % entriesPerStep === 0) yield;
    }
    const project = yield* this.cloneInSteps();
    yield* project.applyInSteps(changes);
    return project;
  }

  /** Takes the state of a clone to which this change set was applied, however large it is, in one step. Nothing may use the clone afterwards. */
  adopt(clone: Project, changes: ChangeSet): void {
    this.recentChanges.add(changes);
    this.#records = clone.#records;
    this.#referrers = clone.#referrers;
    this.#lists = clone.#lists;
    this.#idsByUniqueKey = clone.#idsByUniqueKey;
    this.#counts = clone.#counts;
    this.#commented = clone.#commented;
  }

  #add(record: AnyRecord): void {
    const known = this.#records.get(record.id);
    if (known) this.#remove(known);
    this.#records.set(record.id, record);
    this.#counts.set(record.kind, this.countOfKind(record.kind) + 1);
    this.#noteComments(record);
    for (const target of referencedIds(record)) this.#referrers.add(target, record.id);
    for (const order of getKind(record.kind).orders) this.#addToList(record, order);
    for (const { key } of getKind(record.kind).uniqueKeys(record)) this.#idsByUniqueKey.set(key, record.id);
  }

  #remove(record: AnyRecord): void {
    this.#records.delete(record.id);
    this.#commented.delete(record.id);
    this.#counts.set(record.kind, this.countOfKind(record.kind) - 1);
    for (const target of referencedIds(record)) this.#referrers.remove(target, record.id);
    for (const order of getKind(record.kind).orders) this.#removeFromList(record, order);
    this.#releaseUniqueKeys(record);
  }

  /** Updates only the indexes that differ: a new title does not rewrite a long list. */
  #replace(before: AnyRecord, after: AnyRecord): void {
    this.#records.set(after.id, after);
    this.#noteComments(after);
    this.#replaceReferences(after.id, referencedIds(before), referencedIds(after));
    for (const order of getKind(after.kind).orders) {
      if (
        parentIdOf(before, order.parentField) === parentIdOf(after, order.parentField) &&
        before[order.rankField] === after[order.rankField]
      )
        continue;
      this.#removeFromList(before, order);
      this.#addToList(after, order);
    }
    this.#releaseUniqueKeys(before);
    for (const { key } of getKind(after.kind).uniqueKeys(after)) this.#idsByUniqueKey.set(key, after.id);
  }

  #noteComments({ id, localComments }: AnyRecord): void {
    if (localComments) this.#commented.add(id);
    else this.#commented.delete(id);
  }

  #replaceReferences(referrer: string, before: readonly string[], after: readonly string[]): void {
    if (before.length === after.length && before.every((target, at) => target === after[at])) return;
    const [old, now] = [new Set(before), new Set(after)];
    for (const target of old) if (!now.has(target)) this.#referrers.remove(target, referrer);
    for (const target of now) if (!old.has(target)) this.#referrers.add(target, referrer);
  }

  #list(parent: string | null, list: string): OrderedList | undefined {
    return this.#lists.get(list)?.get(parent ?? '');
  }

  #addToList(record: AnyRecord, order: OrderRule): void {
    const lists = this.#lists.get(order.list) ?? new Map<string, OrderedList>();
    this.#lists.set(order.list, lists);
    const parent = parentIdOf(record, order.parentField) ?? '';
    const list = lists.get(parent) ?? new OrderedList();
    lists.set(parent, list);
    list.add({ id: record.id, rank: record[order.rankField] ?? '' });
  }

  #removeFromList(record: AnyRecord, order: OrderRule): void {
    const parent = parentIdOf(record, order.parentField);
    const list = this.#list(parent, order.list);
    list?.remove({ id: record.id, rank: record[order.rankField] ?? '' });
    if (list?.size === 0) this.#lists.get(order.list)?.delete(parent ?? '');
  }

  /** A key that another record has received in the same change set stays with that record. */
  #releaseUniqueKeys(record: AnyRecord): void {
    for (const { key } of getKind(record.kind).uniqueKeys(record))
      if (this.#idsByUniqueKey.get(key) === record.id) this.#idsByUniqueKey.delete(key);
  }
}

/** Entries of a map that are copied at once, which takes about a millisecond. */
const entriesPerStep = 4096;

function* copyMapInSteps<V>(map: ReadonlyMap<string, V>, copyOf: (value: V) => V = (value) => value): Generator<void, Map<string, V>> {
  const copy = new Map<string, V>();
  for (const [key, value] of map) {
    copy.set(key, copyOf(value));
    if (copy.size % entriesPerStep === 0) yield;
  }
  return copy;
}

/** Cached, because long lists need the main language for each entry. */
const mainLocales = new WeakMap<object, string>();

function cachedMainLocale(root: StoryRecord<'project'>): string {
  const known = mainLocales.get(root);
  if (known !== undefined) return known;
  const main = mainLocaleOf(root.locales);
  mainLocales.set(root, main);
  return main;
}

/** The parent of a record in one of its lists: the value of the parent field, null if there is none. */
export function parentIdOf(record: AnyRecord, by: string | null): string | null {
  const value = by === null ? null : record[by];
  return typeof value === 'string' ? value : null;
}

/** The minimum number of changes that are retained; their records remain in memory. */
const retainedChanges = 1024;

/** The last changes of a project, for caches that are derived from its records (texts of exports, findings). */
class RecentChanges {
  #first = 0;
  #retained: Change[] = [];

  /** The number of all changes since the project was opened. */
  get count(): number {
    return this.#first + this.#retained.length;
  }

  add(changes: ChangeSet): void {
    if (changes.length > retainedChanges) {
      this.#first = this.count + changes.length;
      this.#retained = [];
      return;
    }
    appendAll(this.#retained, changes);
    if (this.#retained.length <= 2 * retainedChanges) return;
    const forgotten = this.#retained.length - retainedChanges;
    this.#retained = this.#retained.slice(forgotten);
    this.#first += forgotten;
  }

  /** The changes after the first `count`, oldest first; undefined if they are no longer kept. */
  since(count: number): readonly Change[] | undefined {
    return count < this.#first ? undefined : this.#retained.slice(count - this.#first);
  }
}

/**
 * Which records refer to which. Nearly all records have a few referrers, for which a list takes a fifth of the memory of a set; a component or
 * an asset may have thousands, for which a list would be slow.
 */
export class ReferrerIndex {
  /** Lists are replaced and never changed, so that none has room for entries that do not exist. */
  #referrers = new Map<string, readonly string[] | Set<string>>();

  *cloneInSteps(): Generator<void, ReferrerIndex> {
    const clone = new ReferrerIndex();
    clone.#referrers = yield* copyMapInSteps(this.#referrers, (referrers) => (referrers instanceof Set ? new Set(referrers) : referrers));
    return clone;
  }

  /** Once each, in the order in which they were added. */
  of(target: string): Iterable<string> {
    return this.#referrers.get(target) ?? noReferrers;
  }

  count(target: string): number {
    const known = this.#referrers.get(target);
    if (!known) return 0;
    return known instanceof Set ? known.size : known.length;
  }

  /** Does nothing if the referrer is known. */
  add(target: string, referrer: string): void {
    const known = this.#referrers.get(target);
    if (known instanceof Set) known.add(referrer);
    else if (!known) this.#referrers.set(target, [referrer]);
    else if (!known.includes(referrer))
      this.#referrers.set(target, known.length < maxListLength ? known.concat(referrer) : new Set(known).add(referrer));
  }

  remove(target: string, referrer: string): void {
    const known = this.#referrers.get(target);
    if (known instanceof Set) known.delete(referrer);
    else if (known?.includes(referrer))
      this.#referrers.set(
        target,
        known.filter((each) => each !== referrer),
      );
    if (this.count(target) === 0) this.#referrers.delete(target);
  }
}

const noReferrers: readonly string[] = [];

/** Searching a list of this length is as fast as searching a set. */
const maxListLength = 8;

interface OrderedEntry {
  readonly id: string;
  readonly rank: string;
}

/** More entries than this are faster sorted into a list together than one by one. */
const maxInserted = 8;

/** Ids ordered by rank, then by id. Adding is cheap, because new entries are sorted into the list when it is next read. */
class OrderedList {
  #entries: OrderedEntry[] = [];
  /** The number of entries at the beginning that are in order. The others were added since the last read. */
  #sortedCount = 0;
  #ids: readonly string[] | undefined;

  get size(): number {
    return this.#entries.length;
  }

  clone(): OrderedList {
    const clone = new OrderedList();
    clone.#entries = this.#entries.slice();
    clone.#sortedCount = this.#sortedCount;
    clone.#ids = this.#ids;
    return clone;
  }

  ids(): readonly string[] {
    this.#sort();
    this.#ids ??= this.#entries.map(({ id }) => id);
    return this.#ids;
  }

  rankAt(index: number): string | undefined {
    this.#sort();
    return this.#entries[index]?.rank;
  }

  add(entry: OrderedEntry): void {
    this.#ids = undefined;
    const last = this.#entries.at(-1);
    if (this.#sortedCount === this.#entries.length && (!last || compareEntries(last, entry) <= 0)) this.#sortedCount++;
    // `push` would reserve memory for 17 entries, and most lists of a story have one.
    if (last) this.#entries.push(entry);
    else this.#entries = [entry];
  }

  remove(entry: OrderedEntry): void {
    const at = this.indexOf(entry);
    if (at < 0) return;
    this.#ids = undefined;
    this.#entries.splice(at, 1);
    this.#sortedCount--;
  }

  indexOf(entry: OrderedEntry): number {
    this.#sort();
    const at = this.#search(entry);
    return this.#entries[at]?.id === entry.id ? at : -1;
  }

  #sort(): void {
    const added = this.#entries.length - this.#sortedCount;
    if (added === 0) return;
    if (added > maxInserted) this.#entries.sort(compareEntries);
    else for (const entry of this.#entries.splice(this.#sortedCount)) this.#entries.splice(this.#search(entry), 0, entry);
    this.#sortedCount = this.#entries.length;
  }

  /**
   * Sorts a list that was just loaded in short steps, so that its first read does not have to. Nothing else may use the list before the
   * last step.
   */
  *sortInSteps(): Generator<void, void> {
    if (this.#sortedCount < this.#entries.length) this.#entries = yield* sortInSteps(this.#entries, compareEntries);
    this.#sortedCount = this.#entries.length;
  }

  lowerBound(rank: string): number {
    this.#sort();
    return this.#search({ id: '', rank });
  }

  /** The position of the entry, or where it would be inserted. */
  #search(entry: OrderedEntry): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const candidate = this.#entries[middle];
      if (candidate && compareEntries(candidate, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Orders by rank; equal ranks by id, so that every copy of a list has the same order. */
export function compareEntries(one: OrderedEntry, two: OrderedEntry): number {
  if (one.rank !== two.rank) return one.rank < two.rank ? -1 : 1;
  if (one.id === two.id) return 0;
  return one.id < two.id ? -1 : 1;
}
