/** Formats the value of any field as text for comparison. The names of other records come from the open project. */

import { getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { toReadableText } from '../../../shared/rich-text/readable-text.ts';
import { parseConditionSource } from '../../../shared/rich-text/script-source.ts';
import { findText, t } from '../../messages/translate.ts';
import { recordName } from '../names/record-names.ts';

/** `undefined` if the field or its record does not exist. */
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
  return text;
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
