/**
 * Everything that is wrong with a command or with whole records, collected before any of it is told. Fields that are not
 * valid (400) come before what the state of the project says against them (404, 409): G3.
 */
import { type ConflictType, Problem } from '../../../shared/problem.ts';

export class ValidationErrors {
  readonly #fields = new Map<string, string>();
  readonly #states = new Map<string, Problem>();

  get count(): number {
    return this.#fields.size + this.#states.size;
  }

  get hasInvalidFields(): boolean {
    return this.#fields.size > 0;
  }

  /** The first fault as words. */
  get firstMessage(): string | undefined {
    const [field] = this.#fields;
    if (field) return field.join(' ');
    const [state] = this.#states.values();
    return state?.message.replace(/\.$/, '');
  }

  /** A field that is not valid by itself. What is said first of a path stays. */
  addInvalidField(path: string, message: string): void {
    if (!this.#fields.has(path)) this.#fields.set(path, message);
  }

  /** A field that is well-formed and does not fit the project as it is: a 404 or 409. */
  addProblem(path: string, problem: Problem): void {
    if (!this.#states.has(path)) this.#states.set(path, problem);
  }

  addAll(others: ValidationErrors): void {
    for (const [path, message] of others.#fields) this.addInvalidField(path, message);
    for (const [path, problem] of others.#states) this.addProblem(path, problem);
  }

  /** Whether something is said of the field or of what is in it. */
  has(field: string): boolean {
    return [...this.#fields.keys(), ...this.#states.keys()].some((path) => path === field || path.startsWith(`${field}.`));
  }

  /** Throws all invalid fields as one Problem; else the first of the others; else nothing. */
  throwIfAny(): void {
    const [field] = this.#fields;
    if (field) throw new Problem('invalid', field.join(': '), { errors: Object.fromEntries(this.#fields) });
    const [state] = this.#states.values();
    if (state?.code !== 'unknownLocale') {
      if (state) throw state;
      return;
    }
    const { conflictType, context } = state.json;
    throw new Problem('unknownLocale', state.message, {
      errors: this.#sayAll(({ code }) => code === 'unknownLocale'),
      ...pickDefinedDetails({ conflictType, context }),
    });
  }

  /** For whole records: throws one Problem with every fault by its path, whatever its status would be alone. */
  throwCombined(): void {
    if (this.count === 0) return;
    const errors = { ...Object.fromEntries(this.#fields), ...this.#sayAll(() => true) };
    const [first] = Object.entries(errors);
    const says = `${this.count === 1 ? 'There is a fault' : `There are ${this.count} faults; the first is`} at ${first?.join(': ')}`;
    throw new Problem(this.#states.size > 0 ? 'importIntegrity' : 'invalid', says, { errors });
  }

  #sayAll(which: (problem: Problem) => boolean): Record<string, string> {
    const said = [...this.#states].filter(([, problem]) => which(problem));
    return Object.fromEntries(said.map(([path, problem]) => [path, problem.message]));
  }
}

type ProblemDetails = { conflictType?: ConflictType | undefined; context?: Record<string, string> | undefined };
const pickDefinedDetails = ({ conflictType, context }: ProblemDetails) => ({
  ...(conflictType ? { conflictType } : {}),
  ...(context ? { context } : {}),
});
