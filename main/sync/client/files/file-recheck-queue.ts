/**
 * Which files may have been replaced there since they were looked at. No list tells that: after others have written, each asset is asked for, now
 * and then, and not again before some time has passed. Kept on the disk: a restart forgets none.
 */
import { z } from 'zod';
import type { KeyValueStore } from '../../../../shared/contracts/key-value-store.ts';

const recheckQueueSchema = z.strictObject({ left: z.array(z.string()), filledAt: z.number(), again: z.boolean() });

export class FileRecheckQueue {
  readonly #store: KeyValueStore;
  readonly #id: string;
  /** Milliseconds from one round to the next. */
  readonly #every: number;
  #left: Set<string>;
  #filledAt: number;
  #again: boolean;

  constructor(store: KeyValueStore, hash: string, every: number) {
    this.#store = store;
    this.#id = `${hash}/files`;
    this.#every = every;
    const kept = recheckQueueSchema.safeParse(store.get(this.#id)).data;
    this.#left = new Set(kept?.left);
    this.#filledAt = kept?.filledAt ?? Number.MIN_SAFE_INTEGER;
    this.#again = kept?.again ?? false;
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

  noteRemoteChange(): void {
    if (this.#again) return;
    this.#again = true;
    this.#keep();
  }

  /** When the next round may begin; undefined where nobody has written. A clock that was set back makes nobody wait longer than a round. */
  dueAt(now: number): number | undefined {
    return this.#again ? Math.min(this.#filledAt, now) + this.#every : undefined;
  }

  startRound(ids: Iterable<string>, now: number): void {
    this.#left = new Set([...this.#left, ...ids]);
    this.#filledAt = now;
    this.#again = false;
    this.#keep();
  }

  #keep(): void {
    this.#store.put([{ id: this.#id, value: { left: [...this.#left], filledAt: this.#filledAt, again: this.#again } }]);
  }
}
