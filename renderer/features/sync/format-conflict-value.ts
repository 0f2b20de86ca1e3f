/** A value of a question or a report as text: that of a field, of a whole record, or of several. */
import type { AnyRecord, KindName } from '../../../shared/model/kinds/kinds.ts';
import { getKind, isKindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { diffRecords } from '../../records/diff/diff-records.ts';
import { formatValue, recordDisplayName } from '../../records/diff/format-value.ts';

export interface ValueContext {
  readonly kind: KindName | null;
  readonly field: string | null;
}

/** '' where there is nothing. */
export function formatConflictValue(project: Project, { kind, field }: ValueContext, value: unknown): string {
  // A question about a whole record may name another one by its id.
  if (field === null && typeof value === 'string' && project.has(value)) return recordDisplayName(project, value);
  if (isRecord(value)) return formatRecord(project, value);
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord))
    return value.map((each) => formatRecord(project, each)).join('\n\n');
  return formatValue(project, kind ?? 'element', field ?? 'content', value);
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

/** How an edited text is written: by the editor of rich texts, or as it is. null: not at all. */
export function editorForField({
  kind,
  field,
}: {
  readonly kind: KindName;
  readonly field: string | null;
}): 'api' | 'note' | 'plain' | null {
  if (field === null) return null;
  const holds = getKind(kind).texts[field]?.format;
  if (holds === 'note') return 'note';
  return holds === 'rich' && kind !== 'attribute' ? 'api' : 'plain';
}
