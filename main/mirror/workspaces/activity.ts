/**
 * What the mirror did: a row for every request that changed something or was to, and for what was taken in. The rows are a ring of fixed
 * length for each project and go to the disk together with what they tell of. Numbers count over all projects, so that they give one order.
 */
import { z } from 'zod';
import type { MirrorActivity } from '../../../shared/mirror.ts';
import type { Shelf } from '../../../shared/shelf.ts';
import { isoTime } from '../../../shared/world.ts';
import type { Entry } from '../loop/rows.ts';

/** Rows that are kept of a project, and rows of a page. */
const length = 5000;
const page = 100;

const end = z.object({ at: z.int(), number: z.int() });
const row = z.object({
  number: z.int(),
  at: z.string(),
  direction: z.enum(['sent', 'received']),
  sentence: z.string(),
  request: z.string().nullable(),
  result: z.enum(['done', 'refused', 'unknown', 'not sent']),
  kind: z.string().nullable(),
  record: z.string().nullable(),
});

export type Noted = Omit<MirrorActivity, 'id' | 'hash' | 'at'>;

export class Activity {
  readonly #shelf: Shelf;
  readonly #now: () => number;
  readonly #pending = new Map<string, Noted[]>();
  readonly #ends = new Map<string, z.infer<typeof end>>();
  #number = 0;

  /** `now` in microseconds. */
  constructor(shelf: Shelf, now: () => number) {
    this.#shelf = shelf;
    this.#now = now;
  }

  /** A project that has rows from before: numbers go on after them. */
  know(hash: string): void {
    this.#number = Math.max(this.#number, this.#endOf(hash).number);
  }

  note(hash: string, ...noted: readonly Noted[]): void {
    this.#pending.set(hash, [...(this.#pending.get(hash) ?? []), ...noted]);
  }

  /** The last of what was noted did not happen. */
  unnote(hash: string, count: number): void {
    const pending = this.#pending.get(hash) ?? [];
    this.#pending.set(hash, pending.slice(0, pending.length - count));
  }

  /** What is to be written with the next commit of the project, as entries of its rows. */
  entries(hash: string): Entry[] {
    const pending = this.#pending.get(hash) ?? [];
    if (pending.length === 0) return [];
    const from = this.#endOf(hash);
    const time = isoTime(this.#now());
    const rows = pending.map((noted, index) => ({
      id: slot(from.at + index + 1),
      value: { number: this.#number + index + 1, at: time, ...noted },
    }));
    return [...rows, { id: 'activity-end', value: { at: from.at + rows.length, number: this.#number + rows.length } }];
  }

  /** They are on the disk. */
  wrote(hash: string): void {
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

  /** Newest first, before the row of that id. */
  list(hashes: readonly string[], before?: string): MirrorActivity[] {
    const limit = before === undefined ? Number.POSITIVE_INFINITY : Number(before.slice(before.lastIndexOf('/') + 1));
    const found = hashes.flatMap((hash) => this.#page(hash, Number.isNaN(limit) ? 0 : limit));
    return found
      .sort((one, two) => two.number - one.number)
      .slice(0, page)
      .map(({ number, hash, ...shown }) => ({ id: `${hash}/${number}`, hash, ...shown }) as MirrorActivity);
  }

  #page(hash: string, limit: number) {
    const { at: last } = this.#endOf(hash);
    const found: (z.infer<typeof row> & { hash: string })[] = [];
    for (let at = this.#lastBelow(hash, limit, last); at > Math.max(0, last - length) && found.length < page; at--) {
      const read = this.#at(hash, at);
      if (read) found.push({ ...read, hash });
    }
    return found;
  }

  /** Numbers grow along the ring. */
  #lastBelow(hash: string, limit: number, last: number): number {
    let [low, high] = [Math.max(0, last - length), last];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#at(hash, middle)?.number ?? 0) < limit) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #at(hash: string, at: number) {
    return row.safeParse(this.#shelf.get(`${hash}/${slot(at)}`)).data;
  }

  #endOf(hash: string): z.infer<typeof end> {
    const known = this.#ends.get(hash) ?? end.safeParse(this.#shelf.get(`${hash}/activity-end`)).data ?? { at: 0, number: 0 };
    this.#ends.set(hash, known);
    return known;
  }
}

const slot = (at: number): string => `activity/${at % length}`;
