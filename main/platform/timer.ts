/** Timers that tests can replace. */
export interface Timer {
  /** Calls `run` once after a delay. Returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemTimer: Timer = {
  after(milliseconds, run) {
    const timeout = setTimeout(run, milliseconds);
    return () => clearTimeout(timeout);
  },
};

export const delay = (timer: Timer, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    timer.after(milliseconds, resolve);
  });

/** Waits for the work, but not longer than this. Throws the errors of the work in that time. */
export function waitWithTimeout(milliseconds: number, work: Promise<unknown>, timer: Timer = systemTimer): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = timer.after(milliseconds, resolve);
    work.then(() => resolve(), reject).finally(cancel);
  });
}

/** Does work at most once in an interval, and once more after the last call. */
interface Throttle {
  /** Does the work at the end of the interval that this call starts, unless one is already running. */
  call(): void;
  /** Cancels work that is due. */
  cancel(): void;
}

/** `interval` is in milliseconds. A waiting throttle does not keep the process running. */
export function createThrottle(interval: number, work: () => void): Throttle {
  let timer: NodeJS.Timeout | undefined;
  return {
    call() {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, interval).unref();
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
