/** The translations of a story as a table, and the changes in an edited table. Every error is reported with its row. Pure. */

import type { Command } from '../../../shared/model/commands.ts';
import { localizedTextOf } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { richTextEquals } from '../../../shared/rich-text/rich-text-equality.ts';
import { escapeFormula, isConvertedBySpreadsheet, parseCell, toCellText, unescapeFormula } from '../../../shared/sheets/cell-text.ts';
import {
  findHeaders,
  isIgnoredHeader,
  keyHeader,
  leadingHeaders,
  type NumberedTable,
  type SheetCell,
  statusPrefix,
  totalsKey,
} from '../../../shared/sheets/sheet-headers.ts';
import { columnName } from '../../../shared/sheets/write-xlsx.ts';
import { t } from '../../messages/translate.ts';
import { computedChangeCommand } from '../../records/commands/computed-commands.ts';
import { recordName } from '../../records/names/record-names.ts';
import { fileKeyOf, iterateTextRows, localizedTextOfRow, recordOfRow, type TextRow, translationStates } from './text-rows.ts';
import { decodeTable, type UndeclaredEncoding } from './undeclared-encoding.ts';

/** The width of a column in characters. */
export function columnWidth(head: string): number {
  if (head.startsWith(statusPrefix)) return 16;
  return leadingHeaders.some((each) => each === head) ? 14 : 50;
}

/** Yields one row at a time, so that a large story can be written in slices. */
export function* generateSheetRows(project: Project, rows: readonly TextRow[], isos: readonly string[]): Generator<string[]> {
  const { locales } = project.projectRecord;
  const translated = locales.filter(({ iso, base }) => base !== null && isos.includes(iso));
  yield [...leadingHeaders, ...isos, ...translated.map(({ iso }) => statusPrefix + iso)];
  for (const row of rows) {
    const record = recordOfRow(project, row);
    const text = localizedTextOf(record, row.field);
    const where = row.boardId === null ? '' : recordName(project, row.boardId);
    const cells = isos.map((iso) => toCellText(text[iso]?.text ?? null, { isRich: row.kind !== 'component' }));
    const states = [...translationStates(record, row.field, translated, locales)].map((state) => t(`translations.states.${state}`));
    yield [fileKeyOf(row), escapeFormula(where), row.field, ...cells, ...states];
  }
}

export interface SheetChange {
  readonly row: TextRow;
  readonly iso: string;
  readonly before: string | null;
  readonly after: string | null;
}
export interface SheetError {
  /** As counted in the spreadsheet; null for an error that concerns the whole file. */
  readonly line: number | null;
  readonly column: string | null;
  readonly message: string;
}
export interface SheetImport {
  readonly changes: SheetChange[];
  readonly errors: SheetError[];
  unchangedCount: number;
  emptyCount: number;
  /** The name of the encoding that the file does not state and its texts have; null if it states one. */
  undeclaredEncoding: string | null;
}

interface SheetOptions {
  /** Whether an empty cell deletes the text; otherwise empty cells are skipped. */
  readonly clearsEmptyCells: boolean;
}

/** An empty result, to be filled by `importSheet`. */
export const createSheetImport = (): SheetImport => ({
  changes: [],
  errors: [],
  unchangedCount: 0,
  emptyCount: 0,
  undeclaredEncoding: null,
});

/**
 * What an import does: it `changes` texts, or none. `same`: the file matches the story. `unread`: nothing in it was compared with the story.
 * `someUnread`: what could be read matches the story, but not all could.
 */
export function importOutcome({ changes, errors, unchangedCount, emptyCount }: SheetImport): 'changes' | 'same' | 'unread' | 'someUnread' {
  if (changes.length > 0) return 'changes';
  if (unchangedCount + emptyCount === 0) return 'unread';
  return errors.length > 0 ? 'someUnread' : 'same';
}

/** Reads the table row by row into `read`. `rows` contains the numbers of the table's rows in their file. */
export function* importSheet(project: Project, sheet: NumberedTable, options: SheetOptions, read: SheetImport): Generator<void> {
  if (!sheet.isUndecoded) return yield* importDecodedSheet(project, sheet, options, read);
  const decoded = yield* decodeTable(project, sheet.table, (table) => compareSheet(project, { ...sheet, table }));
  if (!decoded) {
    read.errors.push({ line: null, column: null, message: t('translations.faults.notText') });
    return;
  }
  const { table, encoding } = decoded;
  read.undeclaredEncoding = encoding.name;
  yield* importDecodedSheet(project, { ...sheet, table }, { ...options, encoding }, read);
}

