/** Writes and reads tables as CSV (RFC 4180), in the variants that spreadsheets use. Pure. */

import Papa from 'papaparse';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { isKeyHeader, type NumberedTable } from '../../../shared/sheets/sheet-headers.ts';

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
 * UTF-16).
 */
export function readCsv(bytes: Uint8Array): NumberedTable {
  const decoded = decodeText(bytes);
  const statement = /^"?sep=([^\r\n])"?[,;\t]*(?:\r\n|\r|\n|$)/i.exec(decoded);
  const { text, newline } = withOneNewline(statement ? decoded.slice(statement[0].length) : decoded);
  const firstRow = statement ? 2 : 1;
  const delimiter = statement?.[1] ?? detectSeparator(text);
  const { data: quoted, errors } = Papa.parse<string[]>(text, { delimiter, newline });
  const quoteError = errors.find(({ type }) => type === 'Quotes');
  const plain = quoteError && delimiter === '\t' ? readPlainTabs(text, newline) : undefined;
  const data = plain ?? quoted;
  if (quoteError && !plain)
    throw new Problem('invalid', message('translations.faults.unclosed', { row: (quoteError.row ?? 0) + firstRow }));
  const table: string[][] = [];
  const rows: number[] = [];
  for (const [index, row] of data.entries()) {
    if (row.every((cell) => cell === '')) continue;
    table.push(row);
    rows.push(index + firstRow);
  }
  return { table, rows };
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

/**
 * The separator that occurs most often in the header, which is the first line that has a cell “Key”. Papa Parse would compare the first rows,
 * but texts may contain many separators; the names in our header contain none.
 */
function detectSeparator(text: string): string {
  const header = findHeaderLine(text) ?? text.split(/\r|\n/, 1)[0] ?? '';
  const count = (separator: string): number => header.split(separator).length;
  return separators.reduce((most, separator) => (count(separator) > count(most) ? separator : most));
}

function findHeaderLine(text: string): string | undefined {
  for (const [line] of text.matchAll(/[^\r\n]+/g))
    if (line.split(/[,;\t]/).some((cell) => isKeyHeader(cell.replaceAll('"', '')))) return line;
  return undefined;
}

/** Papa Parse accepts one kind of line break in a file; in files with several, all become `\n`. */
function withOneNewline(text: string): { text: string; newline: '\r\n' | '\n' | '\r' } {
  const newlines = new Set(text.replace(/"[^"]*"/g, '').match(/\r\n|\r|\n/g));
  if (newlines.size > 1) return { text: text.replace(/\r\n?/g, '\n'), newline: '\n' };
  if (newlines.has('\r\n')) return { text, newline: '\r\n' };
  return { text, newline: newlines.has('\r') ? '\r' : '\n' };
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder(detectEncoding(bytes), { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('invalid', message('translations.faults.notText'));
  }
}

/** By the byte order mark; without one, text in UTF-16 has a zero byte beside its first letter. */
function detectEncoding([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0)) return 'utf-16be';
  return 'utf-8';
}
