/** The last changes of a project, for caches that are derived from its records (texts of exports, findings). */
import type { Change, ChangeSet } from './change-set.ts';

/** The minimum number of changes that are retained; their records remain in memory. */
const retainedChanges = 1024;

export class RecentChanges {
  #first = 0;
  #retained: Change[] = [];

  /** The number of all changes since the project was opened. */
  get count(): number {
    return this.#first + this.#retained.length;
  }

  add(changes: ChangeSet): void {
    if (changes.length > retainedChanges) {
      this.#first = this.count + changes.length;
      this.#retained = [];
      return;
    }
    this.#retained.push(...changes);
    if (this.#retained.length <= 2 * retainedChanges) return;
    const forgotten = this.#retained.length - retainedChanges;
    this.#retained = this.#retained.slice(forgotten);
    this.#first += forgotten;
  }

  /** The changes after the first `count`, oldest first; undefined if they are no longer kept. */
  since(count: number): readonly Change[] | undefined {
    return count < this.#first ? undefined : this.#retained.slice(count - this.#first);
  }
}
