/** Waiting, with a timer that tests can replace. */
export interface Timer {
  /** Runs once after a delay in milliseconds. Returns a function that cancels it. */
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

/** Waits for the work, but no longer than this many milliseconds. Throws what the work throws in that time. */
export function waitWithTimeout(milliseconds: number, work: Promise<unknown>, timer: Timer = systemTimer): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = timer.after(milliseconds, resolve);
    work.then(() => resolve(), reject).finally(cancel);
  });
}
