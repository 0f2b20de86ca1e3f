/** Writes the translations to a table file and reads one. The slow parts run in a worker and can be cancelled. */

import { appendAll } from '../../../shared/lists.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import type { NumberedTable, SheetCell } from '../../../shared/sheets/sheet-headers.ts';
import { maxCellLength } from '../../../shared/sheets/write-xlsx.ts';
import { trustScriptUrl } from '../../platform/trusted-types.ts';
import { yieldToMain } from '../../state/run-in-slices.ts';
import type { SheetFormat, SheetRequest, SheetResponse } from './sheet-worker.ts';
import sheetWorkerUrl from './sheet-worker.ts?worker&url';
import type { TextRow } from './text-rows.ts';
import { columnWidth, generateSheetRows } from './translation-sheet.ts';

/** Rows are generated this long, in milliseconds, before the window may draw again. */
const sliceMs = 8;

interface SheetFileOptions {
  readonly as: SheetFormat;
  readonly rows: readonly TextRow[];
  readonly isos: readonly string[];
  readonly signal: AbortSignal;
}

export async function createSheetFile(project: Project, { as, rows, isos, signal }: SheetFileOptions): Promise<Blob> {
  const worker = openSheetWorker(signal);
  try {
    let header: readonly string[] | null = null;
    let lines: string[][] = [];
    let tooLong = 0;
    let sliceStart = performance.now();
    for (const line of generateSheetRows(project, rows, isos)) {
      header ??= line;
      lines.push(line);
      if (as === 'xlsx' && line.some((cell) => cell.length > maxCellLength)) tooLong++;
      if (performance.now() - sliceStart < sliceMs) continue;
      worker.send({ do: 'append', lines });
      lines = [];
      await yieldToMain();
      signal.throwIfAborted();
      sliceStart = performance.now();
    }
    if (tooLong > 0) throw new Problem('invalid', message('translations.tooLong', { count: tooLong }));
    worker.send({ do: 'append', lines });
    worker.send({ do: 'write', as, widths: (header ?? []).map(columnWidth) });
    const response = await worker.nextResponse();
    if (!('file' in response)) throw new Problem('internal', message('translations.notLoaded'));
    return response.file;
  } finally {
    worker.terminate();
  }
}

/** Throws a Problem that names the file and what is wrong with it. */
export async function readSheetFile(file: File, signal: AbortSignal): Promise<NumberedTable> {
  const worker = openSheetWorker(signal);
  try {
    worker.send({ do: 'read', bytes: new Uint8Array(await file.arrayBuffer()) });
    const table: (readonly SheetCell[])[] = [];
    const rows: number[] = [];
    for (;;) {
      const response = await worker.nextResponse();
      if (!('piece' in response)) throw new Problem('internal', message('translations.notLoaded'));
      appendAll(table, response.piece.table);
      appendAll(rows, response.piece.rows);
      if (response.isLast) return { ...response.piece, table, rows };
    }
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'cancelled') throw error;
    throw new Problem(error.code, message('translations.unreadableFile', { file: file.name, reason: error.text }), { cause: error });
  } finally {
    worker.terminate();
  }
}

/** A worker whose responses are awaited one by one. Aborting the signal rejects the pending one. */
function openSheetWorker(signal: AbortSignal) {
  signal.throwIfAborted();
  const worker = new Worker(trustScriptUrl(sheetWorkerUrl), { type: 'module' });
  const responses: SheetResponse[] = [];
  let wakeReader: () => void = () => undefined;
  let failure: { readonly reason: unknown } | null = null;
  const fail = (reason: unknown) => {
    failure ??= { reason };
    wakeReader();
  };
  worker.onmessage = ({ data }: MessageEvent<SheetResponse>) => {
    if ('problem' in data) return fail(Problem.fromJSON(data.problem));
    responses.push(data);
    wakeReader();
  };
  worker.onerror = () => fail(new Problem('internal', message('translations.notLoaded')));
  const abort = () => fail(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return {
    send: (request: SheetRequest) => worker.postMessage(request),
    async nextResponse(): Promise<SheetResponse> {
      for (;;) {
        if (failure) throw failure.reason;
        const next = responses.shift();
        if (next) return next;
        await new Promise<void>((resolve) => {
          wakeReader = resolve;
        });
      }
    },
    terminate(): void {
      signal.removeEventListener('abort', abort);
      worker.terminate();
    },
  };
}

/** Saves a file like any download: the browser or the desktop asks where to. */
export function saveAsDownload(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by then; without this the file would stay in memory as long as the window is open.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function pickSheetFile(): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.csv,.tsv,.txt,.xlsx';
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null), { once: true });
    input.addEventListener('cancel', () => resolve(null), { once: true });
    input.click();
  });
}
