/** How far each language is, and which rows a translator asks for. Row by row, so that a large story can be gone through in slices. Pure. */
import type { LocalizedText } from '../../shared/kinds/fields.ts';
import type { Locale } from '../../shared/kinds/project.ts';
import type { Project } from '../../shared/project.ts';
import { recordOfRow, statesOf, type TextRow, textOf, wordsOfCell } from './text-rows.ts';

export interface Progress {
  readonly iso: string;
  readonly done: number;
  /** Of those that are done: whose source has changed since. */
  readonly changed: number;
  readonly all: number;
}

/** A text that is the same in both languages counts as done: names often are. */
export function progressCounter(project: Project): { add(row: TextRow): void; read(): Progress[] } {
  const { locales } = project.root;
  const counts = locales.map(({ iso }) => ({ iso, done: 0, changed: 0 }));
  let all = 0;
  return {
    add(row) {
      const record = recordOfRow(project, row);
      const text = textOf(record, row.field);
      all++;
      for (const count of counts) if (text[count.iso]?.text) count.done++;
      if (!record?.translatedFrom) return;
      let at = 0;
      for (const state of statesOf(record, row.field, locales, locales)) {
        const count = counts[at++];
        if (state === 'changed' && count) count.changed++;
      }
    },
    read: () => counts.map((count) => ({ ...count, all })),
  };
}

export const shows = ['all', 'missing', 'changed', 'same', 'open'] as const;
export type Shown = (typeof shows)[number];

export interface Wanted {
  readonly show: Shown;
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
    const record = recordOfRow(project, row);
    const text = textOf(record, row.field);
    if (words !== '' && !says(row, text, looked, words)) return 'no';
    const isMissing = looked.some(({ iso }) => !text[iso]?.text);
    if (wanted.show === 'missing' ? !isMissing : !fits(row, record, wanted.show, looked, locales)) return 'no';
    return wanted.missingFirst && isMissing ? 'first' : 'yes';
  };
}

function fits(
  { field }: TextRow,
  record: ReturnType<typeof recordOfRow>,
  show: Exclude<Shown, 'missing'>,
  looked: readonly Locale[],
  locales: readonly Locale[],
): boolean {
  if (show === 'all') return true;
  if (show === 'open') return looked.some(({ iso, base }) => base !== null && record?.status?.[iso] !== 'final');
  for (const state of statesOf(record, field, looked, locales)) if (state === show) return true;
  return false;
}

/** What is stored is looked through first: to read it without its markup takes much longer. A word that markup divides is not found. */
function says(row: TextRow, text: LocalizedText, looked: readonly Locale[], words: string): boolean {
  const [token = ''] = words.split(/[\s&<>"]+/).sort((one, two) => two.length - one.length);
  return looked.some(({ iso }) => {
    const html = text[iso]?.text ?? '';
    return html.toLowerCase().includes(token) && wordsOfCell(row, html).toLowerCase().includes(words);
  });
}
