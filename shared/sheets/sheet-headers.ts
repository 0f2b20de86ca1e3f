/** The headers of tables with translations. Other headers are the codes of languages; an import of such a table reads the key and the languages. */

import type { Message } from '../messages/message.ts';

/** The text of a cell, or why it has none that can be imported: it is not empty. */
export type SheetCell = string | Message;
/** A table without its empty rows, and for each row its number in the file, counted from 1. */
export interface NumberedTable {
  readonly table: readonly (readonly SheetCell[])[];
  readonly rows: readonly number[];
  /** The names of other sheets of the workbook with translations, which are not read. */
  readonly otherSheets?: readonly string[];
}

/** Identifies the text of a row: `<record>/<field>`. */
export const keyHeader = 'Key';
/** The columns before the languages. */
export const leadingHeaders = [keyHeader, 'Where', 'What'] as const;
/** The columns of a recording and translation script, between those and the languages. */
export const scriptHeaders = ['Title', 'Speaker', 'Condition'] as const;
/** The prefixes of columns after the languages. A language code contains no space. */
export const statusPrefix = 'Status ';
export const linesPrefix = 'Lines ';
export const wordsPrefix = 'Words ';
export const charactersPrefix = 'Characters ';
/** In the key column of a row that is not imported. The key of a text contains a slash. */
export const totalsKey = 'Total';

/** Whether a column is there to be read or filtered by people, and not imported. A language code that is equal to one of the headers differs in case. */
export const isIgnoredHeader = (head: string): boolean =>
  [...leadingHeaders, ...scriptHeaders].some((each) => each === head) ||
  [statusPrefix, linesPrefix, wordsPrefix, charactersPrefix].some((prefix) => head.toLowerCase().startsWith(prefix.toLowerCase()));

interface HeaderPosition {
  readonly row: number;
  readonly keyColumn: number;
  /** The number of rows below it that have the key of a text. */
  readonly keyCount: number;
}

/**
 * Finds the row of column names, of which one is “Key”; there may be titles above it, and the word may be in other rows as well. Returns the
 * one with most keys below it; undefined if no row contains the word.
 */
export function findHeader(table: NumberedTable['table']): HeaderPosition | undefined {
  let best: HeaderPosition | undefined;
  let current: HeaderPosition | undefined;
  for (const [row, cells] of table.entries()) {
    const keyColumn = cells.findIndex((cell) => typeof cell === 'string' && isKeyHeader(cell));
    if (keyColumn >= 0) current = { row, keyColumn, keyCount: 0 };
    else if (current !== undefined && hasKey(cells[current.keyColumn])) current = { ...current, keyCount: current.keyCount + 1 };
    if (current !== undefined && (best === undefined || current.keyCount > best.keyCount)) best = current;
  }
  return best;
}

/** Whether the cell is the name of the column with the keys. */
export const isKeyHeader = (cell: string): boolean => cell.trim().toLowerCase() === keyHeader.toLowerCase();
const hasKey = (cell: SheetCell | undefined): boolean => typeof cell === 'string' && /^\s*'?[^\s/]+\/[^\s/]+/.test(cell);
