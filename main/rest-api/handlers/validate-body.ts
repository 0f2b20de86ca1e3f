/**
 * Validates a body against the schema of its route ([Common conventions]: unknown properties are rejected, not ignored). Collects all
 * errors.
 */

import type { Route } from '../../../shared/contracts/rest/routes/route.ts';
import { parseWithFaults } from '../../../shared/contracts/schema-issues.ts';
import { type Message, message } from '../../../shared/messages/message.ts';

interface ValidatedBody {
  /** The body with path-style keys merged into their fields, whether or not it is valid. */
  readonly body: Record<string, unknown>;
  readonly errors: Record<string, Message>;
}

export function validateBody(received: Record<string, unknown>, route: Route, mainLocale: () => string): ValidatedBody {
  const { body, errors } = route.pathKeys ? expandPathKeys(received, route, mainLocale()) : { body: received, errors: {} };
  if (!route.body) {
    const unknown = Object.keys(body).map((key): [string, Message] => [key, message('fault.unknownField')]);
    return { body, errors: Object.fromEntries([...unknown, ...Object.entries(errors)]) };
  }
  const read = parseWithFaults(route.body, body, 'body');
  if (read.success) return { body: read.data, errors };
  // A path-style key counts as a field even if it is invalid, so the body is not empty.
  const found = read.faults.filter(([path]) => path !== 'body' || Object.keys(errors).length === 0);
  return { body, errors: { ...Object.fromEntries(found), ...errors } };
}

interface ExpandedBody {
  readonly body: Record<string, unknown>;
  readonly errors: Record<string, Message>;
}

/** Merges path-style keys into their fields. Other keys are left to the schema. Setting a language twice is an error. */
function expandPathKeys(body: Record<string, unknown>, { pathKeys }: Pick<Route, 'pathKeys'>, mainLocale: string): ExpandedBody {
  const errors: Record<string, Message> = {};
  if (!pathKeys) return { body, errors };
  const plainEntries: [string, unknown][] = [];
  const folded: { key: string; field: string; locale: string; text: unknown }[] = [];
  for (const [key, value] of Object.entries(body)) {
    const [field, locale] = Object.hasOwn(body, key) ? splitPathKey(key, pathKeys) : [];
    if (field === undefined || locale === undefined) plainEntries.push([key, value]);
    else if (value !== null && typeof value !== 'string') errors[key] = message('fault.body.textOrNull');
    else folded.push({ key, field, locale, text: value });
  }
  const fields = new Map(plainEntries);
  const maps = new Map<string, Map<string, unknown> | undefined>();
  for (const { key, field, locale, text } of folded) {
    const map = maps.has(field) ? maps.get(field) : toLocaleMap(fields.get(field), mainLocale);
    maps.set(field, map);
    if (!map) continue;
    if (map.has(locale)) errors[key] = message('fault.body.duplicateLanguage', { locale });
    map.set(locale, text);
  }
  for (const [field, map] of maps) if (map) fields.set(field, Object.fromEntries(map));
  return { body: Object.fromEntries(fields), errors };
}

type PathStyleFields = NonNullable<Route['pathKeys']>;

function splitPathKey(key: string, { fields, notation }: PathStyleFields): [field?: string, locale?: string] {
  const separator = key.includes('/') ? '/' : '.';
  if (notation === 'slashes' && separator === '.') return [];
  const [field = '', locale, text, ...more] = key.split(separator);
  if (!fields.includes(field) || !locale || more.length > 0) return [];
  if (text !== undefined ? text !== 'text' : notation === 'slashes') return [];
  return [field, locale];
}

/** The texts of the field itself, by language; undefined if the value is not localized content, which the schema reports. */
function toLocaleMap(value: unknown, mainLocale: string): Map<string, unknown> | undefined {
  if (value === undefined) return new Map();
  if (value === null || typeof value === 'string') return new Map([[mainLocale, value]]);
  return typeof value === 'object' && !Array.isArray(value) ? new Map(Object.entries(value)) : undefined;
}
