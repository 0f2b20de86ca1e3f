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

/** Lets V8 decide. */
const defaultGrowth = 0;

const setGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);
