/** How far each language is, and which rows a translator asks for. Row by row, so that a large story can be gone through in slices. Pure. */
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
export function progressCounter(project: Project): { add(row: TextRow): void; read(): Progress[] } {
  const isos = project.root.locales.map(({ iso }) => iso);
  const done = isos.map(() => 0);
  let all = 0;
  return {
    add(row) {
      const text = textOfRow(project, row);
      all++;
      for (const [at, iso] of isos.entries()) if (text[iso]?.text) done[at] = (done[at] ?? 0) + 1;
    },
    read: () => isos.map((iso, at) => ({ iso, done: done[at] ?? 0, all })),
  };
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

/** Whether a row is asked for, and whether it comes first. */
export function rowFilter(project: Project, wanted: Wanted): (row: TextRow) => 'no' | 'first' | 'yes' {
  const { locales } = project.root;
  const looked = locales.filter(({ iso }) => wanted.isos.includes(iso));
  const words = wanted.words.trim().toLowerCase();
  return (row) => {
    if (wanted.where !== null && (wanted.where === COMPONENTS ? row.boardId !== null : row.boardId !== wanted.where)) return 'no';
    const text = textOfRow(project, row);
    if (words !== '' && !says(row, text, looked, words)) return 'no';
    if (!fits(project, row, text, wanted.show, looked, locales)) return 'no';
    return wanted.missingFirst && isMissing(text, looked) ? 'first' : 'yes';
  };
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

/** What is stored is looked through first: to read it without its markup takes much longer. A word that markup divides is not found. */
function says(row: TextRow, text: LocalizedText, looked: readonly Locale[], words: string): boolean {
  const [token = ''] = words.split(/[\s&<>"]+/).sort((one, two) => two.length - one.length);
  return looked.some(({ iso }) => {
    const html = text[iso]?.text ?? '';
    return html.toLowerCase().includes(token) && wordsOfCell(row, html).toLowerCase().includes(words);
  });
}
