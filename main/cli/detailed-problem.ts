/** A Problem with its own text for people instead of a list of its faults. `--json` prints the faults. */
import { Problem } from '../../shared/problem.ts';

export class DetailedProblem extends Problem {
  /** The text below the sentence of the Problem. */
  readonly details: string;

  constructor(problem: Problem, details: string) {
    const { context, conflictType } = problem.json;
    super(problem.code, problem.text, {
      errors: problem.faultsByPath,
      cause: problem,
      ...(context && { context }),
      ...(conflictType && { conflictType }),
    });
    this.details = details;
  }
}
