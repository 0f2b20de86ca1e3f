/**
 * Remote files that may have been replaced since they were looked up. No list shows that, so each asset is looked up after others have written,
 * at most once per interval. Stored, so that a restart forgets none.
 */
import { z } from 'zod';
import type { KeyValueStore } from '../../../../shared/contracts/key-value-store.ts';

const recheckQueueSchema = z.strictObject({
  left: z.array(z.string()),
  filledAt: z.number(),
  again: z.boolean(),
  certain: z.boolean().default(false),
});

export class FileRecheckQueue {
  readonly #store: KeyValueStore;
  readonly #id: string;
  /** Milliseconds between two rounds. */
  readonly #every: (certainty: 'certain' | 'possible') => number;
  #left: Set<string>;
  #filledAt: number;
  #again: boolean;
  /** Somebody else has written for sure. */
  #isCertain: boolean;

  constructor(store: KeyValueStore, hash: string, every: (certainty: 'certain' | 'possible') => number) {
    this.#store = store;
    this.#id = `${hash}/files`;
    this.#every = every;
    const kept = recheckQueueSchema.safeParse(store.get(this.#id)).data;
    this.#left = new Set(kept?.left);
    this.#filledAt = kept?.filledAt ?? Number.MIN_SAFE_INTEGER;
    this.#again = kept?.again ?? false;
    this.#isCertain = kept?.certain ?? false;
  }

  has(id: string): boolean {
    return this.#left.has(id);
  }

  add(id: string): void {
    this.#left.add(id);
    this.#keep();
  }

  remove(id: string): void {
    if (this.#left.delete(id)) this.#keep();
  }

  noteRemoteChange(certainty: 'certain' | 'possible'): void {
    const isCertain = this.#isCertain || certainty === 'certain';
    if (this.#again && this.#isCertain === isCertain) return;
    this.#again = true;
    this.#isCertain = isCertain;
    this.#keep();
  }

  /** When the next round may begin; undefined where nobody has written. After the clock was set back, the wait is not longer than one interval. */
  dueAt(now: number): number | undefined {
    return this.#again ? Math.min(this.#filledAt, now) + this.#every(this.#isCertain ? 'certain' : 'possible') : undefined;
  }

  startRound(ids: Iterable<string>, now: number): void {
    this.#left = new Set([...this.#left, ...ids]);
    this.#filledAt = now;
    this.#again = false;
    this.#isCertain = false;
    this.#keep();
  }

  #keep(): void {
    this.#store.put([
      { id: this.#id, value: { left: [...this.#left], filledAt: this.#filledAt, again: this.#again, certain: this.#isCertain } },
    ]);
  }
}
