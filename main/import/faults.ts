/** Collects everything that is wrong with a file, by path in the file, and makes one Problem of it. */
import type { z } from 'zod';
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

/** What a schema has to say against a value, in words. */
export function sayIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${typeNames[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_big') return `must ${sizeOf(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin)}`;
  if (issue.code === 'too_small' && !issue.inclusive) return `must be more than ${issue.minimum}`;
  if (issue.code === 'too_small') return `must ${sizeOf(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin)}`;
  if (issue.code === 'unrecognized_keys') return `has unknown fields: ${issue.keys.join(', ')}`;
  if (issue.code === 'invalid_union') return 'has a form that is not known here';
  return issue.message;
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const sizeOf = (origin: string): string => (origin === 'string' || origin === 'array' ? 'have' : 'be');
const unitOf = (origin: string): string => (origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '');
