/**
 * Frees the memory of streamed chunks early. V8 only accounts for the bytes of buffers occasionally, so although an upload is streamed, the
 * process would grow by about 60 MB of unused chunks.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: { readonly type: 'minor' }) => void;
let collectGarbage: CollectGarbage | null | undefined;

/** Bytes between two collections, each of which takes about a millisecond. */
const bytesPerCollection = 4 * 1024 * 1024;

/** Returns a function that must be called with the size of each chunk. */
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

/** The garbage collector of V8; null in builds without it, which free the memory later. */
function findGarbageCollector(): CollectGarbage | null {
  try {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    // The flag --expose-gc defines `gc` with these options.
    return typeof collect === 'function' ? (collect as CollectGarbage) : null;
  } catch {
    return null;
  }
}
