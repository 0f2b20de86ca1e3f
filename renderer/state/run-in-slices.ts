/** Long work in pieces: a generator is driven for a few milliseconds, then the screen has its turn. */

/** Milliseconds of work at a time. A frame has 16, and others want some of it. */
const SLICE_MS = 6;
/** So many steps are taken between two looks at the clock. */
const STEPS_PER_CHECK = 16;

/** Drives it for one slice; whether it is done. */
export function runSlice(work: Iterator<void>): boolean {
  const end = performance.now() + SLICE_MS;
  do {
    for (let step = 0; step < STEPS_PER_CHECK; step++) if (work.next().done) return true;
  } while (performance.now() < end);
  return false;
}

/** Drives it to its end, or as long as `going` says so; whether it came to its end. The first slice is done at once. */
export async function runInSlices(
  work: Iterator<void>,
  { rest, going }: { rest: () => Promise<void>; going: () => boolean },
): Promise<boolean> {
  while (!runSlice(work)) {
    await rest();
    if (!going()) return false;
  }
  return true;
}
