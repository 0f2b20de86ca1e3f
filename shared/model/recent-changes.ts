/** The last changes of a project, for whoever keeps something made of its records (an export's text, findings) and brings it up to date. */
import type { Change, ChangeSet } from './change-set.ts';

/** So many at least; their records stay in memory that long. */
const RETAINED_CHANGES = 1024;

export class RecentChanges {
  #first = 0;
  #kept: Change[] = [];

  /** How many there have been, ever. */
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

  /** Those after the first `count`, oldest first; undefined where that is too long ago. */
  since(count: number): readonly Change[] | undefined {
    return count < this.#first ? undefined : this.#kept.slice(count - this.#first);
  }
}
