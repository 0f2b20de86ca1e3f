/**
 * The way to the program: Electron's IPC in the desktop, HTTP on loopback in the browser shell. The only file that
 * touches `window.taleport` or knows which of the two it is.
 */

import type { CallInput, CallName, CallOutput, CallResult, InvokeCall } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { MediaType, StoredFile } from '../../shared/contracts/stored-file.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

/** What the preload puts into the window. */
export interface DesktopBridge {
  readonly shell: 'desktop';
  ask(name: CallName, input: unknown): Promise<CallResult>;
  on(listener: (events: readonly BackendEvent[]) => void): () => void;
  /** The path of a dropped file, '' where it has none. */
  pathOf(file: File): string;
}

declare global {
  interface Window {
    readonly taleport?: DesktopBridge;
  }
}

interface Bridge {
  ask(name: CallName, input: unknown): Promise<CallResult>;
  on(listener: (events: readonly BackendEvent[]) => void): () => void;
  onReconnect(listener: () => void): () => void;
}

const desktop = typeof window === 'undefined' ? undefined : window.taleport;
const bridge: Bridge = desktop ? { ask: desktop.ask, on: desktop.on, onReconnect: () => () => {} } : createBrowserBridge();

export const shell: 'desktop' | 'browser' = desktop ? 'desktop' : 'browser';

export const invoke: InvokeCall = async <N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> => {
  const answer = await bridge.ask(name, input);
  if (!answer.ok) throw Problem.fromJSON(answer.problem);
  return answer.value as CallOutput<N>;
};

/** The program's events, in batches of at most one a frame. */
export const onEvents = (listener: (events: readonly BackendEvent[]) => void): (() => void) => bridge.on(listener);

/** Events may have been missed (the stream broke, or the process that held the projects went): whoever keeps a copy reads it again. */
export function onReconnect(listener: () => void): () => void {
  const streamAgain = bridge.onReconnect(listener);
  const otherProcess = bridge.on((events) => events.some(({ event }) => event === 'reconnected') && listener());
  return () => {
    streamAgain();
    otherProcess();
  };
}

/** Where a dropped file lies; the browser shell is not told. */
export const filePathOf = (file: File): string | undefined => desktop?.pathOf(file) || undefined;

export interface StoreFileOptions {
  /** What the file has to be; without it any picture, sound or film. */
  readonly type?: MediaType;
  /** Names the job, so that it can be cancelled. */
  readonly job: string;
  readonly signal: AbortSignal;
  /** Told the part that is done, 0 to 1. */
  readonly progress: (part: number) => void;
}

/** Brings a file into the vault of a project: by its path where the window is told it, else its bytes. Rejects with `cancelled` on abort. */
export async function storeFile(hash: string, file: File, options: StoreFileOptions): Promise<StoredFile> {
  if (options.signal.aborted) throw cancelledProblem();
  const path = filePathOf(file);
  return path === undefined ? uploadBytes(hash, file, options) : storeByPath(hash, path, file.name, options);
}

/** Where a stored file is read, in both shells. */
export const fileUrl = (hash: string, file: string): string => `/file/${encodeURIComponent(hash)}/${encodeURIComponent(file)}`;

/** The bytes of a stored file; null when it is not there. */
export async function readStoredFile(hash: string, file: string): Promise<Blob | null> {
  const response = await fetch(fileUrl(hash, file)).catch(() => null);
  return response?.ok ? response.blob() : null;
}

const cancelledProblem = (): Problem => new Problem('cancelled', message('problem.job.cancelledShort'));

async function storeByPath(
  hash: string,
  path: string,
  name: string,
  { type, job, signal, progress }: StoreFileOptions,
): Promise<StoredFile> {
  const silence = onEvents((events) => {
    for (const each of events) if (each.event === 'progress' && each.job === job && each.total > 0) progress(each.done / each.total);
  });
  const cancel = () => void invoke('job.cancel', { job }).catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await invoke('asset.store', { hash, path, name, job, ...(type ? { type } : {}) });
  } finally {
    signal.removeEventListener('abort', cancel);
    silence();
  }
}

/** XMLHttpRequest, since only that tells how much of a body has gone. */
function uploadBytes(hash: string, file: File, { type, signal, progress }: StoreFileOptions): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const query = new URLSearchParams({ name: file.name, ...(type ? { type } : {}) });
    const abort = () => request.abort();
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', abort);
      settle();
    };
    signal.addEventListener('abort', abort, { once: true });
    request.upload.addEventListener('progress', ({ loaded, total }) => total > 0 && progress(loaded / total));
    request.addEventListener('abort', () => end(() => reject(cancelledProblem())));
    request.addEventListener('error', () => end(() => reject(backendUnavailable())));
    request.addEventListener('load', () => end(() => settleUploadResponse(request.responseText, resolve, reject)));
    request.open('POST', `/upload/${encodeURIComponent(hash)}?${query}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.send(file);
  });
}

function settleUploadResponse(text: string, resolve: (stored: StoredFile) => void, reject: (problem: Problem) => void): void {
  try {
    const answer = JSON.parse(text) as CallResult<StoredFile>;
    if (answer.ok) resolve(answer.value);
    else reject(Problem.fromJSON(answer.problem));
  } catch {
    reject(new Problem('internal', message('problem.window.uploadFailed')));
  }
}

const backendUnavailable = (cause?: unknown): Problem => new Problem('internal', message('problem.window.noAnswer'), { cause });

/** Calls wait for the event stream, so that no change can fall between a reading and the first event. */
function createBrowserBridge(): Bridge {
  const listeners = new Set<(events: readonly BackendEvent[]) => void>();
  const again = new Set<() => void>();
  let stream: Promise<void> | undefined;

  const connect = () =>
    new Promise<void>((resolve) => {
      const source = new EventSource('/events');
      let opened = false;
      source.addEventListener('open', () => {
        if (opened) for (const listener of again) listener();
        opened = true;
        resolve();
      });
      source.addEventListener('error', () => resolve());
      source.addEventListener('message', ({ data }: MessageEvent<string>) => {
        const events = JSON.parse(data) as readonly BackendEvent[];
        for (const listener of listeners) listener(events);
      });
    });

  return {
    ask: async (name, input) => {
      stream ??= connect();
      await stream;
      try {
        const response = await fetch(`/call/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        });
        return (await response.json()) as CallResult;
      } catch (error) {
        throw backendUnavailable(error);
      }
    },
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onReconnect: (listener) => {
      again.add(listener);
      return () => again.delete(listener);
    },
  };
}
