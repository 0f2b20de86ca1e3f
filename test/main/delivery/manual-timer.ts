/** A timer that only the test advances. */
import type { Timer } from '../../../main/platform/timer.ts';

export class ManualTimer implements Timer {
  #now = 0;
  #next = 0;
  readonly #due = new Map<number, { at: number; run: () => void }>();

  after(milliseconds: number, run: () => void): () => void {
    const id = this.#next++;
    this.#due.set(id, { at: this.#now + milliseconds, run });
    return () => this.#due.delete(id);
  }

  /** Advances the time and runs what is due, in order. */
  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const next = [...this.#due].filter(([, { at }]) => at <= end).sort(([a, one], [b, other]) => one.at - other.at || a - b)[0];
      if (!next) break;
      const [id, { at, run }] = next;
      this.#due.delete(id);
      this.#now = Math.max(this.#now, at);
      run();
    }
    this.#now = end;
  }
}
