/** Collects everything that is wrong with a file, by path in the file, and makes one Problem of it. */
import { Problem } from '../../shared/problem.ts';

/** So many faults are listed; the rest is counted. */
const LISTED = 1_000;

export class Faults {
  readonly #errors = new Map<string, string>();
  #count = 0;
  #missing = 0;
  #unlisted = 0;
  #broken = false;

  get none(): boolean {
    return this.#count === 0;
  }

  /** A value that cannot stand where it stands. */
  wrong(path: string, message: string): void {
    this.#count++;
    const before = this.#errors.get(path);
    if (before !== undefined) this.#errors.set(path, `${before}; ${message}`);
    else if (this.#errors.size < LISTED) this.#errors.set(path, message);
    else this.#unlisted++;
  }

  /** Things that do not fit together. */
  broken(path: string, message: string): void {
    this.#broken = true;
    this.wrong(path, message);
  }

  /** [G27] A reference to nothing: the one fault that a repair can leave out. */
  missing(path: string, message: string): void {
    this.#missing++;
    this.broken(path, message);
  }

  problem(): Problem {
    const [first = ['', '']] = this.#errors;
    const detail = [
      this.#count === 1 ? 'The file has a fault' : `The file has ${this.#count} faults; the first is`,
      ` at ${first[0]}: ${first[1]}.`,
      this.#unlisted > 0 ? ` The first ${this.#errors.size} are listed, and ${this.#unlisted} more are not.` : '',
      this.#missing === this.#count ? ' A repair can leave out what refers to nothing.' : '',
    ].join('');
    return new Problem(this.#broken ? 'importIntegrity' : 'invalid', detail, { errors: Object.fromEntries(this.#errors) });
  }
}
