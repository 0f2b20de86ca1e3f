/** What a create or change gives, made into what a record stores. */
import type { AnyKind, AnyRecord } from '../../../shared/kinds/all.ts';
import type { LocalizedText } from '../../../shared/kinds/fields.ts';
import { issuesOf } from '../../../shared/schema-issues.ts';
import type { Faults } from '../faults.ts';
import { storedValue } from './attribute-value.ts';
import type { Context } from './context.ts';
import { storedCover } from './cover.ts';
import { readText, writeLocalized } from './texts.ts';

type Fields = Record<string, unknown>;

/** The fields of `given` in stored form. `before` is the record a change starts from. Unknown fields stay: the schema refuses them by name. */
export function storedFields(kind: AnyKind, given: Fields, before: AnyRecord | undefined, { stage, origin, faults }: Context): Fields {
  const stored: Fields = { ...given };
  const locales = stage.find('project', 'project')?.locales.map(({ iso }) => iso) ?? [];
  for (const [field, rule] of Object.entries(kind.texts)) {
    const value = given[field];
    if (value === undefined || kind.kind === 'attribute') continue;
    if (rule.localized) {
      const now = (before?.[field] ?? {}) as LocalizedText;
      stored[field] = writeLocalized({ value, now, rule, origin, path: field, locales, main: stage.project.mainLocale }, faults);
    } else if (!(rule.holds === 'plain' && value === null)) stored[field] = readText(value, rule, origin, field, faults);
  }
  if (given.cover !== undefined && (kind.kind === 'element' || kind.kind === 'component'))
    stored.cover = storedCover(kind.kind, given.cover, stage, faults);
  if (kind.kind === 'attribute' && given.value !== undefined) stored.value = storedValue(given.value, before, origin, faults);
  return stored;
}

/** What is there of `fields`: one that is undefined counts as not given. */
export const givenFields = (fields: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * Adds what the kind's schema and its rules have against the fields of a whole record. Of a field that something is said
 * of already nothing more is said; the rules then see what `sound` has in its place (the defaults, or the record before).
 */
export function shapeFaults(kind: AnyKind, fields: Fields, sound: Fields, faults: Faults): void {
  const read = kind.whole.safeParse(fields);
  const issues = read.success ? [] : issuesOf(read.error).filter(([path]) => !faults.has(topOf(path)));
  for (const [path, message] of issues) faults.wrong(path, message);
  if (!faults.hasInvalidFields) return;
  const known = Object.fromEntries(Object.keys(kind.fields).map((field) => [field, faults.has(field) ? sound[field] : fields[field]]));
  const parsed = kind.whole.safeParse(known);
  if (!parsed.success) return;
  for (const rule of kind.rules)
    for (const [path, message] of Object.entries(rule(parsed.data as never) ?? {}))
      if (!faults.has(topOf(path))) faults.wrong(path, message);
}

const topOf = (path: string): string => path.split('.')[0] ?? path;
