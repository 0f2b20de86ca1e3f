/** Stored files that nobody needs any more go: some time after the start, and then once an hour (G13). */
import type { FileStore } from '../assets/file-store.ts';
import type { Engine } from '../engine/engine.ts';

/** Milliseconds. */
const firstDelay = 120_000;
const oneHour = 3_600_000;

export function scheduleUnusedFileCleanup(vault: FileStore, engine: Engine, log: (line: string) => void): { stop(): void } {
  const first = setTimeout(() => void sweep(), firstDelay).unref();
  const again = setInterval(() => void sweep(), oneHour).unref();
  async function sweep(): Promise<void> {
    try {
      const gone = await removeUnusedFiles(vault, engine);
      if (gone.length > 0) log(`${gone.length} stored files that no asset names were removed`);
    } catch (error) {
      log(`The stored files could not be swept: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
  return {
    stop() {
      clearTimeout(first);
      clearInterval(again);
    },
  };
}

/** What an undo may bring back counts as named. */
export function removeUnusedFiles(vault: FileStore, engine: Engine): Promise<string[]> {
  let looked = { hash: '', version: -1, files: new Set<string>() };
  const filesOf = (hash: string): Set<string> => {
    const version = versionOrNone(engine, hash);
    if (looked.hash !== hash || looked.version !== version) looked = { hash, version, files: engine.listReferencedFiles(hash) };
    return looked.files;
  };
  return vault.sweepUnreferenced({ named: (hash, file) => filesOf(hash).has(file) || engine.isTextInHistory(hash, file) });
}

/** -1: it has been removed. */
function versionOrNone(engine: Engine, hash: string): number {
  try {
    return engine.getVersion(hash).version;
  } catch {
    return -1;
  }
}
