/** Returns the parsed value, or throws a 400 with every fault by its field path, including those in `more`. */
import type { z } from 'zod';
import { parseWithFaults } from '../../shared/contracts/schema-issues.ts';
import { type FieldErrors, invalidInputProblem } from '../../shared/problem.ts';

export function parseWithSchema<S extends z.ZodType>(schema: S, value: unknown, more: FieldErrors = {}): z.output<S> {
  const parsed = parseWithFaults(schema, value);
  const faults = { ...(parsed.success ? {} : Object.fromEntries(parsed.faults)), ...more };
  if (!parsed.success || Object.keys(faults).length > 0) throw invalidInputProblem(faults);
  return parsed.data;
}
