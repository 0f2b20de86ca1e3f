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

export class YieldingProgress {
  readonly #options: ProgressOptions;
  #total = 0;
  #done = 0;
  #load = 0;

  constructor(options: ProgressOptions) {
    this.#options = options;
  }

  /** The number of records and other entries to read. */
  setTotal(total: number): void {
    this.#total = total;
  }

  /** Counts one entry as read, including its text in characters. Returns a promise to await if the slice is full. */
  advance(characters = 0): Promise<void> | undefined {
    this.#done++;
    return this.addWork(1 + characters / 2_000);
  }

  /** Counts work that the progress bar does not show. */
  addWork(load: number): Promise<void> | undefined {
    this.#load += load;
    return this.#load < workPerSlice ? undefined : this.yieldAndReport();
  }

  async yieldAndReport(): Promise<void> {
    this.#load = 0;
    const { progress, cancelled, yieldNow = yieldToEventLoop } = this.#options;
    progress?.(Math.min(this.#done, this.#total), this.#total);
    await yieldNow();
    if (cancelled?.()) throw new Problem('cancelled', message('problem.import.cancelled'));
  }

  finish(): void {
    this.#options.progress?.(this.#total, this.#total);
  }
}
