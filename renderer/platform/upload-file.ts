/** Sends a file to the browser shell, where the window has no path of it. */

import type { CallResult } from '../../shared/contracts/ipc/call-types.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { backendUnavailable } from './browser-bridge.ts';
import { pageSecretHeaders } from './page-secret.ts';

interface UploadOptions {
  readonly signal: AbortSignal;
  /** Receives the completed fraction, 0 to 1. */
  readonly progress: (part: number) => void;
}

export const cancelledProblem = (): Problem => new Problem('cancelled', message('problem.job.cancelledShort'));

/** Rejects with `cancelled` on abort. Uses XMLHttpRequest, because `fetch` does not report the progress of an upload. */
export function uploadFile<T>(address: string, file: File, { signal, progress }: UploadOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const finish = (settle: () => void) => {
      signal.removeEventListener('abort', abort);
      settle();
    };
    signal.addEventListener('abort', abort, { once: true });
    request.upload.addEventListener('progress', ({ loaded, total }) => total > 0 && progress(loaded / total));
    request.addEventListener('abort', () => finish(() => reject(cancelledProblem())));
    request.addEventListener('error', () => finish(() => reject(backendUnavailable())));
    request.addEventListener('load', () => finish(() => settleResponse(request.responseText, resolve, reject)));
    request.open('POST', address);
    request.setRequestHeader('content-type', 'application/octet-stream');
    for (const [name, value] of Object.entries(pageSecretHeaders)) request.setRequestHeader(name, value);
    request.send(file);
  });
}

function settleResponse<T>(text: string, resolve: (value: T) => void, reject: (problem: Problem) => void): void {
  try {
    // Sent by our own backend, which serves this page.
    const answer = JSON.parse(text) as CallResult<T>;
    if (answer.ok) resolve(answer.value);
    else reject(Problem.fromJSON(answer.problem));
  } catch {
    reject(new Problem('internal', message('problem.window.uploadFailed')));
  }
}
