/** A layout in a worker: its progress, its result, and cancelling it. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type LayoutRequest, layoutItems } from '../../../../../renderer/features/board/layout/layout-items.ts';
import type { LayoutWorkerMessage } from '../../../../../renderer/features/board/layout/layout-worker.ts';
import { runLayout } from '../../../../../renderer/features/board/layout/run-layout.tsx';

/** A worker as browsers have it, but on this thread: messages are cloned, and a terminated worker sends none. */
class WorkerHere {
  static last: WorkerHere | null = null;
  onmessage: ((event: { data: LayoutWorkerMessage }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  isEnded = false;
  constructor() {
    WorkerHere.last = this;
  }
  postMessage(job: LayoutRequest): void {
    const tell = (message: LayoutWorkerMessage) => !this.isEnded && this.onmessage?.({ data: structuredClone(message) });
    void layoutItems(structuredClone(job), (part) => tell({ part })).then((places) => tell({ places }));
  }
  terminate(): void {
    this.isEnded = true;
  }
}

const item = (id: string) => ({ id, x: 0, y: 0, width: 301, height: 121 });
const job: LayoutRequest = {
  items: ['a', 'b', 'c', 'd'].map(item),
  arrows: [
    { from: 'a', to: 'b' },
    { from: 'c', to: 'd' },
  ],
  obstacles: [],
};

describe('[Canvas] a layout', () => {
  afterEach(() => vi.unstubAllGlobals());
  const begin = (signal: AbortSignal = new AbortController().signal) => {
    vi.stubGlobal('Worker', WorkerHere);
    const parts: number[] = [];
    return { parts, places: runLayout(job, { signal, progress: (part) => parts.push(part) }) };
  };

  test('reports its progress, returns a position for each item, and ends its worker', async () => {
    const { parts, places } = begin();
    expect([...((await places) ?? [])].map(([id]) => id).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(parts).toEqual([0.5, 1]);
    expect(WorkerHere.last?.isEnded).toBe(true);
  });

  test('is cancelled at once: its worker ends, and nothing more is reported', async () => {
    const giveUp = new AbortController();
    const { parts, places } = begin(giveUp.signal);
    giveUp.abort();
    const countBefore = parts.length;
    await expect(places).rejects.toThrow('Given up');
    expect(WorkerHere.last?.isEnded).toBe(true);
    await layoutItems(job);
    expect(parts).toHaveLength(countBefore);
  });

  test('rejects if its worker fails', async () => {
    const { places } = begin();
    WorkerHere.last?.onerror?.({ message: 'broken' });
    await expect(places).rejects.toThrow('broken');
    expect(WorkerHere.last?.isEnded).toBe(true);
  });
});
