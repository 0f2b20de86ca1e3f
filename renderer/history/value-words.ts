/** The value of any field as text that a writer can read and compare. Names of other records come from the project that is open. */
import { type KindName, kindNamed } from '../../shared/kinds/all.ts';
import { PROJECT } from '../../shared/kinds/project.ts';
import type { Project } from '../../shared/project.ts';
import { codeOfCondition } from '../../shared/rich-text/code.ts';
import { nameOf } from '../state/use-words.ts';
import { historyWords } from '../words/en/history.ts';
import { readable } from './readable.ts';

/** `undefined`: the field or its record is not there. */
export function valueInWords(project: Project, kind: KindName, field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'string') return textInWords(project, kind, field, value);
  if (typeof value === 'boolean') return value ? historyWords.yes : historyWords.no;
  if (typeof value === 'number') return String(Math.round(value * 1000) / 1000);
  if (Array.isArray(value)) return value.map((each) => entryInWords(project, kind, field, each)).join('\n');
  return objectInWords(project, kind, field, value);
}

function textInWords(project: Project, kind: KindName, field: string, text: string): string {
  const holds = kindNamed(kind).texts[field]?.holds;
  if (holds === 'rich' || holds === 'note') return readable(text);
  if (holds === 'script') return codeOfCondition(text).source;
  if (holds === undefined && refersTo(kind, field)) return nameOfAny(project, text);
  return text;
}

const refersTo = (kind: KindName, field: string): boolean =>
  Object.keys(kindNamed(kind).refs).some((path) => path === field || path.endsWith(`.${field}`) || path.endsWith(`[].${field}`));

/** Also of what the board does not draw: assets, variables. What is gone is called by its id; nobody has named the folders that hold all. */
export function nameOfAny(project: Project, id: string): string {
  if (Object.values(project.find('project', PROJECT)?.roots ?? {}).includes(id)) return historyWords.topLevel;
  const name: unknown = project.at(id)?.name;
  return nameOf(project, id) || (typeof name === 'string' ? name : '') || (project.has(id) ? historyWords.withoutName : id);
}

/** Entries of a list of components or assets are what they name. */
function entryInWords(project: Project, kind: KindName, field: string, entry: unknown): string {
  const isNamed = kind === 'attribute' && typeof entry === 'object' && entry !== null && !('data' in entry);
  const named = isNamed ? Object.entries(entry).find(([key]) => key !== 'id') : undefined;
  return named ? valueInWords(project, kind, named[0], named[1]) : valueInWords(project, kind, field, entry);
}

/** An attribute's value is its data; anything else is told field by field, languages and ids by what they are called. */
function objectInWords(project: Project, kind: KindName, field: string, value: object): string {
  const entries = Object.entries(value);
  const data = entries.find(([key]) => key === 'data');
  if (kind === 'attribute' && data) return valueInWords(project, kind, field, data[1]);
  const labels: Readonly<Record<string, string>> = historyWords.fields;
  return entries
    .filter(([, inner]) => inner !== null && inner !== undefined)
    .map(([key, inner]) => {
      const named = key.split('/', 1)[0] ?? key;
      const words = typeof inner === 'string' && project.has(inner) ? nameOfAny(project, inner) : valueInWords(project, kind, named, inner);
      return `${labels[named] ?? key}: ${words}`;
    })
    .join('\n');
}
