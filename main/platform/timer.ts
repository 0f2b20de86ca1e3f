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

/** How long nothing must have changed in a folder before it is read, and how long that waits at most. */
const quietMilliseconds = 100;
const maxWaitMilliseconds = 2000;

/**
 * Decides when something is done about changes that come in groups, such as files that another program saves: 100 ms after the last one, but at most
 * 2 s after the first one. The timer is a parameter, so that tests need not wait.
 */
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

/** How far apart the runs of a `LeadingThrottle` begin at least. */
const throttleMilliseconds = 150;

/**
 * Decides when a target is written: at once after a change, and while more of them come, at most once in 150 ms, so that typing or a thousand edits in
 * a second cause only a few exports. All changes of one turn are one run.
 */
export class LeadingThrottle {
  readonly #timer: Timer;
  readonly #run: () => void;
  #cancelRun: (() => void) | null = null;
  #isResting = false;
  #isWanted = false;

  constructor(timer: Timer, run: () => void) {
    this.#timer = timer;
    this.#run = run;
  }

  trigger(): void {
    this.#isWanted = true;
    if (!this.#isResting) this.#cancelRun ??= this.#timer.after(0, () => this.#due());
  }

  /** Withdraws a run that is due. Another one still keeps its distance from the last. */
  cancel(): void {
    this.#isWanted = false;
    this.#cancelRun?.();
    this.#cancelRun = null;
  }

  #due(): void {
    this.cancel();
    this.#isResting = true;
    this.#timer.after(throttleMilliseconds, () => {
      this.#isResting = false;
      if (this.#isWanted) this.#due();
    });
    this.#run();
  }
}
