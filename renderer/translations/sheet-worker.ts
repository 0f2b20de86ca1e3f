/**
 * Writes and reads table files beside the window's own thread: a large story is a large workbook. Lines come and go in pieces, since what is
 * handed over at once holds the window up.
 */
import { Problem, type ProblemCode, type ProblemJson } from '../../shared/problem.ts';
import { readCsv, type Table, writeCsv } from './csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { writeXlsx } from './write-xlsx.ts';

export type SheetFormat = 'csv' | 'xlsx';
export interface ReadTable {
  readonly table: Table;
  readonly rows: readonly number[];
}
export type SheetJob =
  | { readonly do: 'take'; readonly lines: Table }
  | { readonly do: 'write'; readonly as: SheetFormat; readonly widths: readonly number[] }
  | { readonly do: 'read'; readonly bytes: Uint8Array };
export type SheetAnswer =
  | { readonly file: Blob }
  | { readonly piece: ReadTable; readonly isLast: boolean }
  | { readonly problem: ProblemJson & { code: ProblemCode } };

const types: Readonly<Record<SheetFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Lines of a piece on its way to the window. */
const PIECE = 500;
const taken: (readonly string[])[] = [];

/** A workbook is a zip archive, whatever its name is. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

function answer(job: Exclude<SheetJob, { do: 'take' }>): Iterable<SheetAnswer> {
  if (job.do === 'read') return piecesOf(isZip(job.bytes) ? readXlsx(job.bytes) : readCsv(job.bytes));
  // As a file already: tens of megabytes as bytes would be copied on the window's own thread.
  return [{ file: new Blob([job.as === 'csv' ? writeCsv(taken) : writeXlsx(taken, job.widths)], { type: types[job.as] }) }];
}

function* piecesOf({ table, rows }: ReadTable): Generator<SheetAnswer> {
  for (let at = 0; at === 0 || at < table.length; at += PIECE)
    yield { piece: { table: table.slice(at, at + PIECE), rows: rows.slice(at, at + PIECE) }, isLast: at + PIECE >= table.length };
}

self.addEventListener('message', ({ data }: MessageEvent<SheetJob>) => {
  try {
    if (data.do === 'take') for (const line of data.lines) taken.push(line);
    else for (const each of answer(data)) self.postMessage(each);
  } catch (error) {
    self.postMessage({ problem: Problem.from(error).toJSON() } satisfies SheetAnswer);
  }
});
