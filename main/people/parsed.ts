/** A value as its schema has it, or a 400 that says every fault by its field path, `more` among them. */
import type { z } from 'zod';
import { Problem } from '../../shared/problem.ts';
import { issuesOf } from '../../shared/schema-issues.ts';

export function parsed<S extends z.ZodType>(schema: S, value: unknown, more: Record<string, string> = {}): z.output<S> {
  const { success, data, error } = schema.safeParse(value);
  const errors = { ...(success ? {} : Object.fromEntries(issuesOf(error))), ...more };
  const faults = Object.entries(errors).map(([path, message]) => `${path}: ${message}`);
  if (!success || faults.length > 0) throw new Problem('invalid', `${faults.join('; ')}.`, { errors });
  return data;
}
