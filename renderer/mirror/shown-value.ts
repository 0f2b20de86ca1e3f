/** A value of a question or a report as text: that of a field, of a whole record, or of several. */
import type { AnyRecord, KindName } from '../../shared/kinds/all.ts';
import { isKindName, kindNamed } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { differences } from '../history/differences.ts';
import { nameOfAny, valueInWords } from '../history/value-words.ts';

export interface AboutValue {
  readonly kind: KindName | null;
  readonly field: string | null;
}

/** '' where there is nothing. */
export function shownValue(project: Project, { kind, field }: AboutValue, value: unknown): string {
  // A question about a whole record may name another one by its id.
  if (field === null && typeof value === 'string' && project.has(value)) return nameOfAny(project, value);
  if (isRecord(value)) return recordInWords(project, value);
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord))
    return value.map((each) => recordInWords(project, each)).join('\n\n');
  return valueInWords(project, kind ?? 'element', field ?? 'content', value);
}

const recordInWords = (project: Project, record: AnyRecord): string =>
  differences(project, null, record)
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
export function editorFor({ kind, field }: { readonly kind: KindName; readonly field: string | null }): 'api' | 'note' | 'plain' | null {
  if (field === null) return null;
  const holds = kindNamed(kind).texts[field]?.holds;
  if (holds === 'note') return 'note';
  return holds === 'rich' && kind !== 'attribute' ? 'api' : 'plain';
}
