/**
 * Keeps a long import from blocking everything else: after every slice of work, it yields to the event loop, reports the progress and
 * checks for cancellation. It counts work instead of reading a clock, so that the same file always takes the same steps.
 */
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { yieldToEventLoop } from '../platform/cooperative-yielder.ts';

/** Work in a slice, in records of ordinary size. Takes about 10 ms. */
const workPerSlice = 400;

export interface ProgressOptions {
  readonly progress?: ((done: number, total: number) => void) | undefined;
  readonly cancelled?: (() => boolean) | undefined;
  /** Yields to the event loop. */
  readonly yieldNow?: (() => Promise<void>) | undefined;
}

interface ImportedEntries {
  readonly done: number;
  readonly total: number;
}

export class YieldingProgress {
  readonly #options: ProgressOptions;
  readonly #measure: () => ImportedEntries;
  #load = 0;

  /** `measure` returns how many entries of the file have been read. */
  constructor(options: ProgressOptions, measure: () => ImportedEntries = () => ({ done: 0, total: 0 })) {
    this.#options = options;
    this.#measure = measure;
  }

  /** Runs the steps of a decoder, which say how much work they were, or for what the decoder waits. */
  async runToEnd(steps: Iterable<number | Promise<void>>): Promise<void> {
    for (const step of steps) {
      const pause = typeof step === 'number' ? this.addWork(step) : step;
      if (pause) await pause;
    }
  }

  /** Returns a promise to await if the slice is full. */
  addWork(load: number): Promise<void> | undefined {
    this.#load += load;
    return this.#load < workPerSlice ? undefined : this.yieldAndReport();
  }

  async yieldAndReport(): Promise<void> {
    this.#load = 0;
    const { progress, cancelled, yieldNow = yieldToEventLoop } = this.#options;
    const { done, total } = this.#measure();
    progress?.(Math.min(done, total), total);
    await yieldNow();
    if (cancelled?.()) throw new Problem('cancelled', message('problem.import.cancelled'));
  }

  finish(): void {
    const { total } = this.#measure();
    this.#options.progress?.(total, total);
  }
}
