/** Writes and reads table files beside the window's own thread: a large story is a large workbook. */
import { Problem, type ProblemCode, type ProblemJson } from '../../shared/problem.ts';
import { readCsv, type Table, writeCsv } from './csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { writeXlsx } from './write-xlsx.ts';

export type SheetFormat = 'csv' | 'xlsx';
export type SheetJob =
  | { readonly do: 'write'; readonly as: SheetFormat; readonly table: Table; readonly widths: readonly number[] }
  | { readonly do: 'read'; readonly bytes: Uint8Array };
export interface ReadTable {
  readonly table: Table;
  readonly rows: readonly number[];
}
export type SheetAnswer =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly read: ReadTable }
  | { readonly problem: ProblemJson & { code: ProblemCode } };

/** A workbook is a zip archive, whatever its name is. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

function answer(job: SheetJob): SheetAnswer {
  if (job.do === 'read') return { read: isZip(job.bytes) ? readXlsx(job.bytes) : readCsv(job.bytes) };
  return { bytes: job.as === 'csv' ? writeCsv(job.table) : writeXlsx(job.table, job.widths) };
}

self.addEventListener('message', ({ data }: MessageEvent<SheetJob>) => {
  try {
    self.postMessage(answer(data));
  } catch (error) {
    self.postMessage({ problem: Problem.from(error).toJSON() } satisfies SheetAnswer);
  }
});
