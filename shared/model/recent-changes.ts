/** The last changes of a project, for caches that are derived from its records (texts of exports, findings). */
import type { Change, ChangeSet } from './change-set.ts';

/** The minimum number that is kept; their records stay in memory. */
const RETAINED_CHANGES = 1024;

export class RecentChanges {
  #first = 0;
  #kept: Change[] = [];

  /** The number of all changes since the project was opened. */
  get count(): number {
    return this.#first + this.#kept.length;
  }

  add(changes: ChangeSet): void {
    if (changes.length > RETAINED_CHANGES) {
      this.#first = this.count + changes.length;
      this.#kept = [];
      return;
    }
    this.#kept.push(...changes);
    if (this.#kept.length <= 2 * RETAINED_CHANGES) return;
    const gone = this.#kept.length - RETAINED_CHANGES;
    this.#kept = this.#kept.slice(gone);
    this.#first += gone;
  }

  /** The changes after the first `count`, oldest first; undefined where they are no longer kept. */
  since(count: number): readonly Change[] | undefined {
    return count < this.#first ? undefined : this.#kept.slice(count - this.#first);
  }
}
