/** Lists that may be as long as a story. */

/**
 * Adds all entries to the end of a list. Unlike `push` with spread entries, it takes any number: the arguments of a call share the stack, which has room for
 * about 120,000.
 */
export function appendAll<T>(list: T[], entries: Iterable<T>): void {
  for (const entry of entries) list.push(entry);
}
