/** Ids ordered by rank, then by id. Adding while loading is cheap, because the list is sorted afterwards, at the latest when it is first read. */
import { sortInSteps } from '../sort-in-steps.ts';

interface OrderedEntry {
  readonly id: string;
  readonly rank: string;
}

export class OrderedList {
  #entries: OrderedEntry[] = [];
  #isSorted = true;
  /** false until the first read: records are added in any order. */
  #hasBeenRead = false;
  #ids: readonly string[] | undefined;

  get size(): number {
    return this.#entries.length;
  }

  ids(): readonly string[] {
    this.#sort();
    this.#ids ??= this.#entries.map(({ id }) => id);
    return this.#ids;
  }

  rankAt(index: number): string | undefined {
    this.#sort();
    return this.#entries[index]?.rank;
  }

  add(entry: OrderedEntry): void {
    this.#ids = undefined;
    const last = this.#entries.at(-1);
    if (this.#hasBeenRead && last && compareEntries(entry, last) < 0) {
      this.#entries.splice(this.#search(entry), 0, entry);
      return;
    }
    if (last && compareEntries(entry, last) < 0) this.#isSorted = false;
    // `push` would reserve memory for 17 entries, and most lists of a story have one.
    if (last) this.#entries.push(entry);
    else this.#entries = [entry];
  }

  remove(entry: OrderedEntry): void {
    const at = this.indexOf(entry);
    if (at < 0) return;
    this.#ids = undefined;
    this.#entries.splice(at, 1);
  }

  indexOf(entry: OrderedEntry): number {
    this.#sort();
    const at = this.#search(entry);
    return this.#entries[at]?.id === entry.id ? at : -1;
  }

  #sort(): void {
    this.#hasBeenRead = true;
    if (this.#isSorted) return;
    this.#entries.sort(compareEntries);
    this.#isSorted = true;
  }

  /**
   * Sorts a list that was just loaded in short steps, so that its first read does not have to. Nothing else may use the list before the
   * last step.
   */
  *sortInSteps(): Generator<void, void> {
    if (!this.#isSorted) this.#entries = yield* sortInSteps(this.#entries, compareEntries);
    this.#isSorted = true;
    this.#hasBeenRead = true;
  }

  lowerBound(rank: string): number {
    this.#sort();
    return this.#search({ id: '', rank });
  }

  /** The position of the entry, or where it would be inserted. */
  #search(entry: OrderedEntry): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const candidate = this.#entries[middle];
      if (candidate && compareEntries(candidate, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Orders by rank; equal ranks by id, so that every copy of a list has the same order. */
export function compareEntries(one: OrderedEntry, two: OrderedEntry): number {
  if (one.rank !== two.rank) return one.rank < two.rank ? -1 : 1;
  if (one.id === two.id) return 0;
  return one.id < two.id ? -1 : 1;
}
