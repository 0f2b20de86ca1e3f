/** Writes and reads tables as CSV (RFC 4180), in the variants that spreadsheets use. Pure. */

import Papa from 'papaparse';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { countKeys, findHeaders, type NumberedTable, type SheetCell } from '../../../shared/sheets/sheet-headers.ts';

type CellTable = readonly (readonly string[])[];
const separators = [',', ';', '\t'];

/** Starts with a byte order mark: without it spreadsheets do not recognise UTF-8. */
export function writeCsv(table: CellTable): Uint8Array<ArrayBuffer> {
  const text = Papa.unparse(
    table.map((row) => [...row]),
    // Every separator that readers may detect is quoted, not only ours.
    { newline: '\r\n', quotes: (cell) => /[",;\t\r\n]|^\s|\s$/.test(String(cell)) },
  );
  return new TextEncoder().encode(`\uFEFF${text}\r\n`);
}

/**
 * Detects the separator (that of a first line `sep=;`, as Excel writes it, or comma, semicolon, tab), the line breaks and the encoding (UTF-8,
 * UTF-16). Cells in another encoding are not decoded: which one it is depends on the story.
 */
export function readCsv(bytes: Uint8Array): NumberedTable {
  const { text: decoded, isUndecoded } = decodeText(bytes);
  // Web pages and the XML of Excel 2003, which programs call .xls or .csv.
  if (/^\s*<(?:\?xml|!doctype|html|head|body|meta|table)\b/i.test(decoded))
    throw new Problem('invalid', message('translations.faults.otherFormat'));
  const statement = /^"?sep=([^\r\n])"?[,;\t]*(?:\r\n|\r|\n|$)/i.exec(decoded);
  const { text, newline } = withOneNewline(statement ? decoded.slice(statement[0].length) : decoded);
  const firstRow = statement ? 2 : 1;
  const delimiter = statement?.[1] ?? detectSeparator(text, newline);
  const { data: quoted, errors } = Papa.parse<string[]>(text, { delimiter, newline });
  // Bytes without any key are no text.
  if (isUndecoded && countKeys(findHeaders(quoted)) === 0) throw notTextProblem();
  const quoteError = errors.find(({ type }) => type === 'Quotes');
  const plain = quoteError && delimiter === '\t' ? readPlainTabs(text, newline) : undefined;
  const data = plain ?? quoted;
  if (quoteError && !plain)
    throw new Problem('invalid', message('translations.faults.unclosed', { row: (quoteError.row ?? 0) + firstRow }));
  const table: SheetCell[][] = [];
  const rows: number[] = [];
  for (const [index, row] of data.entries()) {
    if (row.every((cell) => cell === '')) continue;
    table.push(row);
    rows.push(index + firstRow);
  }
  markLongRows(table);
  return { table, rows, ...(isUndecoded && { isUndecoded }) };
}

const extraCells = message('translations.faults.extraCells');

/**
 * A text with separators that is not in quotation marks is split into several cells: its row has more of them than the row of column names. Spreadsheets
 * write as many in each row.
 */
function markLongRows(table: SheetCell[][]): void {
  const headers = findHeaders(table);
  for (const [at, { row: headerRow, keyColumn }] of headers.entries()) {
    const width = table[headerRow]?.length ?? 0;
    for (const row of table.slice(headerRow + 1, headers[at + 1]?.row)) {
      if (row.slice(width).every((cell) => cell === '')) continue;
      for (let column = 0; column < row.length; column++) if (column !== keyColumn) row[column] = extraCells;
    }
  }
}

/**
 * Google Sheets writes tabs between cells and no quotation marks around them, so that those in a text are its own. Undefined if the rows differ in their
 * number of cells: then a quoted text has tabs or line breaks.
 */
function readPlainTabs(text: string, newline: string): string[][] | undefined {
  const rows = text.split(newline).map((line) => line.split('\t'));
  const full = rows.filter((row) => row.length > 1 || row[0] !== '');
  return full.every(({ length }) => length === full[0]?.length) ? rows : undefined;
}

/** How much of a file is compared to find its separator: more than the titles and other rows above the column names. */
const maxSampleLength = 1_000_000;

/**
 * The separator with which the most rows have the key of a text, and then, the most columns have names. Papa Parse would compare the first rows, but texts
 * may contain many separators, and so may titles.
 */
function detectSeparator(text: string, newline: '\r\n' | '\n' | '\r'): string {
  const sample = text.slice(0, maxSampleLength);
  const candidates = separators.map((separator) => {
    const { data } = Papa.parse<string[]>(sample, { delimiter: separator, newline });
    const headers = findHeaders(data);
    return { separator, keys: countKeys(headers), columns: data[headers[0]?.row ?? -1]?.length ?? 0 };
  });
  return candidates.reduce((best, each) => {
    const isBetter = each.keys > best.keys || (each.keys === best.keys && each.columns > best.columns);
    return isBetter ? each : best;
  }).separator;
}

/** Papa Parse accepts one kind of line break in a file; in files with several, all become `\n`. */
function withOneNewline(text: string): { text: string; newline: '\r\n' | '\n' | '\r' } {
  const newlines = new Set(text.replace(/"[^"]*"/g, '').match(/\r\n|\r|\n/g));
  if (newlines.size > 1) return { text: text.replace(/\r\n?/g, '\n'), newline: '\n' };
  if (newlines.has('\r\n')) return { text, newline: '\r\n' };
  return { text, newline: newlines.has('\r') ? '\r' : '\n' };
}

const notTextProblem = (): Problem => new Problem('invalid', message('translations.faults.notText'));

/**
 * Bytes that state no encoding and are not UTF-8 become characters of `x-user-defined`. No encoding of Windows has separators, quotation marks or line breaks
 * within a character.
 */
function decodeText(bytes: Uint8Array): { readonly text: string; readonly isUndecoded: boolean } {
  const encoding = detectEncoding(bytes);
  const stated = decodeStrictly(bytes, encoding);
  if (stated === undefined && (encoding !== 'utf-8' || hasUtf8Mark(bytes))) throw notTextProblem();
  const text = stated ?? new TextDecoder('x-user-defined').decode(bytes);
  // ISO-2022-JP consists of ASCII characters only, between these sequences.
  if (text.split('\u001B').some((part, at) => at > 0 && /^(?:\$[@B]|\([BIJ])/.test(part))) throw notTextProblem();
  return { text, isUndecoded: stated === undefined };
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const hasUtf8Mark = ([first, second, third]: Uint8Array): boolean => first === 0xef && second === 0xbb && third === 0xbf;

/** By the byte order mark; without one, text in UTF-16 has a zero byte beside its first letter. */
function detectEncoding([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0)) return 'utf-16be';
  return 'utf-8';
}
