/** What a create or change gives, made into what a record stores. All faults are collected before any is told. */
import type { AnyKind, AnyRecord } from '../../../shared/kinds/all.ts';
import type { LocalizedText } from '../../../shared/kinds/fields.ts';
import { Problem } from '../../../shared/problem.ts';
import { storedValue } from './attribute-value.ts';
import { storedCover } from './cover.ts';
import type { Context } from './decide.ts';
import { readText, writeLocalized } from './texts.ts';

type Fields = Record<string, unknown>;

/** The fields of `given` in stored form. `before` is the record a change starts from. Unknown fields stay: the schema refuses them by name. */
export function storedFields(kind: AnyKind, given: Fields, before: AnyRecord | undefined, { stage, origin }: Context): Fields {
  const faults: Record<string, string> = {};
  const stored: Fields = { ...given };
  const project = stage.find('project', 'project');
  const locales = project?.locales.map(({ iso }) => iso) ?? [];
  for (const [field, rule] of Object.entries(kind.texts)) {
    const value = given[field];
    if (value === undefined || kind.kind === 'attribute') continue;
    if (rule.localized) {
      const now = (before?.[field] ?? {}) as LocalizedText;
      stored[field] = writeLocalized({ value, now, rule, origin, path: field, locales, main: stage.project.mainLocale }, faults);
    } else if (!(rule.holds === 'plain' && value === null)) stored[field] = readText(value, rule, origin, field, faults);
  }
  if (given.cover !== undefined && given.cover !== null && kind.kind !== 'project')
    stored.cover = storedCover(kind.kind, given.cover, stage, faults);
  if (kind.kind === 'attribute' && given.value !== undefined) stored.value = storedValue(given.value, before, origin, faults);
  if (Object.keys(faults).length > 0) throw new Problem('invalid', Object.entries(faults)[0]?.join(': ') ?? '', { errors: faults });
  return stored;
}
