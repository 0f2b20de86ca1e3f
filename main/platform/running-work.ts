/** Keeps track of work that must end before something is closed. */
export class RunningWork {
  readonly #running = new Set<Promise<unknown>>();

  /** Returns the same promise. */
  add<T>(work: Promise<T>): Promise<T> {
    const done: Promise<unknown> = work
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => this.#running.delete(done));
    this.#running.add(done);
    return work;
  }

  /** Resolves when all work that is now running has ended, whatever its result. */
  async whenIdle(): Promise<void> {
    await Promise.all(this.#running);
  }
}
