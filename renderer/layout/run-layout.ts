/** Has a board laid out beside the window's own thread; it can be given up at any time. */
import type { Job, Places } from './lay-out.ts';
import type { Told } from './layout-worker.ts';

/** Null when there is no room; rejects when the worker fails or `signal` says to stop. */
export function runLayout(job: Job, { signal, progress }: { signal: AbortSignal; progress: (part: number) => void }): Promise<Places> {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
  const ended = new Promise<Places>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Told>) => ('places' in data ? resolve(data.places) : progress(data.part));
    worker.onerror = (event) => reject(new Error(event.message || 'The layout failed.'));
    signal.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')), { once: true });
  });
  worker.postMessage(job);
  return ended.finally(() => worker.terminate());
}
