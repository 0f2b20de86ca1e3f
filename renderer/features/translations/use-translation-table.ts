/** The rows of the translations table and the progress of the languages, computed in slices: when the table opens, the filter changes or the story changes. */
import { useCallback, useMemo, useRef } from 'react';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import { hasText, localizedTextOf } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { foldText } from '../../records/search/text-matching.ts';
import { useRevisedProject } from '../../state/open-project.ts';
import { presentId } from '../../state/renamed-records.ts';
import { useDerived } from '../../state/revised.ts';
import { runInSlices, yieldToMain } from '../../state/run-in-slices.ts';
import { iterateTextRows, plainCellText, recordOfRow, type TextRow, translationStates } from './text-rows.ts';

export interface TranslationTableData {
  readonly query: TranslationQuery;
  readonly rows: readonly TextRow[];
  readonly progress: readonly TranslationProgress[];
}

/** null until they have been computed for the first time. */
export function useTranslationTable(query: TranslationQuery): TranslationTableData | null {
  // Set where a table is computed, not where it is rendered: the next pass may begin before that.
  const last = useRef<{ readonly project: Project; readonly table: TranslationTableData } | null>(null);
  const build = useCallback(
    async (project: Project, isCurrent: () => boolean): Promise<TranslationTableData | null> => {
      const result: BuiltTable = { rows: [], progress: [] };
      const before = last.current?.project === project ? last.current.table : null;
      if (!(await runInSlices(buildTable(project, query, before, result), { pause: yieldToMain, isCurrent }))) return null;
      const table = { query, ...result };
      last.current = { project, table };
      return table;
    },
    [query],
  );
  const revised = useRevisedProject();
  const table = useDerived(revised, build);
  return useMemo(() => table && withPresentRows(table, revised.value), [table, revised]);
}

/** The records of an older table may have got other ids since. */
export function withPresentRows(table: TranslationTableData, project: Project): TranslationTableData {
  if (table.rows.every(({ id }) => presentId(id, project) === id)) return table;
  return { ...table, rows: table.rows.map((row) => ({ ...row, id: presentId(row.id, project) })) };
}

/** Filled by `buildTable`. */
interface BuiltTable {
  rows: TextRow[];
  progress: TranslationProgress[];
}

/**
 * Rows stay in place until the filter changes, even if they no longer match; only deleted ones are removed. What matches only since then, such as a new
 * text or one that Undo has brought back, is added below them.
 */
export function* buildTable(
  project: Project,
  query: TranslationQuery,
  before: TranslationTableData | null,
  result: BuiltTable,
): Generator<void> {
  const counter = createProgressCounter(project);
  const filter = createRowFilter(project, query);
  const previousRows = before?.query === query ? before.rows : [];
  const previous = new Map(previousRows.map((row) => [row.key, row]));
  const kept = new Map<string, TextRow>();
  const [first, others]: [TextRow[], TextRow[]] = [[], []];
  for (const row of iterateTextRows(project)) {
    counter.add(row);
    const before = previous.get(row.key);
    // The same object, unless its record has got another id.
    if (before) kept.set(row.key, before.id === row.id ? before : row);
    else {
      const is = filter(row);
      if (is !== 'no') (is === 'first' ? first : others).push(row);
    }
    yield;
  }
  result.rows = [...previousRows.flatMap(({ key }) => kept.get(key) ?? []), ...first, ...others];
  result.progress = counter.read();
}

/** The progress of each language, and the rows that match a filter. Row by row, so that a large story can be processed in slices. Pure. */
export interface TranslationProgress {
  readonly iso: string;
  readonly done: number;
  /** How many of the finished ones have a source that has changed since. */
  readonly changed: number;
  readonly all: number;
}

/** A text that is the same in both languages counts as done, because names often are. */
export function createProgressCounter(project: Project): { add(row: TextRow): void; read(): TranslationProgress[] } {
  const { locales } = project.projectRecord;
  const counts = locales.map(({ iso }) => ({ iso, done: 0, changed: 0 }));
  let all = 0;
  return {
    add(row) {
      const record = recordOfRow(project, row);
      const text = localizedTextOf(record, row.field);
      all++;
      for (const count of counts) if (hasText(text, count.iso)) count.done++;
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
type StatusFilter = (typeof statusFilters)[number];

export interface TranslationQuery {
  readonly status: StatusFilter;
  /** The id of a board, `components`, or everything. */
  readonly scope: string | null;
  readonly text: string;
  readonly missingFirst: boolean;
  /** The shown languages. */
  readonly isos: readonly string[];
}

export const componentsScope = 'components';

/** Whether a row matches the filter, and whether it is listed first. */
function createRowFilter(project: Project, query: TranslationQuery): (row: TextRow) => 'no' | 'first' | 'yes' {
  const { locales } = project.projectRecord;
  const shownLocales = locales.filter(({ iso }) => query.isos.includes(iso));
  const searched = foldText(query.text.trim());
  return (row) => {
    if (query.scope !== null && (query.scope === componentsScope ? row.boardId !== null : row.boardId !== query.scope)) return 'no';
    const record = recordOfRow(project, row);
    const text = localizedTextOf(record, row.field);
    if (searched !== '' && !matchesText(row, text, shownLocales, searched)) return 'no';
    const isMissing = shownLocales.some(({ iso }) => !hasText(text, iso));
    if (query.status === 'missing' ? !isMissing : !matchesStatus(row, record, query.status, shownLocales, locales)) return 'no';
    return query.missingFirst && isMissing ? 'first' : 'yes';
  };
}

function matchesStatus(
  { field }: TextRow,
  record: ReturnType<typeof recordOfRow>,
  show: Exclude<StatusFilter, 'missing'>,
  shownLocales: readonly Locale[],
  locales: readonly Locale[],
): boolean {
  if (show === 'all') return true;
  if (show === 'open') return shownLocales.some(({ iso, base }) => base !== null && record?.status?.[iso] !== 'final');
  for (const state of translationStates(record, field, shownLocales, locales)) if (state === show) return true;
  return false;
}

/** Searches the stored text first, because removing its markup takes much longer. Words that are divided by markup are not found. */
function matchesText(row: TextRow, text: LocalizedText, shownLocales: readonly Locale[], searched: string): boolean {
  const [token = ''] = searched.split(/[\s&<>"]+/).sort((one, two) => two.length - one.length);
  return shownLocales.some(({ iso }) => {
    const html = text[iso]?.text ?? '';
    return foldText(html).includes(token) && foldText(plainCellText(row, html)).includes(searched);
  });
}
