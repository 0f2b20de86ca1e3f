/** The table of translations out to a file and in from one. What takes long goes on beside the window, and can be given up. */

import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { translationsMessages as words } from '../../messages/en/translations.ts';
import { yieldToMain } from '../../state/open-project.ts';
import type { NumberedTable, SheetFormat, SheetRequest, SheetResponse } from './sheet-worker.ts';
import type { TextRow } from './text-rows.ts';
import { columnWidth, generateSheetRows } from './translation-sheet.ts';
import { MAX_CELL_LENGTH } from './write-xlsx.ts';

/** So long lines are made before the screen has its turn, in milliseconds. */
const SLICE_MS = 8;

export interface SheetFileOptions {
  readonly as: SheetFormat;
  readonly rows: readonly TextRow[];
  readonly isos: readonly string[];
  readonly signal: AbortSignal;
}

export async function createSheetFile(project: Project, { as, rows, isos, signal }: SheetFileOptions): Promise<Blob> {
  const worker = openSheetWorker(signal);
  try {
    let head: readonly string[] | null = null;
    let lines: string[][] = [];
    let tooLong = 0;
    let began = performance.now();
    for (const line of generateSheetRows(project, rows, isos)) {
      head ??= line;
      lines.push(line);
      if (as === 'xlsx' && line.some((cell) => cell.length > MAX_CELL_LENGTH)) tooLong++;
      if (performance.now() - began < SLICE_MS) continue;
      worker.send({ do: 'take', lines });
      lines = [];
      await yieldToMain();
      signal.throwIfAborted();
      began = performance.now();
    }
    if (tooLong > 0) throw new Problem('invalid', words.tooLong(tooLong));
    worker.send({ do: 'take', lines });
    worker.send({ do: 'write', as, widths: (head ?? []).map(columnWidth) });
    const told = await worker.answer();
    if (!('file' in told)) throw new Problem('internal', words.notLoaded);
    return told.file;
  } finally {
    worker.end();
  }
}

export async function readSheetFile(file: Blob, signal: AbortSignal): Promise<NumberedTable> {
  const worker = openSheetWorker(signal);
  try {
    worker.send({ do: 'read', bytes: new Uint8Array(await file.arrayBuffer()) });
    const [table, rows]: [(readonly string[])[], number[]] = [[], []];
    for (;;) {
      const told = await worker.answer();
      if (!('piece' in told)) throw new Problem('internal', words.notLoaded);
      table.push(...told.piece.table);
      rows.push(...told.piece.rows);
      if (told.isLast) return { table, rows };
    }
  } finally {
    worker.end();
  }
}

/** A worker whose answers are waited for one by one. */
function openSheetWorker(signal: AbortSignal) {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
  const answers: SheetResponse[] = [];
  let wakes: () => void = () => undefined;
  let fault: unknown = null;
  const fail = (why: unknown) => {
    fault ??= why;
    wakes();
  };
  worker.onmessage = ({ data }: MessageEvent<SheetResponse>) => {
    if ('problem' in data) return fail(Problem.fromJSON(data.problem));
    answers.push(data);
    wakes();
  };
  worker.onerror = () => fail(new Problem('internal', words.notLoaded));
  const stop = () => fail(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  return {
    send: (job: SheetRequest) => worker.postMessage(job),
    async answer(): Promise<SheetResponse> {
      for (;;) {
        if (fault !== null) throw fault;
        const next = answers.shift();
        if (next) return next;
        await new Promise<void>((wake) => {
          wakes = wake;
        });
      }
    },
    end(): void {
      signal.removeEventListener('abort', stop);
      worker.terminate();
    },
  };
}

/** Hands a file to the writer: the browser and the desktop ask where it goes. */
export function downloadFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then; without this the file would stay in memory as long as the window.
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
