/**
 * Makes V8 collect garbage sooner while a lot of it is created. By default, on computers with much memory, V8 waits until the heap has
 * grown to four times the size after the last full collection.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * How far the heap may grow before the next full collection, in percent. 50 would take about a tenth less processor time for an import, but
 * more memory: half the size of the file.
 */
const growingPercent = 30;

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

/** Larger than the buffers outside of its heap that V8 allows before it begins a full collection. */
const noticedBytes = 96 * 2 ** 20;

/**
 * Begins a full collection that runs beside other work, for a moment at which a lot of memory has become unused. V8 has no call for that
 * (`gc` stops everything until it has ended), but begins one when a large buffer is allocated. The buffer is never written to, so it takes
 * no memory.
 */
export function beginFullGc(): void {
  try {
    new ArrayBuffer(noticedBytes).transfer(0);
  } catch {
    // The system has no memory for the buffer. V8 collects all it can before an allocation fails, so nothing is left to do.
  }
}

/** Lets V8 decide. */
const defaultGrowth = 0;

const setGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);
