/**
 * Reads and writes table files in a worker, so that a large workbook does not block the window. Rows are passed in pieces, because a large
 * message would block it too.
 */
import { Problem, type SerializedProblem } from '../../../shared/problem.ts';
import type { NumberedTable } from '../../../shared/sheets/sheet-headers.ts';
import { writeXlsx } from '../../../shared/sheets/write-xlsx.ts';
import { readCsv, writeCsv } from './csv.ts';
import { isWorkbook, readXlsx } from './read-xlsx.ts';

export type SheetFormat = 'csv' | 'xlsx';
export type SheetRequest =
  | { readonly do: 'append'; readonly lines: readonly (readonly string[])[] }
  | { readonly do: 'write'; readonly as: SheetFormat; readonly widths: readonly number[] }
  | { readonly do: 'read'; readonly bytes: Uint8Array };
export type SheetResponse =
  | { readonly file: Blob }
  | { readonly piece: NumberedTable; readonly isLast: boolean }
  | { readonly problem: SerializedProblem };

const mimeTypes: Readonly<Record<SheetFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Rows of one message to the window. */
const chunkSize = 500;
const receivedLines: (readonly string[])[] = [];

function handleRequest(job: Exclude<SheetRequest, { do: 'append' }>): Iterable<SheetResponse> {
  if (job.do === 'read') return splitIntoChunks(readTable(job.bytes));
  // Bytes would be copied on the window's thread; a Blob is passed by reference.
  return [
    { file: new Blob([job.as === 'csv' ? writeCsv(receivedLines) : writeXlsx(receivedLines, job.widths)], { type: mimeTypes[job.as] }) },
  ];
}

const readTable = (bytes: Uint8Array): NumberedTable => (isWorkbook(bytes) ? readXlsx(bytes) : readCsv(bytes));

function* splitIntoChunks({ table, rows, ...rest }: NumberedTable): Generator<SheetResponse> {
  for (let at = 0; at === 0 || at < table.length; at += chunkSize)
    yield {
      piece: { table: table.slice(at, at + chunkSize), rows: rows.slice(at, at + chunkSize), ...rest },
      isLast: at + chunkSize >= table.length,
    };
}

self.addEventListener('message', ({ data }: MessageEvent<SheetRequest>) => {
  try {
    if (data.do === 'append') for (const line of data.lines) receivedLines.push(line);
    else for (const each of handleRequest(data)) self.postMessage(each);
  } catch (error) {
    self.postMessage({ problem: Problem.from(error).serialize() } satisfies SheetResponse);
  }
});
