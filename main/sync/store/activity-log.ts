/**
 * The activity of sync: a row for every write and for everything that was merged. The rows of a project form a ring of fixed length, and
 * are stored in the transaction of what they record. They are numbered across all projects, so that all rows have one order.
 */

import { z } from 'zod';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { SyncActivityEntry } from '../../../shared/contracts/sync.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { isKindName, type KindName } from '../../../shared/model/kinds/kinds.ts';
import type { SyncOperation } from '../plan/plan-operations.ts';
import { storedMessageSchema } from './row-codec.ts';
import type { SyncStoreEntry } from './sync-store.ts';

/** The maximum number of stored rows of a project, and the number of rows on a page. */
const capacity = 5000;
const pageSize = 100;

const logEndSchema = z.object({ at: z.int(), number: z.int() });
const kindNameSchema = z.custom<KindName>((value) => typeof value === 'string' && isKindName(value));
const activityRowSchema = z.object({
  number: z.int(),
  at: z.string(),
  direction: z.enum(['sent', 'received']),
  message: storedMessageSchema,
  request: z.string().nullable(),
  result: z.enum(['done', 'rejected', 'unconfirmed', 'notSent']),
  kind: kindNameSchema.nullable(),
  record: z.string().nullable(),
});

export type NewActivityEntry = Omit<SyncActivityEntry, 'id' | 'hash' | 'at'>;

export class ActivityLog {
  readonly #store: KeyValueStore;
  readonly #now: () => number;
  readonly #toEntry: (event: ActivityEvent) => NewActivityEntry;
  readonly #pending = new Map<string, NewActivityEntry[]>();
  readonly #ends = new Map<string, z.infer<typeof logEndSchema>>();
  #number = 0;

  /** `now` returns microseconds; `toEntry` formats an event as a message. */
  constructor(store: KeyValueStore, now: () => number, toEntry: (event: ActivityEvent) => NewActivityEntry) {
    this.#store = store;
    this.#now = now;
    this.#toEntry = toEntry;
  }

  /** Registers a project with stored rows, so that new numbers are higher than theirs. */
  register(hash: string): void {
    this.#number = Math.max(this.#number, this.#endOf(hash).number);
  }

  append(hash: string, ...events: readonly ActivityEvent[]): void {
    this.#pending.set(hash, [...(this.#pending.get(hash) ?? []), ...events.map(this.#toEntry)]);
  }

  /** Discards the last events, because they did not happen. */
  discardLast(hash: string, count: number): void {
    const pending = this.#pending.get(hash) ?? [];
    this.#pending.set(hash, pending.slice(0, pending.length - count));
  }

  /** The entries to write with the next commit of the project. */
  pendingEntries(hash: string): SyncStoreEntry[] {
    const pending = this.#pending.get(hash) ?? [];
    if (pending.length === 0) return [];
    const from = this.#endOf(hash);
    const time = formatIsoTime(this.#now());
    const rows = pending.map((entry, index) => ({
      id: slotId(from.at + index + 1),
      value: { number: this.#number + index + 1, at: time, ...entry },
    }));
    return [...rows, { id: 'activity-end', value: { at: from.at + rows.length, number: this.#number + rows.length } }];
  }

  /** Must be called when the pending entries have been written. */
  markWritten(hash: string): void {
    const count = this.#pending.get(hash)?.length ?? 0;
    if (count === 0) return;
    const from = this.#endOf(hash);
    this.#number += count;
    this.#ends.set(hash, { at: from.at + count, number: this.#number });
    this.#pending.delete(hash);
  }

  forget(hash: string): void {
    this.#pending.delete(hash);
    this.#ends.delete(hash);
  }

  /** Newest first: the rows before the one with the id `before`. */
  list(hashes: readonly string[], before?: string): SyncActivityEntry[] {
    const limit = before === undefined ? Number.POSITIVE_INFINITY : Number(before.slice(before.lastIndexOf('/') + 1));
    const found = hashes.flatMap((hash) => this.#page(hash, Number.isNaN(limit) ? 0 : limit));
    return found
      .sort((one, two) => two.number - one.number)
      .slice(0, pageSize)
      .map(({ number, hash, ...entry }) => ({ id: `${hash}/${number}`, hash, ...entry }));
  }

  #page(hash: string, limit: number) {
    const { at: last } = this.#endOf(hash);
    const found: (z.infer<typeof activityRowSchema> & { hash: string })[] = [];
    for (let at = this.#lastBelow(hash, limit, last); at > Math.max(0, last - capacity) && found.length < pageSize; at--) {
      const read = this.#at(hash, at);
      if (read) found.push({ ...read, hash });
    }
    return found;
  }

  /** A binary search, because numbers increase along the ring. */
  #lastBelow(hash: string, limit: number, last: number): number {
    let [low, high] = [Math.max(0, last - capacity), last];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#at(hash, middle)?.number ?? 0) < limit) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #at(hash: string, at: number) {
    return activityRowSchema.safeParse(this.#store.get(`${hash}/${slotId(at)}`)).data;
  }

  #endOf(hash: string): z.infer<typeof logEndSchema> {
    const known = this.#ends.get(hash) ?? logEndSchema.safeParse(this.#store.get(`${hash}/activity-end`)).data ?? { at: 0, number: 0 };
    this.#ends.set(hash, known);
    return known;
  }
}

const slotId = (at: number): string => `activity/${at % capacity}`;

export type ActivityResult = 'done' | 'rejected' | 'unconfirmed' | 'notSent';

/** A request with the title of its record. */
export interface RequestActivity {
  readonly operation: SyncOperation;
  readonly title: string;
  /** Method and path, without address and key. */
  readonly request: string;
  readonly result: ActivityResult;
}

/** An event as data. The presenter turns it into a message when it is stored. */
export type ActivityEvent =
  | ({ readonly type: 'request' } & RequestActivity)
  /** The response was lost; a later read showed whether the write was applied. */
  | ({ readonly type: 'recoveredRequest' } & RequestActivity)
  | {
      readonly type: 'receivedRecord';
      readonly change: 'new' | 'changed' | 'removed';
      readonly kind: KindName;
      readonly id: string;
      readonly title: string;
    }
  /** Many records at once, with the number of each kind. */
  | {
      readonly type: 'receivedRecords';
      readonly change: 'new' | 'changed' | 'removed' | 'fetched';
      readonly counts: readonly (readonly [kind: KindName, count: number])[];
    };
