/** Has a board laid out beside the window's own thread; it can be given up at any time. */
import type { LayoutRequest, LayoutResult } from './layout-items.ts';
import type { LayoutWorkerMessage } from './layout-worker.ts';

/** Null when there is no room; rejects when the worker fails or `signal` says to stop. */
export function runLayout(
  job: LayoutRequest,
  { signal, progress }: { signal: AbortSignal; progress: (part: number) => void },
): Promise<LayoutResult> {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
  const ended = new Promise<LayoutResult>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<LayoutWorkerMessage>) => ('places' in data ? resolve(data.places) : progress(data.part));
    worker.onerror = (event) => reject(new Error(event.message || 'The layout failed.'));
    signal.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')), { once: true });
  });
  worker.postMessage(job);
  return ended.finally(() => worker.terminate());
}
