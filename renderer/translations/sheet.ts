/** The translations of a story as a table file, and what such a file would change. Every fault is told with its row. Pure. */
import type { ChangeFields, Command, SingleCommand } from '../../shared/commands.ts';
import type { Project } from '../../shared/project.ts';
import type { Dialect } from '../../shared/rich-text/dialects.ts';
import { sameRichText } from '../../shared/rich-text/same.ts';
import { nameOf } from '../state/use-words.ts';
import { translationsWords } from '../words/en/translations.ts';
import { cellOf, guarded, textOfCell, unguarded } from './cell-text.ts';
import { recordOfRow, statesOf, type TextRow, textOf, textOfRow, walkTexts } from './text-rows.ts';

const words = translationsWords.faults;
/** The columns before the languages; of them only the first is read again. */
const heads = ['Key', 'Where', 'What'] as const;
/** The columns after the languages, for filters of a spreadsheet; they are never read. No language's code has a space. */
const STATUS = 'Status ';
const isStatus = (head: string): boolean => head.toLowerCase().startsWith(STATUS.toLowerCase());

/** How wide a column is, in letters. */
export const widthOf = (head: string): number => (isStatus(head) ? 16 : heads.some((each) => each === head) ? 14 : 50);

/** One line after the other, so that who writes a large story can give the screen a turn between them. */
export function* sheetRows(project: Project, rows: readonly TextRow[], isos: readonly string[]): Generator<string[]> {
  const { locales } = project.root;
  const translated = locales.filter(({ iso, base }) => base !== null && isos.includes(iso));
  yield [...heads, ...isos, ...translated.map(({ iso }) => STATUS + iso)];
  for (const row of rows) {
    const record = recordOfRow(project, row);
    const text = textOf(record, row.field);
    const where = row.boardId === null ? '' : nameOf(project, row.boardId);
    const cells = isos.map((iso) => cellOf(text[iso]?.text ?? null, row.kind !== 'component'));
    const states = [...statesOf(record, row.field, translated, locales)].map((state) => translationsWords.states[state]);
    yield [row.key, guarded(where), row.field, ...cells, ...states];
  }
}

export interface SheetChange {
  readonly row: TextRow;
  readonly iso: string;
  readonly before: string | null;
  readonly after: string | null;
}
export interface SheetFault {
  /** As the spreadsheet counts; null: it is about the whole file. */
  readonly line: number | null;
  readonly column: string | null;
  readonly says: string;
}
export interface SheetRead {
  readonly changes: SheetChange[];
  readonly faults: SheetFault[];
  same: number;
  empty: number;
}

export interface SheetOptions {
  readonly dialect: Dialect;
  /** An empty cell takes the text away; without it, it says nothing. */
  readonly clears: boolean;
}

/** A new reading, for `sheetWork`. */
export const nothingRead = (): SheetRead => ({ changes: [], faults: [], same: 0, empty: 0 });

/** Reads a file line by line into `read`. `rows` are the numbers of the lines of `table` in their file. */
export function* sheetWork(
  project: Project,
  { table, rows }: { table: readonly (readonly string[])[]; rows: readonly number[] },
  { dialect, clears }: SheetOptions,
  read: SheetRead,
): Generator<void> {
  const [head = [], ...lines] = table;
  const { faults } = read;
  const keyAt = head.findIndex((name) => name.trim().toLowerCase() === heads[0].toLowerCase());
  if (keyAt < 0) {
    faults.push({ line: null, column: null, says: words.noHeader(heads[0]) });
    return;
  }
  const columns = languageColumns(project, head, keyAt, faults);
  const known = new Map<string, TextRow>();
  for (const row of walkTexts(project)) {
    known.set(row.key, row);
    yield;
  }
  const seen = new Map<string, number>();
  for (const [index, cells] of lines.entries()) {
    yield;
    const line = rows[index + 1] ?? index + 2;
    const key = unguarded(cells[keyAt] ?? '').trim();
    const row = known.get(key);
    const before = seen.get(key);
    const fault = key === '' ? words.noKey : row === undefined ? words.unknownText(key) : before === undefined ? null : words.twice(before);
    if (fault !== null || row === undefined) {
      faults.push({ line, column: null, says: fault ?? '' });
      continue;
    }
    seen.set(key, line);
    const text = textOfRow(project, row);
    for (const { iso, at } of columns) {
      const own = text[iso]?.text ?? null;
      const cell = textOfCell(cells[at] ?? '', row.kind !== 'component', dialect);
      if (!cell.ok) faults.push({ line, column: iso, says: cell.fault });
      else if (cell.text === null && !clears) read.empty++;
      else if (isSame(row, own, cell.text)) read.same++;
      else read.changes.push({ row, iso, before: own, after: cell.text });
    }
  }
}

const isSame = (row: TextRow, one: string | null, two: string | null): boolean =>
  (one ?? '') === (two ?? '') || (row.kind !== 'component' && sameRichText(one, two));

function languageColumns(project: Project, head: readonly string[], keyAt: number, faults: SheetFault[]): { iso: string; at: number }[] {
  const isos = new Set(project.root.locales.map(({ iso }) => iso));
  const columns: { iso: string; at: number }[] = [];
  for (const [at, name] of head.entries()) {
    const iso = name.trim();
    if (at === keyAt || iso === '' || heads.some((each) => each === iso) || isStatus(iso)) continue;
    if (isos.has(iso)) columns.push({ iso, at });
    else faults.push({ line: null, column: iso, says: words.unknownLanguage(iso) });
  }
  if (columns.length === 0) faults.push({ line: null, column: null, says: words.noLanguage });
  return columns;
}

/** All changes as one command, one change a record: one step of undo. */
export function sheetCommand(changes: readonly SheetChange[]): Command | null {
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