function* compareSheet(project: Project, sheet: NumberedTable): Generator<void, { same: number; changes: readonly string[] }> {
  const read = createSheetImport();
  yield* importDecodedSheet(project, sheet, { clearsEmptyCells: false }, read);
  return { same: read.unchangedCount, changes: read.changes.map(({ row, iso, after }) => `${fileKeyOf(row)} ${iso} ${after}`) };
}

function* importDecodedSheet(
  project: Project,
  { table, rows, unread = [] }: NumberedTable,
  options: SheetOptions & { readonly encoding?: UndeclaredEncoding },
  read: SheetImport,
): Generator<void> {
  const { errors } = read;
  const headers = findHeaders(table);
  if (headers.length === 0) {
    errors.push({ line: null, column: null, message: t('translations.faults.noHeader', { key: keyHeader }) });
    return;
  }
  for (const each of unread) errors.push({ line: null, column: null, message: t(each) });
  const rowsByKey = new Map<string, TextRow>();
  for (const row of iterateTextRows(project)) {
    rowsByKey.set(fileKeyOf(row), row);
    yield;
  }
  const lineByKey = new Map<string, number>();
  let names = '';
  let columns: readonly LanguageColumn[] = [];
  for (const [at, { row: headerRow, keyColumn }] of headers.entries()) {
    const head = table[headerRow] ?? [];
    // The same row again, such as on each page, has no errors of its own.
    if (JSON.stringify(head) !== names) columns = findLanguageColumns(project, head, keyColumn, errors);
    names = JSON.stringify(head);
    const end = headers[at + 1]?.row ?? table.length;
    if (columns.length > 0 && headerRow === end - 1) errors.push({ line: null, column: null, message: t('translations.faults.noRows') });
    for (let index = headerRow + 1; index < end; index++) {
      yield;
      const cells = table[index] ?? [];
      const line = rows[index] ?? index + 1;
      const keyCell = cells[keyColumn] ?? '';
      if (typeof keyCell !== 'string') {
        errors.push({ line, column: keyHeader, message: t(keyCell) });
        continue;
      }
      const key = unescapeFormula(keyCell).trim();
      if (key === totalsKey) continue;
      const row = rowsByKey.get(key);
      const previousLine = lineByKey.get(key);
      if (row === undefined || previousLine !== undefined) {
        errors.push({ line, column: null, message: rowErrorMessage(key, previousLine) });
        continue;
      }
      lineByKey.set(key, line);
      for (const { iso, at: column } of columns) {
        const isDoubtful = () => options.encoding?.isDoubtful(index, column) === true;
        importCell(project, { row, iso, line, content: cells[column] ?? '', isDoubtful }, options, read);
      }
    }
  }
}

interface CellOfText {
  readonly row: TextRow;
  readonly iso: string;
  readonly line: number;
  readonly content: SheetCell;
  readonly isDoubtful: () => boolean;
}

function importCell(
  project: Project,
  { row, iso, line, content, isDoubtful }: CellOfText,
  { clearsEmptyCells, encoding }: SheetOptions & { readonly encoding?: UndeclaredEncoding },
  read: SheetImport,
): void {
  const localized = localizedTextOfRow(project, row);
  const own = localized[iso]?.text ?? null;
  const isRich = row.kind !== 'component';
  const cell =
    typeof content === 'string'
      ? parseCell(content, { isRich, known: Object.values(localized).flatMap(({ text }) => text ?? []) })
      : ({ ok: false, error: content } as const);
  if (!cell.ok) read.errors.push({ line, column: iso, message: t(cell.error) });
  else if (cell.text === null && !clearsEmptyCells) read.emptyCount++;
  else if (isSameCellText(row, own, cell.text)) read.unchangedCount++;
  else if (cell.text?.includes(lostCharacter)) read.errors.push({ line, column: iso, message: t('translations.faults.lostCharacter') });
  else if (isWithQuestionMarks(own, cell.text)) read.errors.push({ line, column: iso, message: t('translations.faults.questionMarks') });
  else if (typeof content === 'string' && isConvertedBySpreadsheet(toCellText(own, { isRich }), content))
    read.errors.push({ line, column: iso, message: t('translations.faults.notTextCell') });
  else if (encoding?.contains(iso) === false) noteOtherEncoding(iso, encoding, read);
  else if (encoding && isDoubtful())
    read.errors.push({ line, column: iso, message: t('translations.faults.doubtfulEncoding', { encoding: encoding.name }) });
  else read.changes.push({ row, iso, before: own, after: cell.text });
}

