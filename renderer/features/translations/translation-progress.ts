/** How far each language is, and which rows a translator asks for. Row by row, so that a large story can be gone through in slices. Pure. */
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { localizedTextOf, plainCellText, recordOfRow, type TextRow, translationStates } from './text-rows.ts';

export interface TranslationProgress {
  readonly iso: string;
  readonly done: number;
  /** Of those that are done: whose source has changed since. */
  readonly changed: number;
  readonly all: number;
}

/** A text that is the same in both languages counts as done: names often are. */
export function createProgressCounter(project: Project): { add(row: TextRow): void; read(): TranslationProgress[] } {
  const { locales } = project.projectRecord;
  const counts = locales.map(({ iso }) => ({ iso, done: 0, changed: 0 }));
  let all = 0;
  return {
    add(row) {
      const record = recordOfRow(project, row);
      const text = localizedTextOf(record, row.field);
      all++;
      for (const count of counts) if (text[count.iso]?.text) count.done++;
      if (!record?.translatedFrom) return;
      let at = 0;
      for (const state of translationStates(record, row.field, locales, locales)) {
        const count = counts[at++];
        if (state === 'changed' && count) count.changed++;
      }
    },
    read: () => counts.map((count) => ({ ...count, all })),
  };
}

export const statusFilters = ['all', 'missing', 'changed', 'same', 'open'] as const;
export type StatusFilter = (typeof statusFilters)[number];

export interface TranslationQuery {
  readonly status: StatusFilter;
  /** A board, `components`, or everything. */
  readonly scope: string | null;
  readonly text: string;
  readonly missingFirst: boolean;
  /** The languages that are looked at. */
  readonly isos: readonly string[];
}

export const COMPONENTS_SCOPE = 'components';

/** Whether a row is asked for, and whether it comes first. */
export function createRowFilter(project: Project, wanted: TranslationQuery): (row: TextRow) => 'no' | 'first' | 'yes' {
  const { locales } = project.projectRecord;
  const looked = locales.filter(({ iso }) => wanted.isos.includes(iso));
  const words = wanted.text.trim().toLowerCase();
  return (row) => {
    if (wanted.scope !== null && (wanted.scope === COMPONENTS_SCOPE ? row.boardId !== null : row.boardId !== wanted.scope)) return 'no';
    const record = recordOfRow(project, row);
    const text = localizedTextOf(record, row.field);
    if (words !== '' && !matchesText(row, text, looked, words)) return 'no';
    const isMissing = looked.some(({ iso }) => !text[iso]?.text);
    if (wanted.status === 'missing' ? !isMissing : !matchesStatus(row, record, wanted.status, looked, locales)) return 'no';
    return wanted.missingFirst && isMissing ? 'first' : 'yes';
  };
}

function matchesStatus(
  { field }: TextRow,
  record: ReturnType<typeof recordOfRow>,
  show: Exclude<StatusFilter, 'missing'>,
  looked: readonly Locale[],
  locales: readonly Locale[],
): boolean {
  if (show === 'all') return true;
  if (show === 'open') return looked.some(({ iso, base }) => base !== null && record?.status?.[iso] !== 'final');
  for (const state of translationStates(record, field, looked, locales)) if (state === show) return true;
  return false;
}

/** What is stored is looked through first: to read it without its markup takes much longer. A word that markup divides is not found. */
function matchesText(row: TextRow, text: LocalizedText, looked: readonly Locale[], words: string): boolean {
  const [token = ''] = words.split(/[\s&<>"]+/).sort((one, two) => two.length - one.length);
  return looked.some(({ iso }) => {
    const html = text[iso]?.text ?? '';
    return html.toLowerCase().includes(token) && plainCellText(row, html).toLowerCase().includes(words);
  });
}
