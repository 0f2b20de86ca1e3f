/** Divides long work into short slices, so that the event loop can handle other work in between. */

/** Milliseconds in a slice. */
const maxSliceTime = 8;

/** Resolves in the next turn of the event loop, after the work that is already due. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class CooperativeYielder {
  #sliceStart = performance.now();

  get #isSliceOver(): boolean {
    return performance.now() - this.#sliceStart >= maxSliceTime;
  }

  /** Must be awaited between steps of work. Only yields if the current slice has lasted long enough. */
  async yieldIfNeeded(): Promise<void> {
    if (!this.#isSliceOver) return;
    await yieldToEventLoop();
    this.#sliceStart = performance.now();
  }

  /** Runs all steps of a generator, and returns its return value. Other work runs between slices only. */
  async runToEnd<R>(steps: Generator<unknown, R>): Promise<R> {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      if (this.#isSliceOver) await this.yieldIfNeeded();
    }
  }

  /** Like `runToEnd`, but returns undefined as soon as other work between two slices has invalidated what the steps read. */
  async runWhile<R>(isValid: () => boolean, steps: Generator<unknown, R>): Promise<R | undefined> {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      if (!this.#isSliceOver) continue;
      await this.yieldIfNeeded();
      if (!isValid()) return undefined;
    }
  }

  /** Runs all steps and yields their values. Work pauses before a value is used, too. A step without a value only marks a point at which work may pause. */
  async *iterate<T>(steps: Iterable<T | undefined>): AsyncGenerator<T> {
    for (const step of steps) {
      await this.yieldIfNeeded();
      if (step === undefined) continue;
      yield step;
      await this.yieldIfNeeded();
    }
  }
}

/** Calls `throwIfCancelled` before each step. Its error is thrown into the generator, which then removes what it has created. */
export function* cancellableSteps<R>(steps: Generator<void, R>, throwIfCancelled: () => void): Generator<void, R> {
  for (;;) {
    try {
      throwIfCancelled();
    } catch (error) {
      for (let step = steps.throw(error); !step.done; step = steps.next()) yield;
      throw error;
    }
    const step = steps.next();
    if (step.done) return step.value;
    yield;
  }
}
