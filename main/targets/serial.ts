/** Does one job after the other, in the order they were asked for: what a target does to its folder never overlaps. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(job: () => Promise<T>): Promise<T> {
    const done = this.#last.then(job);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** When all that was asked for until now is done, well or badly. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
