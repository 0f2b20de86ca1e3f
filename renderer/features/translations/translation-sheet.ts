/** The translations of a story as a table file, and what such a file would change. Every fault is told with its row. Pure. */

import type { ChangeFields, Command, SingleCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { RichTextDialect } from '../../../shared/rich-text/dialects.ts';
import { richTextEquals } from '../../../shared/rich-text/rich-text-equality.ts';
import { t } from '../../messages/translate.ts';
import { recordName } from '../../records/names/record-names.ts';
import { escapeFormula, parseCell, toCellText, unescapeFormula } from './cell-text.ts';
import { iterateTextRows, localizedTextOf, localizedTextOfRow, recordOfRow, type TextRow, translationStates } from './text-rows.ts';

/** The columns before the languages; of them only the first is read again. */
const leadingHeaders = ['Key', 'Where', 'What'] as const;
/** The columns after the languages, for filters of a spreadsheet; they are never read. No language's code has a space. */
const STATUS_PREFIX = 'Status ';
const isStatusHeader = (head: string): boolean => head.toLowerCase().startsWith(STATUS_PREFIX.toLowerCase());

/** How wide a column is, in letters. */
export const columnWidth = (head: string): number => (isStatusHeader(head) ? 16 : leadingHeaders.some((each) => each === head) ? 14 : 50);

/** One line after the other, so that who writes a large story can give the screen a turn between them. */
export function* generateSheetRows(project: Project, rows: readonly TextRow[], isos: readonly string[]): Generator<string[]> {
  const { locales } = project.projectRecord;
  const translated = locales.filter(({ iso, base }) => base !== null && isos.includes(iso));
  yield [...leadingHeaders, ...isos, ...translated.map(({ iso }) => STATUS_PREFIX + iso)];
  for (const row of rows) {
    const record = recordOfRow(project, row);
    const text = localizedTextOf(record, row.field);
    const where = row.boardId === null ? '' : recordName(project, row.boardId);
    const cells = isos.map((iso) => toCellText(text[iso]?.text ?? null, row.kind !== 'component'));
    const states = [...translationStates(record, row.field, translated, locales)].map((state) => t(`translations.states.${state}`));
    yield [row.key, escapeFormula(where), row.field, ...cells, ...states];
  }
}

export interface SheetChange {
  readonly row: TextRow;
  readonly iso: string;
  readonly before: string | null;
  readonly after: string | null;
}
export interface SheetError {
  /** As the spreadsheet counts; null: it is about the whole file. */
  readonly line: number | null;
  readonly column: string | null;
  readonly message: string;
}
export interface SheetImport {
  readonly changes: SheetChange[];
  readonly errors: SheetError[];
  unchangedCount: number;
  emptyCount: number;
}

export interface SheetOptions {
  readonly dialect: RichTextDialect;
  /** An empty cell takes the text away; without it, it says nothing. */
  readonly clearsEmptyCells: boolean;
}

/** A new reading, for `sheetWork`. */
export const createSheetImport = (): SheetImport => ({ changes: [], errors: [], unchangedCount: 0, emptyCount: 0 });

/** Reads a file line by line into `read`. `rows` are the numbers of the lines of `table` in their file. */
export function* importSheet(
  project: Project,
  { table, rows }: { table: readonly (readonly string[])[]; rows: readonly number[] },
  { dialect, clearsEmptyCells }: SheetOptions,
  read: SheetImport,
): Generator<void> {
  const [head = [], ...lines] = table;
  const { errors } = read;
  const keyAt = head.findIndex((name) => name.trim().toLowerCase() === leadingHeaders[0].toLowerCase());
  if (keyAt < 0) {
    errors.push({ line: null, column: null, message: t('translations.faults.noHeader', { key: leadingHeaders[0] }) });
    return;
  }
  const columns = findLanguageColumns(project, head, keyAt, errors);
  const known = new Map<string, TextRow>();
  for (const row of iterateTextRows(project)) {
    known.set(row.key, row);
    yield;
  }
  const seen = new Map<string, number>();
  for (const [index, cells] of lines.entries()) {
    yield;
    const line = rows[index + 1] ?? index + 2;
    const key = unescapeFormula(cells[keyAt] ?? '').trim();
    const row = known.get(key);
    const before = seen.get(key);
    const fault =
      key === ''
        ? t('translations.faults.noKey')
        : row === undefined
          ? t('translations.faults.unknownText', { key })
          : before === undefined
            ? null
            : t('translations.faults.duplicate', { row: before });
    if (fault !== null || row === undefined) {
      errors.push({ line, column: null, message: fault ?? '' });
      continue;
    }
    seen.set(key, line);
    const text = localizedTextOfRow(project, row);
    for (const { iso, at } of columns) {
      const own = text[iso]?.text ?? null;
      const cell = parseCell(cells[at] ?? '', row.kind !== 'component', dialect);
      if (!cell.ok) errors.push({ line, column: iso, message: cell.error });
      else if (cell.text === null && !clearsEmptyCells) read.emptyCount++;
      else if (isSameText(row, own, cell.text)) read.unchangedCount++;
      else read.changes.push({ row, iso, before: own, after: cell.text });
    }
  }
}

const isSameText = (row: TextRow, one: string | null, two: string | null): boolean =>
  (one ?? '') === (two ?? '') || (row.kind !== 'component' && richTextEquals(one, two));

function findLanguageColumns(
  project: Project,
  head: readonly string[],
  keyAt: number,
  faults: SheetError[],
): { iso: string; at: number }[] {
  const isos = new Set(project.projectRecord.locales.map(({ iso }) => iso));
  const columns: { iso: string; at: number }[] = [];
  for (const [at, name] of head.entries()) {
    const iso = name.trim();
    if (at === keyAt || iso === '' || leadingHeaders.some((each) => each === iso) || isStatusHeader(iso)) continue;
    if (isos.has(iso)) columns.push({ iso, at });
    else faults.push({ line: null, column: iso, message: t('translations.faults.unknownLanguage', { iso }) });
  }
  if (columns.length === 0) faults.push({ line: null, column: null, message: t('translations.faults.noLanguage') });
  return columns;
}

/** All changes as one command, one change a record: one step of undo. */
export function createImportCommand(changes: readonly SheetChange[]): Command | null {
  const byRecord = new Map<string, { row: TextRow; fields: Record<string, Record<string, { text: string | null }>> }>();
  for (const { row, iso, after } of changes) {
    const held = byRecord.get(row.id) ?? { row, fields: {} };
    held.fields[row.field] = { ...held.fields[row.field], [iso]: { text: after } };
    byRecord.set(row.id, held);
  }
  const commands = [...byRecord.values()].map(({ row: { kind, id }, fields }): SingleCommand => {
    // Each field is one of those that the kind of its row has.
    if (kind === 'element') return { do: 'change', kind, id, fields: fields as ChangeFields<'element'> };
    if (kind === 'connection') return { do: 'change', kind, id, fields: fields as ChangeFields<'connection'> };
    return { do: 'change', kind, id, fields: fields as ChangeFields<'component'> };
  });
  return commands.length === 0 ? null : { do: 'batch', commands };
}
