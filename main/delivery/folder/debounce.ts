import type { Timer } from '../../platform/timer.ts';

const quietMilliseconds = 100;
const maxWaitMilliseconds = 2000;

/**
 * Decides when a target is written: 100 ms after the last change, but at most 2 s after the first one, so that typing or a thousand edits
 * in a second cause only a few exports. The timer is a parameter, so that tests need not wait.
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
