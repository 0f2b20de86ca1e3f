/**
 * Decides when a target writes: after 100 ms without a change, at most 2 s after the first one, so that typing and a thousand edits in a second cause only
 * a few exports. Time comes from a Timer, so tests need not wait.
 */
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

/** Waits for the promise, but no longer than that. */
export function waitAtMost(timer: Timer, milliseconds: number, promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = timer.after(milliseconds, resolve);
    const done = (): void => {
      cancel();
      resolve();
    };
    promise.then(done, done);
  });
}

const quietMilliseconds = 100;
const maxWaitMilliseconds = 2000;

export class Debounce {
  readonly #timer: Timer;
  readonly #run: () => void;
  #cancelQuiet: (() => void) | null = null;
  #cancelLatest: (() => void) | null = null;

  constructor(timer: Timer, run: () => void) {
    this.#timer = timer;
    this.#run = run;
  }

  get isPending(): boolean {
    return this.#cancelLatest !== null;
  }

  trigger(): void {
    this.#cancelQuiet?.();
    this.#cancelQuiet = this.#timer.after(quietMilliseconds, () => this.#due());
    this.#cancelLatest ??= this.#timer.after(maxWaitMilliseconds, () => this.#due());
  }

  cancel(): void {
    this.#cancelQuiet?.();
    this.#cancelLatest?.();
    this.#cancelQuiet = null;
    this.#cancelLatest = null;
  }

  #due(): void {
    this.cancel();
    this.#run();
  }
}
