/** Runs long computations in slices of a few milliseconds, so that the window stays responsive. */

/** The duration of a slice, in milliseconds. A frame has 16, part of which other work needs. */
const sliceMs = 6;
/** The number of steps between two readings of the clock. */
const stepsPerCheck = 16;

/** How a computation in slices gives way to others. */
export interface SliceControl {
  /** Lets the browser render and handle input. */
  readonly pause: () => Promise<void>;
  /** Checked after each pause; false cancels the computation. */
  readonly isCurrent: () => boolean;
}

/** Runs one slice. Returns whether the computation has finished. */
export function runSlice(work: Iterator<void>): boolean {
  const end = performance.now() + sliceMs;
  do {
    for (let step = 0; step < stepsPerCheck; step++) if (work.next().done) return true;
  } while (performance.now() < end);
  return false;
}

/** Runs slices to the end or until it is cancelled. Returns whether it finished. The first slice runs synchronously. */
export async function runInSlices(work: Iterator<void>, { pause, isCurrent }: SliceControl): Promise<boolean> {
  while (!runSlice(work)) {
    await pause();
    if (!isCurrent()) return false;
  }
  return true;
}

interface SchedulerApi {
  readonly yield?: () => Promise<void>;
  readonly postTask?: (task: () => void, options: { priority: 'background' }) => Promise<void>;
}
const getScheduler = (): SchedulerApi | undefined => Reflect.get(globalThis, 'scheduler');
const nextTask = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

/** Lets the browser render and handle input. `setTimeout` alone is delayed further when it is nested. */
export const yieldToMain = (): Promise<void> => getScheduler()?.yield?.() ?? nextTask();

/** Waits until the window is idle: for work whose result is not urgent. */
export const waitForIdle = (): Promise<void> => getScheduler()?.postTask?.(() => undefined, { priority: 'background' }) ?? nextTask();
