/** Formats a value from a conflict or a sync report as text: a field, a whole record, or several records. */
import { type AnyRecord, fieldsMergedWith, getKind, isKindName, type KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { diffRecords, formatRecordValue, recordDisplayName } from '../../records/diff/diff-records.ts';

interface ValueContext {
  readonly kind: KindName | null;
  readonly field: string | null;
}

/** Returns '' for an empty value. */
export function formatConflictValue(project: Project, { kind, field }: ValueContext, value: unknown): string {
  // A conflict about a whole record may refer to another record by its id.
  if (field === null && typeof value === 'string' && project.has(value)) return recordDisplayName(project, value);
  if (isRecord(value)) return formatRecord(project, value);
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord))
    return value.map((each) => formatRecord(project, each)).join('\n\n');
  const fields = kind && field !== null ? fieldsMergedWith(kind, field) : [];
  if (kind && fields.length > 1 && Array.isArray(value))
    return fields.map((each, at) => formatRecordValue(project, kind, each, value[at])).join('\n');
  return formatRecordValue(project, kind ?? 'element', field ?? 'content', value);
}

const formatRecord = (project: Project, record: AnyRecord): string =>
  diffRecords(project, null, record)
    .filter(({ after }) => after !== '')
    .map(({ label, after }) => `${label}: ${after}`)
    .join('\n');

const isRecord = (value: unknown): value is AnyRecord =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  'id' in value &&
  typeof value.kind === 'string' &&
  isKindName(value.kind);

/** The editor for a field, for formatted or plain text; null if it cannot be edited. */
export function editorForField({ kind, field }: { readonly kind: KindName; readonly field: string | null }): 'rich' | 'plain' | null {
  if (field === null) return null;
  const { format, isTypedValue = false } = getKind(kind).texts[field] ?? {};
  return (format === 'rich' || format === 'note') && !isTypedValue ? 'rich' : 'plain';
}
