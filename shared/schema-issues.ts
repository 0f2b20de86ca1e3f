/** What a schema has to say against a value, in words and by field path. */
import type { z } from 'zod';

/** Every issue as field path and message; `whole` names the value itself. */
export function issuesOf(error: z.ZodError, whole = 'fields'): [path: string, message: string][] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key): [string, string] => [[...issue.path, key].join('.'), 'is not known here'])
      : [[issue.path.join('.') || whole, sayIssue(issue)]],
  );
}

export function sayIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return issue.message.endsWith('received undefined') ? 'is needed' : `must be ${typeNames[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_big') return `must ${sizeOf(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin)}`;
  if (issue.code === 'too_small' && !issue.inclusive) return `must be more than ${issue.minimum}`;
  if (issue.code === 'too_small') return `must ${sizeOf(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin)}`;
  if (issue.code === 'unrecognized_keys') return `has unknown fields: ${issue.keys.join(', ')}`;
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input') return 'has a form that is not known here';
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
