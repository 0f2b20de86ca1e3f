/** Collects all errors of a file, by path in the file, and combines them into one Problem. */
import { Problem } from '../../shared/problem.ts';

/** The number of errors that are listed; the others are only counted. */
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

  /** A value that is invalid at its path. */
  addInvalidValue(path: string, message: string): void {
    this.#count++;
    const before = this.#errors.get(path);
    if (before !== undefined) this.#errors.set(path, `${before}; ${message}`);
    else if (this.#errors.size < maxListedErrors) this.#errors.set(path, message);
    else this.#unlisted++;
  }

  /** Values that contradict each other. */
  addInconsistency(path: string, message: string): void {
    this.#broken = true;
    this.addInvalidValue(path, message);
  }

  /** [G27] A reference to a missing record: the only error that a repair can fix, by leaving the reference out. */
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