/** What programs write in place of a character that they cannot read. */
const lostCharacter = '\uFFFD';

/**
 * Whether the only differences are question marks for characters beyond ASCII, letters among them: programs write them in place of what their encoding does not
 * have. A writer replaces an ellipsis by a question mark, but no letter.
 */
function isWithQuestionMarks(own: string | null, text: string | null): boolean {
  if (own === null || text === null || own.length !== text.length) return false;
  let replaced = '';
  for (let at = 0; at < own.length; at++) {
    if (text[at] === own[at]) continue;
    if (text[at] !== '?' || own.charCodeAt(at) < 0x80) return false;
    replaced += own[at];
  }
  return /\p{L}/u.test(replaced);
}

/** One error for all texts of the column. */
function noteOtherEncoding(iso: string, { name }: UndeclaredEncoding, { errors }: SheetImport): void {
  const error = { line: null, column: iso, message: t('translations.faults.otherEncoding', { encoding: name }) };
  if (!errors.some(({ column, message }) => column === iso && message === error.message)) errors.push(error);
}

interface LanguageColumn {
  readonly iso: string;
  readonly at: number;
}

/** Why the row with this key is not read: the key is empty, used twice, or that of no text. No text has an empty key. */
function rowErrorMessage(key: string, previousLine: number | undefined): string {
  if (key === '') return t('translations.faults.noKey');
  return previousLine === undefined
    ? t('translations.faults.unknownText', { key })
    : t('translations.faults.duplicate', { row: previousLine });
}

const isSameCellText = (row: TextRow, one: string | null, two: string | null): boolean =>
  (one ?? '') === (two ?? '') || (row.kind !== 'component' && richTextEquals(one, two));

function findLanguageColumns(project: Project, head: readonly SheetCell[], keyAt: number, faults: SheetError[]): LanguageColumn[] {
  const isos = new Set(project.projectRecord.locales.map(({ iso }) => iso));
  const columns: LanguageColumn[] = [];
  for (const [at, name] of head.entries()) {
    if (typeof name !== 'string') {
      faults.push({ line: null, column: columnName(at), message: t(name) });
      continue;
    }
    const iso = name.trim();
    if (at === keyAt || iso === '' || isIgnoredHeader(iso)) continue;
    if (columns.some((each) => each.iso === iso))
      faults.push({ line: null, column: columnName(at), message: t('translations.faults.duplicateLanguage') });
    else if (isos.has(iso)) columns.push({ iso, at });
    else faults.push({ line: null, column: iso, message: t('translations.faults.unknownLanguage', { iso }) });
  }
  if (columns.length === 0) faults.push({ line: null, column: null, message: t('translations.faults.noLanguage') });
  return columns;
}

/** Whether a text contains what it did when the file was compared with it. Others may have changed or removed it since. */
export const isStillBefore = (project: Project, { row, iso, before }: SheetChange): boolean =>
  recordOfRow(project, row) !== undefined &&
  project.projectRecord.locales.some((locale) => locale.iso === iso) &&
  (localizedTextOfRow(project, row)[iso]?.text ?? null) === before;

/** All changes as one command with one change per record, so that undo reverts them together. */
export function createImportCommand(changes: readonly SheetChange[]): Command | null {
  const byRecord = new Map<string, { row: TextRow; fields: Record<string, Record<string, { text: string | null }>> }>();
  for (const { row, iso, after } of changes) {
    const entry = byRecord.get(row.id) ?? { row, fields: {} };
    entry.fields[row.field] = { ...entry.fields[row.field], [iso]: { text: after } };
    byRecord.set(row.id, entry);
  }
  const commands = [...byRecord.values()].map(({ row: { kind, id }, fields }) => computedChangeCommand(kind, id, fields));
  return commands.length === 0 ? null : { do: 'batch', commands };
}
