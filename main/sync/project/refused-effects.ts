/** What the remote has refused once: a single 403 or 404, or a list without the project, may be a fault of the moment. */
import type { SyncEffect } from './sync-state.ts';

export class RefusedEffects {
  readonly #refused = new Set<SyncEffect['type']>();

  has(effect: SyncEffect['type']): boolean {
    return this.#refused.has(effect);
  }

  add(effect: SyncEffect['type']): void {
    this.#refused.add(effect);
  }

  /** The remote did it. */
  accept(effect: SyncEffect['type']): void {
    this.#refused.delete(effect);
  }
}
