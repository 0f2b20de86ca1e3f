/** Collects all errors of a file, by path in the file, and combines them into one Problem. */
import { type Message, message, verbatim } from '../../shared/messages/message.ts';
import { type FieldFault, Problem } from '../../shared/problem.ts';
import { messageOfFault, type StoryFault } from '../story-format/story-fault.ts';

/** The maximum number of listed errors. Further ones are only counted. */
const maxListedErrors = 1_000;

/** Formats an error of the value at `path` as a sentence for people. */
export type ExplainError = (path: string, fault: StoryFault) => Message;

/** What was found at one path. */
interface PathError {
  /** The fault that is explained, if there are several. */
  readonly first: StoryFault;
  /** All faults. */
  readonly text: Message;
  /** Whether the text is a whole sentence. */
  readonly isSentence: boolean;
}

export class ImportErrors {
  readonly #explain: ExplainError | undefined;
  /** Whether the user can repeat the import with a repair. */
  readonly #offersRepair: boolean;
  readonly #errors = new Map<string, PathError>();
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
  addInvalidValue(path: string, fault: StoryFault): void {
    this.#add(path, fault, false);
  }

  /** Adds a rich text or a script whose markup is invalid. These faults are sentences. */
  addInvalidText(path: string, fault: Message): void {
    this.#add(path, fault, true);
  }

  /** Adds values that contradict each other. */
  addInconsistency(path: string, fault: StoryFault): void {
    this.#broken = true;
    this.addInvalidValue(path, fault);
  }

  /** [G27] adds a reference to a missing record: the only error that a repair can fix, by leaving the reference out. */
  addMissingReference(path: string, fault: StoryFault): void {
    this.#missing++;
    this.addInconsistency(path, fault);
  }

  #add(path: string, fault: StoryFault, isSentence: boolean): void {
    this.#count++;
    const text = messageOfFault(fault);
    const before = this.#errors.get(path);
    if (before)
      this.#errors.set(path, { ...before, text: message('problem.twoFaults', { first: before.text, second: text }), isSentence: false });
    else if (this.#errors.size < maxListedErrors) this.#errors.set(path, { first: fault, text, isSentence });
    else this.#unlisted++;
  }

  #explained(): (readonly [path: string, fault: FieldFault])[] {
    const explain = this.#explain;
    return [...this.#errors].map(([path, { first, text }]) => [path, explain ? { ...text, sentence: explain(path, first) } : text]);
  }

  toProblem(): Problem {
    const [[path, { text: fault, isSentence }] = ['', { text: verbatim(''), isSentence: false }]] = this.#errors;
    const text = message('problem.import.fileFaults', {
      count: this.#count,
      path,
      fault,
      // Other faults continue the sentence of the message.
      isSentence,
      listed: this.#errors.size,
      unlisted: this.#unlisted,
      isRepairable: this.#offersRepair && this.#missing === this.#count,
    });
    return new Problem(this.#broken ? 'importIntegrity' : 'invalid', text, { errors: Object.fromEntries(this.#explained()) });
  }
}
