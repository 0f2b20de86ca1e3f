/**
 * The time at which both sides of a project were last found equal, and a marker by which a project that is still unchanged need not be
 * opened.
 */
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { IdleMarker } from '../store/idle-marker.ts';

export class LastSync {
  readonly #idleMarker: IdleMarker;
  #at: string | null;
  #hasTransferred = false;

  /** `at` is in ISO 8601, as it is stored. */
  constructor(keyValueStore: KeyValueStore, hash: string, at: string | null) {
    this.#idleMarker = new IdleMarker(keyValueStore, hash);
    this.#at = at;
  }

  /** When both sides were last found equal, in ISO 8601. */
  get at(): string | null {
    return this.#at;
  }

  /** Whether anything was sent or received since both sides were last equal. */
  get hasTransferred(): boolean {
    return this.#hasTransferred;
  }

  noteTransfer(): void {
    this.#hasTransferred = true;
  }

  noteEqual(at: string): void {
    this.#at = at;
    this.#hasTransferred = false;
  }

  /** Whether both sides are as they were when there was nothing left to do. */
  isIdle(version: number, updatedAt: string | undefined): boolean {
    return this.#idleMarker.matches(version, updatedAt);
  }

  markIdle(version: number, updatedAt: string): void {
    this.#idleMarker.save(version, updatedAt);
  }

  /** Must be called if there is work although neither side has changed. */
  clearIdle(): void {
    this.#idleMarker.clear();
  }
}
