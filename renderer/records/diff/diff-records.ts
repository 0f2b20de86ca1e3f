/** The differences between two states of a record, by field and language, as text. Pure. */
import { jsonEquals } from '../../../shared/model/change-set.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { localeNameOf, projectRecordId } from '../../../shared/model/kinds/project.ts';
import { hasSamePosition } from '../../../shared/model/kinds/record-envelope.ts';
import type { Project } from '../../../shared/model/project.ts';
import { toReadableText } from '../../../shared/rich-text/plain-text.ts';
import { parseConditionSource } from '../../../shared/rich-text/script-source.ts';
import { findText, t } from '../../messages/translate.ts';
import { choiceLabel } from '../names/choice-labels.ts';
import { recordName } from '../names/record-names.ts';
import { projectLocales } from '../names/story-languages.ts';

export interface FieldDifference {
  /** Identifies the field and language. */
  readonly key: string;
  readonly label: string;
  /** The language of both texts; null for what is in none. */
  readonly lang: string | null;
  /** '' if there is no value. */
  readonly before: string;
  readonly after: string;
  /** Both texts read the same but differ in formatting; then `before` and `after` contain the stored texts. */
  readonly source: { readonly before: string; readonly after: string } | null;
}

/** `before` or `after` is null if the record did not exist. */
export function diffRecords(project: Project, before: AnyRecord | null, after: AnyRecord | null): FieldDifference[] {
  const kind = (after ?? before)?.kind;
  if (!kind) return [];
  // Texts are what users look for, so they come before positions and sizes.
  const { fields: definitions, texts } = getKind(kind);
  const fields = [...Object.keys(definitions), 'extra'].sort((one, two) => Number(two in texts) - Number(one in texts));
  const found = fields.flatMap((field) => diffField(project, kind, field, before?.[field], after?.[field]));
  const moved = before && after && !hasSamePosition(before, after);
  return moved ? [...found, { key: 'place', label: t('fields.place'), lang: null, before: '', after: '', source: null }] : found;
}

function diffField(project: Project, kind: KindName, field: string, before: unknown, after: unknown): FieldDifference[] {
  if (jsonEquals(before, after)) return [];
  const isByKey = field === 'extra' || getKind(kind).texts[field]?.localized === true;
  // The ids of the roots are no value that a person reads.
  if (!isByKey) return field === 'roots' ? [] : diffValue(project, kind, field, field, localizedFieldLabel(kind, field), before, after);
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
      ).map((difference) => (field === 'extra' ? difference : { ...difference, lang: key })),
    );
}

function diffValue(project: Project, kind: KindName, field: string, key: string, label: string, a: unknown, b: unknown): FieldDifference[] {
  const [before, after] = [formatRecordValue(project, kind, field, a), formatRecordValue(project, kind, field, b)];
  const isHidden = before === after && typeof a === 'string' && typeof b === 'string';
  if (before === after && !isHidden) return [];
  return [{ key, label, lang: null, before, after, source: isHidden ? { before: a, after: b } : null }];
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

/**
 * The value of any field as text for comparison; `undefined` if the field or its record does not exist. The names of other records come from the
 * open project.
 */
export function formatRecordValue(project: Project, kind: KindName, field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'string') return formatText(project, kind, field, value);
  if (typeof value === 'boolean') return value ? t('history.yes') : t('history.no');
  if (typeof value === 'number') return String(Math.round(value * 1000) / 1000);
  if (Array.isArray(value)) return value.map((each) => formatEntry(project, kind, field, each)).join('\n');
  return formatObject(project, kind, field, value);
}

function formatText(project: Project, kind: KindName, field: string, text: string): string {
  const holds = getKind(kind).texts[field]?.format;
  if (holds === 'rich' || holds === 'note') return toReadableText(text);
  if (holds === 'script') return parseConditionSource(text).text;
  if (holds === undefined && isReferenceField(kind, field)) return recordDisplayName(project, text);
  return holds === undefined ? choiceLabel(kind, field, text) : text;
}

const isReferenceField = (kind: KindName, field: string): boolean =>
  Object.keys(getKind(kind).references).some((path) => path === field || path.endsWith(`.${field}`) || path.endsWith(`[].${field}`));

/** The name of any record, also of those that boards do not show. A deleted record is represented by its id, a root folder by a general name. */
export function recordDisplayName(project: Project, id: string): string {
  if (Object.values(project.find('project', projectRecordId)?.roots ?? {}).includes(id)) return t('history.topLevel');
  const name: unknown = project.get(id)?.name;
  return recordName(project, id) || (typeof name === 'string' ? name : '') || (project.has(id) ? t('history.withoutName') : id);
}

/** Entries of a list of components or assets are formatted as the names of their targets. */
function formatEntry(project: Project, kind: KindName, field: string, entry: unknown): string {
  const isNamed = kind === 'attribute' && typeof entry === 'object' && entry !== null && !('data' in entry);
  const named = isNamed ? Object.entries(entry).find(([key]) => key !== 'id') : undefined;
  return named ? formatRecordValue(project, kind, named[0], named[1]) : formatRecordValue(project, kind, field, entry);
}

/** An attribute's value is formatted as its data, any other object field by field, with languages and ids replaced by names. */
function formatObject(project: Project, kind: KindName, field: string, value: object): string {
  const entries = Object.entries(value);
  if (field === 'status') {
    const locales = projectLocales(project);
    return entries.map(([iso, status]) => `${localeNameOf(locales, iso)}: ${choiceLabel(kind, field, String(status))}`).join('\n');
  }
  const data = entries.find(([key]) => key === 'data');
  if (kind === 'attribute' && data) return formatRecordValue(project, kind, field, data[1]);
  return entries
    .filter(([, inner]) => inner !== null && inner !== undefined)
    .map(([key, inner]) => {
      const named = key.split('/', 1)[0] ?? key;
      const text =
        typeof inner === 'string' && project.has(inner)
          ? recordDisplayName(project, inner)
          : formatRecordValue(project, kind, named, inner);
      return `${findText(`fields.${named}`) ?? key}: ${text}`;
    })
    .join('\n');
}
