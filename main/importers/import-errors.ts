/** Collects everything that is wrong with a file, by path in the file, and makes one Problem of it. */
import { Problem } from '../../shared/problem.ts';

/** So many faults are listed; the rest is counted. */
const maxListedErrors = 1_000;

export class ImportErrors {
  readonly #errors = new Map<string, string>();
  #count = 0;
  #missing = 0;
  #unlisted = 0;
  #broken = false;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** A value that cannot stand where it stands. */
  addInvalidValue(path: string, message: string): void {
    this.#count++;
    const before = this.#errors.get(path);
    if (before !== undefined) this.#errors.set(path, `${before}; ${message}`);
    else if (this.#errors.size < maxListedErrors) this.#errors.set(path, message);
    else this.#unlisted++;
  }

  /** Things that do not fit together. */
  addInconsistency(path: string, message: string): void {
    this.#broken = true;
    this.addInvalidValue(path, message);
  }

  /** [G27] A reference to nothing: the one fault that a repair can leave out. */
  addMissingReference(path: string, message: string): void {
    this.#missing++;
    this.addInconsistency(path, message);
  }

  toProblem(): Problem {
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
