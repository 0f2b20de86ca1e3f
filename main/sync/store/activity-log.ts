/**
 * The activity of sync: a row for every write and for everything that was merged. The rows of a project form a ring of fixed length, and
 * are stored in the transaction of what they record. They are numbered across all projects, so that all rows have one order.
 */

import { z } from 'zod';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { SyncActivityEntry } from '../../../shared/contracts/sync.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { languageName, type Message, message } from '../../../shared/messages/message.ts';
import { countedKind, fieldLabel, namedRecord } from '../../../shared/model/kind-messages.ts';
import type { KindName } from '../../../shared/model/kinds/kinds.ts';
import { fieldNameOf, localeOf } from '../plan/field-paths.ts';
import type { SyncOperation } from '../plan/plan-sync.ts';
import { kindNameSchema, type SyncStoreEntry, storedMessageSchema } from './sync-store.ts';

/** The maximum number of stored rows of a project, and the number of rows on a page. */
const capacity = 5000;
const pageSize = 100;

const logEndSchema = z.object({ at: z.int(), number: z.int() });
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

type NewActivityEntry = Omit<SyncActivityEntry, 'id' | 'hash' | 'at'>;

export class ActivityLog {
  readonly #store: KeyValueStore;
  readonly #now: () => number;
  readonly #pending = new Map<string, NewActivityEntry[]>();
  readonly #ends = new Map<string, z.infer<typeof logEndSchema>>();
  #number = 0;

  /** `now` returns microseconds; `toEntry` formats an event as a message. */
  constructor(store: KeyValueStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Registers a project with stored rows, so that new numbers are higher than theirs. */
  register(hash: string): void {
    this.#number = Math.max(this.#number, this.#endOf(hash).number);
  }

  /** Returns the entries, for `discard`. */
  append(hash: string, ...events: readonly ActivityEvent[]): readonly object[] {
    const entries = events.map(toActivityEntry);
    this.#pending.set(hash, [...(this.#pending.get(hash) ?? []), ...entries]);
    return entries;
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

  /** Discards these where they have not been written. */
  discard(hash: string, entries: readonly object[]): void {
    const pending = this.#pending.get(hash) ?? [];
    this.#pending.set(
      hash,
      pending.filter((each) => !entries.includes(each)),
    );
  }

  /** Must be called when the pending entries have been written: all of them, or the first. */
  markWritten(hash: string, first = Number.POSITIVE_INFINITY): void {
    const pending = this.#pending.get(hash) ?? [];
    const count = Math.min(first, pending.length);
    if (count === 0) return;
    const from = this.#endOf(hash);
    this.#number += count;
    this.#ends.set(hash, { at: from.at + count, number: this.#number });
    if (count === pending.length) this.#pending.delete(hash);
    else this.#pending.set(hash, pending.slice(count));
  }

  forget(hash: string): void {
    this.#pending.delete(hash);
    this.#ends.delete(hash);
  }

  /** The number of the newest row of a project; higher with each one. */
  newestNumber(hash: string): number {
    return this.#endOf(hash).number;
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

/** An event as data; it becomes a message when it is stored (toActivityEntry). */
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

/** The maximum number of fields that an entry names. Further ones are only counted. */
const maxFieldNames = 4;

/** The event as it is stored and shown. */
function toActivityEntry(event: ActivityEvent): NewActivityEntry {
  switch (event.type) {
    case 'request':
      return sentEntry(event, requestMessage(event.operation, event.title));
    case 'recoveredRequest': {
      const action = requestMessage(event.operation, event.title);
      const text = event.result === 'done' ? message('sync.activity.arrived', { action }) : message('sync.activity.notArrived', { action });
      return sentEntry(event, text);
    }
    case 'receivedRecord': {
      const { change, kind, id, title } = event;
      const text = message(`sync.activity.received.${change}`, { records: namedRecord(kind, title) });
      return { direction: 'received', message: text, request: null, result: 'done', kind, record: id };
    }
    case 'receivedRecords': {
      const records = event.counts.map(([kind, count]) => countedKind(kind, count));
      const text = message(`sync.activity.received.${event.change}`, { records });
      return { direction: 'received', message: text, request: null, result: 'done', kind: null, record: null };
    }
  }
}

const sentEntry = ({ operation, request, result }: RequestActivity, text: Message): NewActivityEntry => ({
  direction: 'sent',
  message: text,
  request,
  result,
  kind: operation.kind,
  record: operation.id,
});

function requestMessage(operation: SyncOperation, title: string): Message {
  const record = namedRecord(operation.kind, title);
  return operation.type === 'change'
    ? message('sync.activity.sent.change', { record, fields: fieldLabels(operation.fields) })
    : message(`sync.activity.sent.${operation.type}`, { record });
}

function fieldLabels(fields: readonly string[]): Message[] {
  if (fields.length <= maxFieldNames) return fields.map(fieldPathLabel);
  const named = fields.slice(0, maxFieldNames - 1);
  return [...named.map(fieldPathLabel), message('sync.activity.moreFields', { count: fields.length - named.length })];
}

function fieldPathLabel(path: string): Message {
  const [field, locale] = [fieldLabel(fieldNameOf(path)), localeOf(path)];
  return locale === null ? field : message('sync.activity.fieldIn', { field, locale: languageName(locale) });
}
