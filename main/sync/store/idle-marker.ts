/**
 * Marks a project that is in sync by its local version and its `updatedAt` in the list: as long as both are unchanged, it need not be
 * opened.
 */
import { z } from 'zod';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';

const idleMarkerSchema = z.object({ version: z.int(), updatedAt: z.string() });
type IdlePoint = z.infer<typeof idleMarkerSchema>;

export class IdleMarker {
  readonly #store: KeyValueStore;
  readonly #id: string;
  /** Undefined if it has not been read yet. */
  #at: IdlePoint | null | undefined;

  constructor(store: KeyValueStore, hash: string) {
    this.#store = store;
    this.#id = `${hash}/idle-marker`;
  }

  matches(version: number, updatedAt: string | undefined): boolean {
    const at = this.#known();
    return at !== null && at.version === version && at.updatedAt === updatedAt;
  }

  /**
   * Must be called if there is work although neither side has changed: a resolution, a file, a retry. Stored, because it must survive a
   * restart.
   */
  clear(): void {
    if (this.#known() === null) return;
    this.#at = null;
    this.#store.put([{ id: this.#id, value: null }]);
  }

  save(version: number, updatedAt: string): void {
    if (this.matches(version, updatedAt)) return;
    this.#at = { version, updatedAt };
    this.#store.put([{ id: this.#id, value: this.#at }]);
  }

  #known(): IdlePoint | null {
    this.#at ??= idleMarkerSchema.safeParse(this.#store.get(this.#id)).data ?? null;
    return this.#at;
  }
}
