/**
 * Remote files that may have been replaced since they were looked up. No list shows that, so each asset is looked up after other clients
 * have written, at most once per interval. Stored, so that a restart forgets none.
 */
import { z } from 'zod';
import type { KeyValueStore } from '../../../../shared/contracts/key-value-store.ts';

const recheckQueueSchema = z.strictObject({
  waitingIds: z.array(z.string()),
  filledAt: z.number(),
  isRoundDue: z.boolean(),
  isCertain: z.boolean().default(false),
});

export class FileRecheckQueue {
  readonly #store: KeyValueStore;
  readonly #id: string;
  /** Returns the milliseconds between two rounds. */
  readonly #every: (certainty: 'certain' | 'possible') => number;
  #waitingIds: Set<string>;
  #filledAt: number;
  #isRoundDue: boolean;
  /** Whether another client has certainly written. */
  #isCertain: boolean;

  constructor(store: KeyValueStore, hash: string, every: (certainty: 'certain' | 'possible') => number) {
    this.#store = store;
    this.#id = `${hash}/file-rechecks`;
    this.#every = every;
    const stored = recheckQueueSchema.safeParse(store.get(this.#id)).data;
    this.#waitingIds = new Set(stored?.waitingIds);
    this.#filledAt = stored?.filledAt ?? Number.MIN_SAFE_INTEGER;
    this.#isRoundDue = stored?.isRoundDue ?? false;
    this.#isCertain = stored?.isCertain ?? false;
  }

  has(id: string): boolean {
    return this.#waitingIds.has(id);
  }

  add(id: string): void {
    this.#waitingIds.add(id);
    this.#save();
  }

  remove(id: string): void {
    if (this.#waitingIds.delete(id)) this.#save();
  }

  noteRemoteChange(certainty: 'certain' | 'possible'): void {
    const isCertain = this.#isCertain || certainty === 'certain';
    if (this.#isRoundDue && this.#isCertain === isCertain) return;
    this.#isRoundDue = true;
    this.#isCertain = isCertain;
    this.#save();
  }

  /**
   * The time at which the next round may begin; undefined if no other client has written. If the clock was set back, the wait is not longer
   * than one interval.
   */
  dueAt(now: number): number | undefined {
    return this.#isRoundDue ? Math.min(this.#filledAt, now) + this.#every(this.#isCertain ? 'certain' : 'possible') : undefined;
  }

  startRound(ids: Iterable<string>, now: number): void {
    this.#waitingIds = new Set([...this.#waitingIds, ...ids]);
    this.#filledAt = now;
    this.#isRoundDue = false;
    this.#isCertain = false;
    this.#save();
  }

  #save(): void {
    const value = { waitingIds: [...this.#waitingIds], filledAt: this.#filledAt, isRoundDue: this.#isRoundDue, isCertain: this.#isCertain };
    this.#store.put([{ id: this.#id, value }]);
  }
}
