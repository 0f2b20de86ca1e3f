/** What differs between two states of one record, field by field and language by language, as words. Pure. */
import { same } from '../../shared/changes.ts';
import { type AnyRecord, type KindName, kindNamed } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { localesOf } from '../state/use-words.ts';
import { historyWords } from '../words/en/history.ts';
import { valueInWords } from './value-words.ts';

export interface Difference {
  /** The same for the same field and language. */
  readonly key: string;
  readonly label: string;
  /** '' where there is nothing. */
  readonly before: string;
  readonly after: string;
  /** Both say the same words in another form: then these are the texts as they are stored. */
  readonly source: { readonly before: string; readonly after: string } | null;
}

const noWords: ReadonlySet<string> = new Set(['kind', 'id', 'rank', 'outputRank', 'extra', 'roots']);

/** `before` or `after` is null where the record was not there. */
export function differences(project: Project, before: AnyRecord | null, after: AnyRecord | null): Difference[] {
  const kind = (after ?? before)?.kind;
  if (!kind) return [];
  // Words are what one looks for: they come before places and sizes.
  const { fields: known, texts } = kindNamed(kind);
  const fields = [...Object.keys(known), 'extra'].sort((one, two) => Number(two in texts) - Number(one in texts));
  const found = fields.flatMap((field) => inField(project, kind, field, before?.[field], after?.[field]));
  const moved = before && after && (before.rank !== after.rank || before.outputRank !== after.outputRank);
  return moved ? [...found, { key: 'place', label: historyWords.fields.place, before: '', after: '', source: null }] : found;
}

function inField(project: Project, kind: KindName, field: string, before: unknown, after: unknown): Difference[] {
  if (same(before, after)) return [];
  const isByKey = field === 'extra' || kindNamed(kind).texts[field]?.localized === true;
  if (!isByKey) return noWords.has(field) ? [] : inWords(project, kind, field, field, labelOf(field), before, after);
  const [one, two] = [mapOf(before), mapOf(after)];
  return [...new Set([...Object.keys(one), ...Object.keys(two)])]
    .filter((key) => !same(one[key], two[key]))
    .flatMap((key) => inWords(project, kind, field, `${field}/${key}`, labelOf(field, key, project), textIn(one[key]), textIn(two[key])));
}

function inWords(project: Project, kind: KindName, field: string, key: string, label: string, a: unknown, b: unknown): Difference[] {
  const [before, after] = [valueInWords(project, kind, field, a), valueInWords(project, kind, field, b)];
  const isHidden = before === after && typeof a === 'string' && typeof b === 'string';
  if (before === after && !isHidden) return [];
  return [{ key, label, before, after, source: isHidden ? { before: a, after: b } : null }];
}

const mapOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {});
const textIn = (value: unknown): unknown => (typeof value === 'object' && value !== null && 'text' in value ? value.text : value);

/** A field's name for a reader; a field that we do not know goes by its own. The language is told where there are several. */
export function labelOf(field: string, key?: string, project?: Project): string {
  const known: Readonly<Record<string, string>> = historyWords.fields;
  const label = (field === 'extra' ? key : known[field]) ?? field;
  if (field === 'extra' || key === undefined || !project) return label;
  const locales = localesOf(project);
  if (locales.length < 2 && locales[0]?.iso === key) return label;
  return historyWords.inLanguage(label, locales.find(({ iso }) => iso === key)?.name ?? key);
}
