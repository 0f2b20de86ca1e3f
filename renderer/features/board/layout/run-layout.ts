/** Runs a layout in a worker; it can be cancelled at any time. */
import { trustScriptUrl } from '../../../platform/trusted-types.ts';
import type { LayoutRequest, LayoutResult } from './layout-items.ts';
import type { LayoutWorkerMessage } from './layout-worker.ts';
import layoutWorkerUrl from './layout-worker.ts?worker&url';

/** Null if there is not enough room. Rejects if the worker fails or `signal` is aborted. */
export function runLayout(
  job: LayoutRequest,
  { signal, progress }: { signal: AbortSignal; progress: (part: number) => void },
): Promise<LayoutResult> {
  const worker = new Worker(trustScriptUrl(layoutWorkerUrl), { type: 'module' });
  const ended = new Promise<LayoutResult>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<LayoutWorkerMessage>) => ('places' in data ? resolve(data.places) : progress(data.part));
    worker.onerror = (event) => reject(new Error(event.message || 'The layout failed.'));
    signal.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')), { once: true });
  });
  worker.postMessage(job);
  return ended.finally(() => worker.terminate());
}
