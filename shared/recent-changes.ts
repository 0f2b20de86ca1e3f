/** The last changes of a project, for whoever keeps something made of its records (an export's text, findings) and brings it up to date. */
import type { Change, ChangeSet } from './changes.ts';

/** So many at least; their records stay in memory that long. */
const KEPT = 1024;

export class RecentChanges {
  #first = 0;
  #kept: Change[] = [];

  /** How many there have been, ever. */
  get count(): number {
    return this.#first + this.#kept.length;
  }

  add(changes: ChangeSet): void {
    if (changes.length > KEPT) {
      this.#first = this.count + changes.length;
      this.#kept = [];
      return;
    }
    this.#kept.push(...changes);
    if (this.#kept.length <= 2 * KEPT) return;
    const gone = this.#kept.length - KEPT;
    this.#kept = this.#kept.slice(gone);
    this.#first += gone;
  }

  /** Those after the first `count`, oldest first; undefined where that is too long ago. */
  since(count: number): readonly Change[] | undefined {
    return count < this.#first ? undefined : this.#kept.slice(count - this.#first);
  }
}
