/**
 * Lets the memory of pieces that have gone through go at once. V8 counts the bytes of buffers only now and then: an upload that is never
 * held in memory would still grow the process by some 60 MB of pieces nobody needs any more.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { readonly type: 'minor' }) => void;
let collect: Collect | null | undefined;

/** Bytes after which it is worth it: it takes about a millisecond. */
const worth = 4 * 1024 * 1024;

/** Answers a function that is told how many bytes have gone through. */
export function youngGarbage(): (bytes: number) => void {
  let gone = 0;
  return (bytes) => {
    gone += bytes;
    if (gone < worth) return;
    gone = 0;
    collect ??= findCollector();
    collect?.({ type: 'minor' });
  };
}

/** Not every V8 is built with it; then memory goes later. */
function findCollector(): Collect | null {
  try {
    setFlagsFromString('--expose-gc');
    const found: unknown = runInNewContext('gc');
    return typeof found === 'function' ? (found as Collect) : null;
  } catch {
    return null;
  }
}
