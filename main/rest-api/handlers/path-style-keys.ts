/** Path-style keys of localized fields (`title.de`, `content/fr/text`), folded into the map form ([Elements] path-style localized keys). */
import type { Route } from '../../../shared/contracts/rest/routes/route.ts';

interface ExpandedBody {
  readonly body: Record<string, unknown>;
  readonly errors: Record<string, string>;
}

/** Other keys stay as they are, and the schema checks them. Setting a language twice is an error. */
export function expandPathKeys(body: Record<string, unknown>, { pathKeys }: Pick<Route, 'pathKeys'>, mainLocale: string): ExpandedBody {
  const errors: Record<string, string> = {};
  if (!pathKeys) return { body, errors };
  const kept: [string, unknown][] = [];
  const folded: { key: string; field: string; locale: string; text: unknown }[] = [];
  for (const [key, value] of Object.entries(body)) {
    const [field, locale] = Object.hasOwn(body, key) ? splitPathKey(key, pathKeys) : [];
    if (field === undefined || locale === undefined) kept.push([key, value]);
    else if (value !== null && typeof value !== 'string') errors[key] = 'must be text or null';
    else folded.push({ key, field, locale, text: value });
  }
  const given = new Map(kept);
  const maps = new Map<string, Map<string, unknown> | undefined>();
  for (const { key, field, locale, text } of folded) {
    const map = maps.has(field) ? maps.get(field) : toLocaleMap(given.get(field), mainLocale);
    maps.set(field, map);
    if (!map) continue;
    if (map.has(locale)) errors[key] = `gives the language ${locale} twice`;
    map.set(locale, text);
  }
  for (const [field, map] of maps) if (map) given.set(field, Object.fromEntries(map));
  return { body: Object.fromEntries(given), errors };
}

type PathStyleFields = NonNullable<Route['pathKeys']>;

function splitPathKey(key: string, { fields, forms }: PathStyleFields): [field?: string, locale?: string] {
  const separator = key.includes('/') ? '/' : '.';
  if (forms === 'slashes' && separator === '.') return [];
  const [field = '', locale, text, ...more] = key.split(separator);
  if (!fields.includes(field) || !locale || more.length > 0) return [];
  if (text !== undefined ? text !== 'text' : forms === 'slashes') return [];
  return [field, locale];
}

/** The texts of the field itself, by language; undefined where the value is no localized content (the schema reports it). */
function toLocaleMap(value: unknown, mainLocale: string): Map<string, unknown> | undefined {
  if (value === undefined) return new Map();
  if (value === null || typeof value === 'string') return new Map([[mainLocale, value]]);
  return typeof value === 'object' && !Array.isArray(value) ? new Map(Object.entries(value)) : undefined;
}
