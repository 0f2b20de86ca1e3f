/** The headers of tables with translations. Other headers are the codes of languages; an import of such a table reads the key and the languages. */

import type { Message } from '../messages/message.ts';

/** The text of a cell, or why it has none that can be imported: it is not empty. */
export type SheetCell = string | Message;
/** A table without its empty rows, and for each row its number in the file, counted from 1. */
export interface NumberedTable {
  readonly table: readonly (readonly SheetCell[])[];
  readonly rows: readonly number[];
  /** What else the file contains that was not read. */
  readonly unread?: readonly Message[];
  /** The cells contain bytes in an encoding that the file does not state, as the characters of `x-user-defined`. */
  readonly isUndecoded?: boolean;
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
 * Finds the rows of column names, of which one is “Key”: there may be titles above them, and a table that was put together from several has one for
 * each. Returns those with keys below them, up to the next one; without any keys, the first row that contains the word.
 */
export function findHeaders(table: NumberedTable['table']): readonly HeaderPosition[] {
  const found: HeaderPosition[] = [];
  let keyCount = 0;
  for (const [row, cells] of table.entries()) {
    const current = found.at(-1);
    // “Key” may also be a text of the story.
    if (current !== undefined && hasKey(cells[current.keyColumn])) {
      keyCount++;
      found[found.length - 1] = { ...current, keyCount };
      continue;
    }
    const keyColumn = cells.findIndex((cell) => typeof cell === 'string' && isKeyHeader(cell));
    if (keyColumn < 0) continue;
    keyCount = 0;
    found.push({ row, keyColumn, keyCount });
  }
  const withKeys = found.filter((each) => each.keyCount > 0);
  return withKeys.length > 0 ? withKeys : found.slice(0, 1);
}

/** How many rows of the table have the key of a text. */
export const countKeys = (headers: readonly HeaderPosition[]): number => headers.reduce((sum, { keyCount }) => sum + keyCount, 0);

/** Whether the cell is the name of the column with the keys. */
const isKeyHeader = (cell: string): boolean => cell.trim().toLowerCase() === keyHeader.toLowerCase();
const hasKey = (cell: SheetCell | undefined): boolean => typeof cell === 'string' && /^\s*'?[^\s/]+\/[^\s/]+/.test(cell);
