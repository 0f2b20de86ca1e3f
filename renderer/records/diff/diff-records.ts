/** The differences between two states of a record, by field and language, as text. Pure. */

import { jsonEquals } from '../../../shared/model/change-set.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { localeNameOf } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { findText, t } from '../../messages/translate.ts';
import { projectLocales } from '../names/story-languages.ts';
import { formatRecordValue } from './format-value.ts';

export interface FieldDifference {
  /** Identifies the field and language. */
  readonly key: string;
  readonly label: string;
  /** '' if there is no value. */
  readonly before: string;
  readonly after: string;
  /** Both texts read the same but differ in formatting; then `before` and `after` contain the stored texts. */
  readonly source: { readonly before: string; readonly after: string } | null;
}

const hiddenFields: ReadonlySet<string> = new Set(['kind', 'id', 'rank', 'outputRank', 'extra', 'roots']);

/** `before` or `after` is null if the record did not exist. */
export function diffRecords(project: Project, before: AnyRecord | null, after: AnyRecord | null): FieldDifference[] {
  const kind = (after ?? before)?.kind;
  if (!kind) return [];
  // Texts are what users look for, so they come before positions and sizes.
  const { fields: definitions, texts } = getKind(kind);
  const fields = [...Object.keys(definitions), 'extra'].sort((one, two) => Number(two in texts) - Number(one in texts));
  const found = fields.flatMap((field) => diffField(project, kind, field, before?.[field], after?.[field]));
  const moved = before && after && (before.rank !== after.rank || before.outputRank !== after.outputRank);
  return moved ? [...found, { key: 'place', label: t('fields.place'), before: '', after: '', source: null }] : found;
}

function diffField(project: Project, kind: KindName, field: string, before: unknown, after: unknown): FieldDifference[] {
  if (jsonEquals(before, after)) return [];
  const isByKey = field === 'extra' || getKind(kind).texts[field]?.localized === true;
  if (!isByKey)
    return hiddenFields.has(field) ? [] : diffValue(project, kind, field, field, localizedFieldLabel(kind, field), before, after);
  const [one, two] = [toPlainObject(before), toPlainObject(after)];
  return [...new Set([...Object.keys(one), ...Object.keys(two)])]
    .filter((key) => !jsonEquals(one[key], two[key]))
    .flatMap((key) =>
      diffValue(
        project,
        kind,
        field,
        `${field}/${key}`,
        localizedFieldLabel(kind, field, key, project),
        localizedValue(one[key]),
        localizedValue(two[key]),
      ),
    );
}

function diffValue(project: Project, kind: KindName, field: string, key: string, label: string, a: unknown, b: unknown): FieldDifference[] {
  const [before, after] = [formatRecordValue(project, kind, field, a), formatRecordValue(project, kind, field, b)];
  const isHidden = before === after && typeof a === 'string' && typeof b === 'string';
  if (before === after && !isHidden) return [];
  return [{ key, label, before, after, source: isHidden ? { before: a, after: b } : null }];
}

const toPlainObject = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {});
const localizedValue = (value: unknown): unknown => (typeof value === 'object' && value !== null && 'text' in value ? value.text : value);

/** The label of a field, with the language if the project has several. Unknown fields are labelled with their name. */
export function localizedFieldLabel(kind: KindName, field: string, key?: string, project?: Project): string {
  const label = (field === 'extra' ? key : findText(`fields.${getKind(kind).facets[field]?.label ?? field}`)) ?? field;
  if (field === 'extra' || key === undefined || !project) return label;
  const locales = projectLocales(project);
  if (locales.length < 2 && locales[0]?.iso === key) return label;
  return t('common.inLanguage', { field: label, language: localeNameOf(locales, key) });
}
