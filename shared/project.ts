/**
 * A project in memory: its records and the indexes that are kept with them (siblings, holders of references, unique keys).
 * Only change sets write to it. The engine, the exports and the screen read the same thing.
 */
import type { ChangeSet } from './changes.ts';
import { type AnyRecord, type KindName, kindList, kindNamed, type StoryRecord } from './kinds/all.ts';
import { PROJECT } from './kinds/project.ts';
import { OrderedList } from './ordered-list.ts';
import { targetsOf } from './references.ts';

export interface Sibling {
  readonly id: string;
  readonly rank: string;
}

export class Project {
  readonly #records = new Map<string, AnyRecord>();
  readonly #holders = new Map<string, Set<string>>();
  readonly #lists = new Map<string, OrderedList>();
  readonly #taken = new Map<string, string>();
  readonly #counts = new Map<KindName, number>();

  constructor(records: Iterable<AnyRecord> = []) {
    for (const record of records) this.#add(record);
  }

  get size(): number {
    return this.#records.size;
  }

  has(id: string): boolean {
    return this.#records.has(id);
  }

  /** The record with this id, of whatever kind. */
  at(id: string): AnyRecord | undefined {
    return this.#records.get(id);
  }

  /** The record with this id if it is of this kind. */
  find<K extends KindName>(kind: K, id: string): StoryRecord<K> | undefined {
    const record = this.#records.get(id);
    return record?.kind === kind ? (record as unknown as StoryRecord<K>) : undefined;
  }

  /** The one project record. */
  get root(): StoryRecord<'project'> {
    const root = this.find('project', PROJECT);
    if (!root) throw new Error('The project has no project record');
    return root;
  }

  /** The main (default) language: the one without a base. */
  get mainLocale(): string {
    return this.root.locales.find(({ base }) => base === null)?.iso ?? 'en';
  }

  records(): IterableIterator<AnyRecord> {
    return this.#records.values();
  }

  /** All records of a kind, in no order that counts. */
  *all<K extends KindName>(kind: K): Generator<StoryRecord<K>> {
    for (const record of this.#records.values()) if (record.kind === kind) yield record as unknown as StoryRecord<K>;
  }

  count(kind: KindName): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** The ids in a list of a parent, in order: `list(boardId, 'elements')`, `list(elementId, 'outputs')`, `list(null, 'variables')`. */
  list(parent: string | null, list: string): readonly string[] {
    return this.#lists.get(listKey(parent, list))?.ids() ?? [];
  }

  /** The records in a list of a parent, in order. */
  children<K extends KindName>(kind: K, parent: string | null, list: string): StoryRecord<K>[] {
    return this.list(parent, list).flatMap((id) => this.find(kind, id) ?? []);
  }

  /** Position and neighbours of a record in a list; -1 when it is not there. */
  indexIn(parent: string | null, list: string, sibling: Sibling): number {
    return this.#lists.get(listKey(parent, list))?.indexOf(sibling) ?? -1;
  }

  sizeOf(parent: string | null, list: string): number {
    return this.#lists.get(listKey(parent, list))?.size ?? 0;
  }

  /** The first position in a list whose rank is not below `rank`. */
  firstNotBelow(parent: string | null, list: string, rank: string): number {
    return this.#lists.get(listKey(parent, list))?.firstNotBelow(rank) ?? 0;
  }

  rankAt(parent: string | null, list: string, index: number): string | undefined {
    return this.#lists.get(listKey(parent, list))?.rankAt(index);
  }

  /** The ids of the records that refer to this one, by reference or by mention. */
  holdersOf(id: string): ReadonlySet<string> {
    return this.#holders.get(id) ?? nobody;
  }

  /** The id of the record that holds a unique key. */
  holderOf(uniqueKey: string): string | undefined {
    return this.#taken.get(uniqueKey);
  }

  /** Takes a change set in. It must fit: the engine has decided it against this very state. */
  apply(changes: ChangeSet): void {
    for (const { before } of changes) if (before) this.#drop(before.id);
    for (const { after } of changes) if (after) this.#add(after);
  }

  #add(record: AnyRecord): void {
    this.#drop(record.id);
    this.#records.set(record.id, record);
    this.#counts.set(record.kind, this.count(record.kind) + 1);
    const kind = kindNamed(record.kind);
    for (const target of targetsOf(record)) {
      const holders = this.#holders.get(target);
      if (holders) holders.add(record.id);
      else this.#holders.set(target, new Set([record.id]));
    }
    for (const order of kind.orders) {
      const key = listKey(parentOf(record, order.by), order.list);
      const list = this.#lists.get(key) ?? new OrderedList();
      this.#lists.set(key, list);
      list.add({ id: record.id, rank: record[order.rank] ?? '' });
    }
    for (const { key } of kind.unique(record)) this.#taken.set(key, record.id);
  }

  #drop(id: string): void {
    const record = this.#records.get(id);
    if (!record) return;
    this.#records.delete(id);
    this.#counts.set(record.kind, this.count(record.kind) - 1);
    const kind = kindNamed(record.kind);
    for (const target of targetsOf(record)) {
      const holders = this.#holders.get(target);
      holders?.delete(id);
      if (holders?.size === 0) this.#holders.delete(target);
    }
    for (const order of kind.orders) {
      const key = listKey(parentOf(record, order.by), order.list);
      const list = this.#lists.get(key);
      list?.remove({ id, rank: record[order.rank] ?? '' });
      if (list?.size === 0) this.#lists.delete(key);
    }
    for (const { key } of kind.unique(record)) if (this.#taken.get(key) === id) this.#taken.delete(key);
  }
}

const nobody: ReadonlySet<string> = new Set();

/** The parent a list is kept under: the value of the field named by the order, null where there is none. */
export function parentOf(record: AnyRecord, by: string | null): string | null {
  const value = by === null ? null : record[by];
  return typeof value === 'string' ? value : null;
}

const listKey = (parent: string | null, list: string): string => `${list}/${parent ?? ''}`;

/** The collections of an export by name, and back. */
export const kindOfPlural = (plural: string): KindName | undefined => kindList.find((kind) => kind.plural === plural)?.kind;
