/** A Problem whose faults are shown to people in other words than as a list of paths. `--json` prints the faults. */
import { Problem } from '../../shared/problem.ts';

export class DetailedProblem extends Problem {
  /** Text below the sentence of the problem. */
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
