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

/** What a computation has returned. */
interface SliceResult<R> {
  readonly result: R;
}

/** Runs one slice. Returns what the computation has returned, or null if it has not finished. */
export function runSlice<R>(work: Iterator<void, R>): SliceResult<R> | null {
  const end = performance.now() + sliceMs;
  do {
    for (let step = 0; step < stepsPerCheck; step++) {
      const { done, value } = work.next();
      if (done) return { result: value };
    }
  } while (performance.now() < end);
  return null;
}

/** Runs slices to the end or until it is cancelled. Returns what the computation has returned; null if it was cancelled. The first slice runs synchronously. */
export async function runInSlices<R>(work: Iterator<void, R>, { pause, isCurrent }: SliceControl): Promise<SliceResult<R> | null> {
  for (;;) {
    const finished = runSlice(work);
    if (finished) return finished;
    await pause();
    if (!isCurrent()) return null;
  }
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
