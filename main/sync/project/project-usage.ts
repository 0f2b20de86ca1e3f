/** Which project the user works with; its requests are sent first. */

/** Milliseconds for which a project counts as in use. */
const inUseDuration = 300_000;

export class ProjectUsage {
  readonly #now: () => number;
  #last: { readonly hash: string; readonly at: number } | undefined;

  /** `now` returns milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns whether the user worked with another project before. */
  markUsed(hash: string): boolean {
    const isOther = this.#last?.hash !== hash;
    this.#last = { hash, at: this.#now() };
    return isOther;
  }

  isInUse(hash: string): boolean {
    return this.#last?.hash === hash && this.#now() - this.#last.at < inUseDuration;
  }
}
