/**
 * Lets the memory of pieces that have gone through go at once. V8 counts the bytes of buffers only now and then: an upload that is never
 * held in memory would still grow the process by some 60 MB of pieces nobody needs any more.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: { readonly type: 'minor' }) => void;
let collectGarbage: CollectGarbage | null | undefined;

/** Bytes after which it is worth it: it takes about a millisecond. */
const bytesPerCollection = 4 * 1024 * 1024;

/** Answers a function that is told how many bytes have gone through. */
export function createMinorGcTrigger(): (bytes: number) => void {
  let gone = 0;
  return (bytes) => {
    gone += bytes;
    if (gone < bytesPerCollection) return;
    gone = 0;
    collectGarbage ??= findGarbageCollector();
    collectGarbage?.({ type: 'minor' });
  };
}

/** Not every V8 is built with it; then memory goes later. */
function findGarbageCollector(): CollectGarbage | null {
  try {
    setFlagsFromString('--expose-gc');
    const found: unknown = runInNewContext('gc');
    return typeof found === 'function' ? (found as CollectGarbage) : null;
  } catch {
    return null;
  }
}
