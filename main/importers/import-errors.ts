/** Collects all errors of a file, by path in the file, and combines them into one Problem. */
import { type Message, message, verbatim } from '../../shared/messages/message.ts';
import { type FieldFault, Problem } from '../../shared/problem.ts';

/** The maximum number of listed errors. Further ones are only counted. */
const maxListedErrors = 1_000;

/** Formats an error of the value at `path` as a sentence for people. */
export type ExplainError = (path: string, fault: Message) => Message;

export class ImportErrors {
  readonly #explain: ExplainError | undefined;
  /** Whether the user can repeat the import with a repair. */
  readonly #offersRepair: boolean;
  readonly #errors = new Map<string, Message>();
  #count = 0;
  #missing = 0;
  #unlisted = 0;
  #broken = false;

  constructor({ offersRepair = false, explain }: { readonly offersRepair?: boolean; readonly explain?: ExplainError } = {}) {
    this.#explain = explain;
    this.#offersRepair = offersRepair;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Adds a value that is invalid itself. */
  addInvalidValue(path: string, fault: Message): void {
    this.#count++;
    const before = this.#errors.get(path);
    if (before !== undefined) this.#errors.set(path, message('problem.twoFaults', { first: before, second: fault }));
    else if (this.#errors.size < maxListedErrors) this.#errors.set(path, fault);
    else this.#unlisted++;
  }

  /** Adds values that contradict each other. */
  addInconsistency(path: string, fault: Message): void {
    this.#broken = true;
    this.addInvalidValue(path, fault);
  }

  /** [G27] adds a reference to a missing record: the only error that a repair can fix, by leaving the reference out. */
  addMissingReference(path: string, fault: Message): void {
    this.#missing++;
    this.addInconsistency(path, fault);
  }

  #explained(): (readonly [path: string, fault: FieldFault])[] {
    return [...this.#errors].map(([path, fault]) => [path, this.#explain ? { ...fault, sentence: this.#explain(path, fault) } : fault]);
  }

  toProblem(): Problem {
    const [[path, fault] = ['', verbatim('')]] = this.#errors;
    const text = message('problem.import.fileFaults', {
      count: this.#count,
      path,
      fault,
      // Faults of a text are sentences; other faults continue the sentence of the message.
      isSentence: fault.key.startsWith('richText.'),
      listed: this.#errors.size,
      unlisted: this.#unlisted,
      isRepairable: this.#offersRepair && this.#missing === this.#count,
    });
    return new Problem(this.#broken ? 'importIntegrity' : 'invalid', text, { errors: Object.fromEntries(this.#explained()) });
  }
}
