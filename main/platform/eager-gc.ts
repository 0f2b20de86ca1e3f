/**
 * Makes V8 collect garbage sooner: while a lot of it is created, and while chunks are streamed. By default, on computers with much memory, V8 waits until the heap has
 * grown to four times the size after the last full collection.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { once } from './once.ts';

/**
 * How far the heap may grow before the next full collection, in percent. 50 would take about a tenth less processor time for an import, but
 * more memory: half the size of the file.
 */
const growingPercent = 30;

/** How many are running; one counter, because the flag applies to the process. */
let running = 0;

/** V8 reads the flag after each full collection, and it applies to all threads of the process. */
export async function withEagerGc<T>(work: () => Promise<T>): Promise<T> {
  if (running++ === 0) setGrowth(growingPercent);
  try {
    return await work();
  } finally {
    if (--running === 0) setGrowth(defaultGrowth);
  }
}

/** Lets V8 decide. */
const defaultGrowth = 0;

const setGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);

type CollectGarbage = (options: { readonly type: 'minor' }) => void;

/** Bytes between two collections, each of which takes about a millisecond. */
const bytesPerCollection = 4 * 1024 * 1024;

/**
 * Frees the memory of streamed chunks early. V8 only accounts for the bytes of buffers occasionally, so although an upload is streamed, the
 * process would grow by about 60 MB of unused chunks. Returns a function that must be called with the size of each chunk.
 */
export function createMinorGcTrigger(): (bytes: number) => void {
  let uncollected = 0;
  return (bytes) => {
    uncollected += bytes;
    if (uncollected < bytesPerCollection) return;
    uncollected = 0;
    findGarbageCollector()?.({ type: 'minor' });
  };
}

/** The garbage collector of V8; null in builds without it, which free the memory later. */
const findGarbageCollector = once((): CollectGarbage | null => {
  try {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    // The flag --expose-gc defines `gc` with these options.
    return typeof collect === 'function' ? (collect as CollectGarbage) : null;
  } catch {
    return null;
  }
});
