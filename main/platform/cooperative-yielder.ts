/** Long work in short turns, so that others have theirs in between. */

/** Milliseconds. */
const maxSliceTime = 8;

export class CooperativeYielder {
  #began = performance.now();

  /** To be asked between the steps. Waits only where the turn has been long. */
  async yieldIfNeeded(): Promise<void> {
    if (performance.now() - this.#began < maxSliceTime) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#began = performance.now();
  }

  /** What the steps come to in the end. */
  async runToEnd<R>(steps: Generator<unknown, R>): Promise<R> {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      await this.yieldIfNeeded();
    }
  }

  /** Goes through all steps; what is no rest is answered. */
  async *iterate<T>(steps: Iterable<T | undefined>): AsyncGenerator<T> {
    for (const step of steps) {
      if (step !== undefined) yield step;
      await this.yieldIfNeeded();
    }
  }
}
