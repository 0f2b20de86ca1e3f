/** How far each language is, and which rows a translator asks for. Pure. */
import type { LocalizedText } from '../../shared/kinds/fields.ts';
import type { Locale } from '../../shared/kinds/project.ts';
import type { Project } from '../../shared/project.ts';
import { stateOf, type TextRow, textOfRow, wordsOfCell } from './text-rows.ts';

export interface Progress {
  readonly iso: string;
  readonly done: number;
  readonly all: number;
}

/** A text that is the same in both languages counts as done: names often are. */
export function progressOf(project: Project, rows: readonly TextRow[]): Progress[] {
  const { locales } = project.root;
  const done = new Map(locales.map(({ iso }) => [iso, 0]));
  for (const row of rows) {
    const text = textOfRow(project, row);
    for (const { iso } of locales) if (text[iso]?.text) done.set(iso, (done.get(iso) ?? 0) + 1);
  }
  return locales.map(({ iso }) => ({ iso, done: done.get(iso) ?? 0, all: rows.length }));
}

export interface Wanted {
  readonly show: 'all' | 'missing' | 'same' | 'open';
  /** A board, `components`, or everything. */
  readonly where: string | null;
  readonly words: string;
  readonly missingFirst: boolean;
  /** The languages that are looked at. */
  readonly isos: readonly string[];
}

export const COMPONENTS = 'components';

export function wantedRows(project: Project, rows: readonly TextRow[], wanted: Wanted): TextRow[] {
  const { locales } = project.root;
  const looked = locales.filter(({ iso }) => wanted.isos.includes(iso));
  const words = wanted.words.trim().toLowerCase();
  const fitting = rows.filter((row) => {
    if (wanted.where !== null && (wanted.where === COMPONENTS ? row.boardId !== null : row.boardId !== wanted.where)) return false;
    const text = textOfRow(project, row);
    return fits(project, row, text, wanted.show, looked, locales) && (words === '' || says(row, text, looked, words));
  });
  if (!wanted.missingFirst) return fitting;
  const lacks = new Set(fitting.filter((row) => isMissing(textOfRow(project, row), looked)));
  return [...lacks, ...fitting.filter((row) => !lacks.has(row))];
}

function fits(
  project: Project,
  row: TextRow,
  text: LocalizedText,
  show: Wanted['show'],
  looked: readonly Locale[],
  locales: readonly Locale[],
): boolean {
  if (show === 'all') return true;
  if (show === 'missing') return isMissing(text, looked);
  if (show === 'same') return looked.some((locale) => stateOf(text, locale, locales) === 'same');
  const status = project.find(row.kind, row.id)?.status;
  return looked.some(({ iso, base }) => base !== null && status?.[iso] !== 'final');
}

const isMissing = (text: LocalizedText, looked: readonly Locale[]): boolean => looked.some(({ iso }) => !text[iso]?.text);
const says = (row: TextRow, text: LocalizedText, looked: readonly Locale[], words: string): boolean =>
  looked.some(({ iso }) =>
    wordsOfCell(row, text[iso]?.text ?? null)
      .toLowerCase()
      .includes(words),
  );
