/**
 * Frees the memory of streamed chunks early. V8 accounts for the bytes of buffers only occasionally, so an upload, though streamed, would
 * let the process grow by about 60 MB of unused chunks.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: { readonly type: 'minor' }) => void;
let collectGarbage: CollectGarbage | null | undefined;

/** Bytes between two collections, each of which takes about a millisecond. */
const bytesPerCollection = 4 * 1024 * 1024;

/** Returns a function to be called with the size of each chunk. */
export function createMinorGcTrigger(): (bytes: number) => void {
  let uncollected = 0;
  return (bytes) => {
    uncollected += bytes;
    if (uncollected < bytesPerCollection) return;
    uncollected = 0;
    collectGarbage ??= findGarbageCollector();
    collectGarbage?.({ type: 'minor' });
  };
}

/** Not every build of V8 has it; without it, memory is freed later. */
function findGarbageCollector(): CollectGarbage | null {
  try {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    // --expose-gc defines `gc` with these options.
    return typeof collect === 'function' ? (collect as CollectGarbage) : null;
  } catch {
    return null;
  }
}
