import { expect } from 'vitest';
import { Problem } from '../shared/problem.ts';
import { expectEnough } from './rounds.ts';

/** Counts the random cases of which the engine accepted a fair part of the commands; with too few of them, a test would show nothing. */
export class CommandTally {
  readonly #cases: { tried: number; accepted: number }[] = [];

  startCase(): void {
    this.#cases.push({ tried: 0, accepted: 0 });
  }

  /** The result of the command, or undefined if the engine rejects it. A fault of the engine itself is thrown. */
  attempt<Result>(send: () => Result): Result | undefined {
    const current = this.#cases.at(-1) ?? expect.fail('No case has started.');
    current.tried++;
    try {
      const result = send();
      current.accepted++;
      return result;
    } catch (error) {
      if (error instanceof Problem && error.code !== 'internal' && error.code !== 'store') return undefined;
      throw error;
    }
  }

  expectEnough(): void {
    expectEnough(this.#cases.filter(({ tried, accepted }) => tried > 0 && accepted / tried >= 0.3).length, this.#cases.length, 0.5);
  }
}
