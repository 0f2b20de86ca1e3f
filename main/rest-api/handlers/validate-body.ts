/** Validates a body against the schema of its row ([Common conventions]: unknown properties are refused, not ignored). Collects all errors. */

import type { Route } from '../../../shared/contracts/rest/routes/route.ts';
import { listSchemaIssues } from '../../../shared/contracts/schema-issues.ts';
import { Problem } from '../../../shared/problem.ts';
import { expandPathKeys } from './path-style-keys.ts';

export interface ValidatedBody {
  /** The body with path-style keys folded, whether or not it is valid. */
  readonly body: Record<string, unknown>;
  readonly errors: Record<string, string>;
}

export function validateBody(given: Record<string, unknown>, route: Route, mainLocale: () => string): ValidatedBody {
  const { body, errors } = route.pathKeys ? expandPathKeys(given, route, mainLocale()) : { body: given, errors: {} };
  if (!route.body) {
    const unknown = Object.keys(body).map((key): [string, string] => [key, 'is not known here']);
    return { body, errors: Object.fromEntries([...unknown, ...Object.entries(errors)]) };
  }
  const read = route.body.safeParse(body);
  if (read.success) return { body: read.data, errors };
  // A path-style key counts as a field, even an invalid one: the body is not empty.
  const said = listSchemaIssues(read.error, 'body').filter(([path]) => path !== 'body' || Object.keys(errors).length === 0);
  return { body, errors: { ...Object.fromEntries(said), ...errors } };
}

/** One Problem with the errors of all fields. */
export function invalidBodyProblem(errors: Record<string, string>): Problem {
  const [first] = Object.entries(errors);
  return new Problem('invalid', first ? first.join(': ') : 'The request is not valid.', { errors });
}
