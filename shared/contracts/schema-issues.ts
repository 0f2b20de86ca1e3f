/** The issues of a schema as messages by field path. */
import type { z } from 'zod';

/** Every issue as field path and message; `whole` names the value itself. */
export function listSchemaIssues(error: z.ZodError, whole = 'fields'): [path: string, message: string][] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key): [string, string] => [[...issue.path, key].join('.'), 'is not known here'])
      : [[issue.path.join('.') || whole, formatSchemaIssue(issue)]],
  );
}

export function formatSchemaIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return issue.message.endsWith('received undefined') ? 'is needed' : `must be ${typeNames[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_big') return `must ${sizeVerb(issue.origin)} at most ${issue.maximum}${sizeUnit(issue.origin)}`;
  if (issue.code === 'too_small' && !issue.inclusive) return `must be more than ${issue.minimum}`;
  if (issue.code === 'too_small') return `must ${sizeVerb(issue.origin)} at least ${issue.minimum}${sizeUnit(issue.origin)}`;
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

const sizeVerb = (origin: string): string => (origin === 'string' || origin === 'array' ? 'have' : 'be');
const sizeUnit = (origin: string): string => (origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '');
