/** Lists that may be as long as a story, and long work in short steps between which others get their turn. */

/**
 * Adds all entries to the end of a list. Unlike `push` with spread entries, it takes any number: the arguments of a call share the stack, which has room for
 * about 120,000.
 */
export function appendAll<T>(list: T[], entries: Iterable<T>): void {
  for (const entry of entries) list.push(entry);
}

/** Whether two lists have the same entries in the same order. */
export const equalLists = <T>(one: readonly T[], two: readonly T[]): boolean =>
  one.length === two.length && one.every((each, at) => each === two[at]);

/** Adds an entry to the list of a key, which is created for the first one. */
export function addToList<K, T>(lists: Map<K, T[]>, key: K, entry: T): void {
  const list = lists.get(key);
  if (list) list.push(entry);
  else lists.set(key, [entry]);
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

/** Runs all steps of a generator without a pause between them, and returns its return value. */
export function runSteps<R>(steps: Generator<unknown, R>): R {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Entries sorted at once, or merged between two steps: about two milliseconds of work. */
const entriesPerStep = 2_000;

/**
 * Returns the entries of a list in order; equal ones stay in their order. In short steps, because a very long list takes hundreds of milliseconds. Two copies
 * of the list are all the memory that it takes.
 */
export function* sortInSteps<T extends object>(list: readonly T[], compare: (one: T, two: T) => number): Generator<void, T[]> {
  let sorted: T[] = [];
  for (let at = 0; at < list.length; at += entriesPerStep) {
    for (const entry of list.slice(at, at + entriesPerStep).sort(compare)) sorted.push(entry);
    yield;
  }
  let merged: T[] = [];
  for (let length = entriesPerStep; length < sorted.length; length *= 2) {
    yield* mergeRunsInSteps(sorted, length, compare, merged);
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}

/** Merges each two neighbouring runs of this length. `into` is overwritten. */
function* mergeRunsInSteps<T extends object>(
  sorted: readonly T[],
  length: number,
  compare: (one: T, two: T) => number,
  into: T[],
): Generator<void> {
  let at = 0;
  for (let start = 0; start < sorted.length; start += 2 * length) {
    const [firstEnd, secondEnd] = [start + length, start + 2 * length];
    let [firstAt, secondAt] = [start, firstEnd];
    for (;;) {
      const one = firstAt < firstEnd ? sorted[firstAt] : undefined;
      const two = secondAt < secondEnd ? sorted[secondAt] : undefined;
      const takesFirst = one !== undefined && (two === undefined || compare(one, two) <= 0);
      const next = takesFirst ? one : two;
      if (next === undefined) break;
      if (takesFirst) firstAt++;
      else secondAt++;
      into[at++] = next;
      if (at % entriesPerStep === 0) yield;
    }
  }
}
