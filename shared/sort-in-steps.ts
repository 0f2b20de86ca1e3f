/** Entries sorted at once, or merged between two steps: about two milliseconds of work. */
const entriesPerStep = 2_000;

/** Returns the entries of a list in order; equal ones stay in their order. In short steps, because a very long list takes hundreds of milliseconds. */
export function* sortInSteps<T extends object>(list: readonly T[], compare: (one: T, two: T) => number): Generator<void, T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < list.length; at += entriesPerStep) {
    runs.push(list.slice(at, at + entriesPerStep).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* mergeInSteps(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeInSteps<T extends object>(
  first: readonly T[],
  second: readonly T[],
  compare: (one: T, two: T) => number,
): Generator<void, T[]> {
  const merged: T[] = [];
  let firstAt = 0;
  let secondAt = 0;
  for (;;) {
    const one = first[firstAt];
    const two = second[secondAt];
    const takesFirst = one !== undefined && (two === undefined || compare(one, two) <= 0);
    const next = takesFirst ? one : two;
    if (next === undefined) return merged;
    if (takesFirst) firstAt++;
    else secondAt++;
    merged.push(next);
    if (merged.length % entriesPerStep === 0) yield;
  }
}
