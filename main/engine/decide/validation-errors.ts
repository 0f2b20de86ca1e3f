/**
 * Collects all errors of a command or of whole records before any is reported. Invalid fields (400) take precedence over
 * conflicts with the state of the project (404, 409): G3.
 */

import { type Message, message } from '../../../shared/messages/message.ts';
import { fieldLabel } from '../../../shared/model/kind-messages.ts';
import { type ConflictType, type FieldErrors, invalidFieldsProblem, Problem } from '../../../shared/problem.ts';

export class ValidationErrors {
  readonly #fields = new Map<string, Message>();
  readonly #states = new Map<string, Problem>();

  get count(): number {
    return this.#fields.size + this.#states.size;
  }

  get hasInvalidFields(): boolean {
    return this.#fields.size > 0;
  }

  /** The first error, as a sentence. */
  get firstSentence(): Message | undefined {
    const [field] = this.#fields;
    if (field) return message('fault.ofField', { field: fieldLabel(field[0]), fault: field[1] });
    const [state] = this.#states.values();
    return state?.text;
  }

  /** Adds an invalid field. Only the first error of each path is retained. */
  addInvalidField(path: string, fault: Message): void {
    if (!this.#fields.has(path)) this.#fields.set(path, fault);
  }

  /** Adds a valid field that conflicts with the current project: a 404 or 409. */
  addProblem(path: string, problem: Problem): void {
    if (!this.#states.has(path)) this.#states.set(path, problem);
  }

  addAll(others: ValidationErrors): void {
    for (const [path, fault] of others.#fields) this.addInvalidField(path, fault);
    for (const [path, problem] of others.#states) this.addProblem(path, problem);
  }

  /** Whether the field or anything inside it has an error. */
  has(field: string): boolean {
    return [...this.#fields.keys(), ...this.#states.keys()].some((path) => path === field || path.startsWith(`${field}.`));
  }

  /** Throws one Problem with all invalid fields; if there are none, throws the first of the other errors, if any. */
  throwIfAny(): void {
    if (this.hasInvalidFields) throw invalidFieldsProblem(Object.fromEntries(this.#fields));
    const [state] = this.#states.values();
    if (state?.code !== 'unknownLocale') {
      if (state) throw state;
      return;
    }
    const { conflictType, context } = state.json;
    throw new Problem('unknownLocale', state.text, {
      errors: this.#stateFaults(({ code }) => code === 'unknownLocale'),
      ...pickDefinedDetails({ conflictType, context }),
    });
  }

  /** For whole records: throws one Problem with all errors by path, whatever their statuses. */
  throwCombined(): void {
    if (this.count === 0) return;
    const errors = { ...Object.fromEntries(this.#fields), ...this.#stateFaults(() => true) };
    const [[path, fault] = ['', message('problem.invalidRequest')]] = Object.entries(errors);
    const text = message('problem.import.recordFaults', { count: this.count, path, fault });
    throw new Problem(this.#states.size > 0 ? 'importIntegrity' : 'invalid', text, { errors });
  }

  #stateFaults(isIncluded: (problem: Problem) => boolean): FieldErrors {
    const included = [...this.#states].filter(([, problem]) => isIncluded(problem));
    return Object.fromEntries(included.map(([path, problem]) => [path, problem.text]));
  }
}

type ProblemDetails = { conflictType?: ConflictType | undefined; context?: Record<string, string> | undefined };
const pickDefinedDetails = ({ conflictType, context }: ProblemDetails) => ({
  ...(conflictType ? { conflictType } : {}),
  ...(context ? { context } : {}),
});
