/** Whether a body has the shape of its row ([Common conventions]: unknown properties are refused, not ignored). Collects all faults at once. */
import { Problem } from '../../shared/problem.ts';
import type { Route } from '../../shared/routes/route.ts';
import { issuesOf } from '../../shared/schema-issues.ts';
import { foldPathKeys } from './path-keys.ts';

export interface Shaped {
  /** The body with path-style keys folded, whether or not it is sound. */
  readonly body: Record<string, unknown>;
  readonly errors: Record<string, string>;
}

export function shapeOf(given: Record<string, unknown>, route: Route, mainLocale: () => string): Shaped {
  const { body, errors } = route.paths ? foldPathKeys(given, route, mainLocale()) : { body: given, errors: {} };
  if (!route.body) {
    const unknown = Object.keys(body).map((key): [string, string] => [key, 'is not known here']);
    return { body, errors: Object.fromEntries([...unknown, ...Object.entries(errors)]) };
  }
  const read = route.body.safeParse(body);
  if (read.success) return { body: read.data, errors };
  // Where a path-style key is at fault, the body has a field and lacks none.
  const said = issuesOf(read.error, 'body').filter(([path]) => path !== 'body' || Object.keys(errors).length === 0);
  return { body, errors: { ...Object.fromEntries(said), ...errors } };
}

/** One Problem for everything that is said of the fields. */
export function refusal(errors: Record<string, string>): Problem {
  const [first] = Object.entries(errors);
  return new Problem('invalid', first ? first.join(': ') : 'The request is not valid.', { errors });
}
