/**
 * Files that are replaced whole: the new content is written beside the file, flushed to the disk, and renamed over it. Whoever reads the file sees the old
 * content or the new one, also after a crash.
 */
import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>;
interface ReplaceOptions {
  /** Permissions of the file; those of the system's default if left out. */
  readonly mode?: number;
}

/** Its folder must exist. Returns the number of bytes; throws the system's error, and leaves nothing behind then. */
export async function replaceFile(file: string, content: FileContent, { mode }: ReplaceOptions = {}): Promise<number> {
  const draft = draftPath(file, randomBytes(8).toString('hex'));
  try {
    const handle = await open(draft, 'wx', mode);
    let size = 0;
    try {
      await handle.writeFile(content);
      await handle.sync();
      size = (await handle.stat()).size;
    } finally {
      await handle.close();
    }
    await rename(draft, file);
    return size;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** For small files that may be lost with a power failure, but are never seen half written. */
export function replaceFileSync(file: string, content: string | Uint8Array, { mode }: ReplaceOptions = {}): void {
  // Nothing else runs in between, so the name can be the same each time: what a kill leaves behind is overwritten.
  const draft = draftPath(file, 'new');
  try {
    writeFileSync(draft, content, { mode });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Hidden, and in the same folder, so that renaming never copies. */
const draftPath = (file: string, suffix: string): string => join(dirname(file), `.${basename(file).slice(0, 80)}.${suffix}`);
