/** Parses what arrives of a call by a table of calls, all of them or those of the desktop. */
import type { z } from 'zod';
import { message } from '../../messages/message.ts';
import { invalidInputProblem, Problem } from '../../problem.ts';
import { parseWithFaults, schemaFaultsByPath } from '../schema-issues.ts';

/** Throws a Problem `unsupported` for a name that the table does not have. */
export function parseCallName<T extends object>(calls: T, name: string): keyof T {
  // The table has the name, as the check says.
  if (Object.hasOwn(calls, name)) return name as keyof T;
  throw new Problem('unsupported', message('problem.app.unknownCall', { name: name.slice(0, 80) }));
}

/** Throws a Problem `invalid` with all errors by field path. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = parseWithFaults(schema, input, 'input');
  if (!parsed.success) throw invalidInputProblem(schemaFaultsByPath(parsed.faults));
  return parsed.data;
}
