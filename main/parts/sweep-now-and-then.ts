/** Stored files that nobody needs any more go: some time after the start, and then once an hour (G13). */
import type { Vault } from '../assets/vault.ts';
import type { Engine } from '../engine/engine.ts';

/** Milliseconds. */
const afterStart = 120_000;
const hour = 3_600_000;

export function sweepNowAndThen(vault: Vault, engine: Engine, log: (line: string) => void): { stop(): void } {
  const first = setTimeout(() => void sweep(), afterStart).unref();
  const again = setInterval(() => void sweep(), hour).unref();
  async function sweep(): Promise<void> {
    try {
      const gone = await sweepFiles(vault, engine);
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
export function sweepFiles(vault: Vault, engine: Engine): Promise<string[]> {
  let looked = { hash: '', version: -1, files: new Set<string>() };
  const filesOf = (hash: string): Set<string> => {
    const version = versionOf(engine, hash);
    if (looked.hash !== hash || looked.version !== version) looked = { hash, version, files: engine.filesNamed(hash) };
    return looked.files;
  };
  return vault.sweep({ named: (hash, file) => filesOf(hash).has(file) || engine.isInHistory(hash, file) });
}

/** -1: it has been removed. */
function versionOf(engine: Engine, hash: string): number {
  try {
    return engine.versionOf(hash).version;
  } catch {
    return -1;
  }
}
