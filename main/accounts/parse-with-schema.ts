/** A value as its schema has it, or a 400 that says every fault by its field path, `more` among them. */
import type { z } from 'zod';
import { listSchemaIssues } from '../../shared/contracts/schema-issues.ts';
import { Problem } from '../../shared/problem.ts';

export function parseWithSchema<S extends z.ZodType>(schema: S, value: unknown, more: Record<string, string> = {}): z.output<S> {
  const { success, data, error } = schema.safeParse(value);
  const errors = { ...(success ? {} : Object.fromEntries(listSchemaIssues(error))), ...more };
  const faults = Object.entries(errors).map(([path, message]) => `${path}: ${message}`);
  if (!success || faults.length > 0) throw new Problem('invalid', `${faults.join('; ')}.`, { errors });
  return data;
}
