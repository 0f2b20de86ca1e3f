/** The command was not written as it must be: exit code 2. */
import { Problem } from '../../shared/problem.ts';

export class UsageError extends Problem {
  constructor(sentence: string) {
    super('invalid', sentence);
  }
}
