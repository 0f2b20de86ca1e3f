/** Lists that may be as long as a story. */

/**
 * Adds all entries to the end of a list. Unlike `push` with spread entries, it takes any number: the arguments of a call share the stack, which has room for
 * about 120,000.
 */
export function appendAll<T>(list: T[], entries: Iterable<T>): void {
  for (const entry of entries) list.push(entry);
}

/** The index of the last of ascending numbers that is not above `limit`; -1 if there is none. */
export function lastIndexAtMost(ascending: readonly number[], limit: number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ascending[middle] ?? limit) <= limit) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}
