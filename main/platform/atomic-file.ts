/**
 * Writes files atomically. New content is written to a hidden draft in the same folder, which is renamed, so that a reader sees either the
 * previous content or the new one, even after a crash. The results of functions that say “durably” also survive a power failure.
 */

import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, link, lstat, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCodeOf } from './errors.ts';
import { delay, systemTimer, type Timer } from './timer.ts';

type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>;
interface ReplaceOptions {
  /** Permissions of the file; by default, those of the system. */
  readonly mode?: number;
}

/**
 * Writes a file in an existing folder. Its content is flushed to the disk before the rename. Returns the number of bytes. Throws the error
 * of the system, and leaves no draft in that case.
 */
export async function replaceFile(
  file: string,
  content: FileContent,
  { mode, isNew = false }: ReplaceOptions & { readonly isNew?: boolean } = {},
): Promise<number> {
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
    if (isNew) await moveToNewFile(draft, file);
    else await retryWhileBusy(() => rename(draft, file));
    return size;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Fails with EEXIST if there is a file. Where the file system has no hard links, a process that is killed in between can leave a part of the file. */
async function moveToNewFile(draft: string, file: string): Promise<void> {
  await link(draft, file).catch((error: unknown) => {
    if (errorCodeOf(error) === 'EEXIST') throw error;
    return copyFile(draft, file, constants.COPYFILE_EXCL);
  });
  await rm(draft, { force: true });
}

/**
 * Creates a small file, which appears with its content. Returns false, and changes nothing, if there is one. Where the file system has no hard links (FAT, some
 * network drives), a process that is killed in between can leave an empty file. Throws the error of the system.
 */
export async function createFile(file: string, content: string): Promise<boolean> {
  if (await lstat(file).catch(() => null)) return false;
  const draft = draftPath(file, randomBytes(8).toString('hex'));
  try {
    await writeFile(draft, content, { flag: 'wx', flush: true });
    await link(draft, file).catch((error: unknown) => {
      if (errorCodeOf(error) === 'EEXIST') throw error;
      return writeFile(file, content, { flag: 'wx', flush: true });
    });
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** Removes the drafts of processes that were killed while they replaced or created the file. One of a process that still runs is removed, too. */
export async function removeDrafts(file: string): Promise<void> {
  const prefix = draftPath(basename(file), '');
  const isDraft = (name: string): boolean => name.startsWith(prefix) && /^[0-9a-f]{16}$/.test(name.slice(prefix.length));
  const names = await readdir(dirname(file));
  await Promise.all(names.filter(isDraft).map((name) => rm(join(dirname(file), name), { force: true })));
}

/** For small files that can be created again, so that losing them in a power failure is acceptable. */
export function replaceFileSync(file: string, content: string | Uint8Array, { mode }: ReplaceOptions = {}): void {
  replaceFileWithSync(file, (draft) => writeFileSync(draft, content, { mode }));
}

/** Like replaceFileSync, for a small file that must survive a power failure. */
export function replaceFileDurablySync(file: string, content: string, { mode }: ReplaceOptions = {}): void {
  replaceFileWithSync(file, (draft) => writeFileSync(draft, content, { mode, flush: true }));
  syncFolderSync(dirname(file));
}

/** Like replaceFileSync, for content that `write` writes to the given path, where no file exists. */
export function replaceFileWithSync(file: string, write: (draft: string) => void): void {
  // No other code runs in the meantime, so a fixed name suffices; the draft of a killed process is overwritten.
  const draft = draftPath(file, 'new');
  try {
    rmSync(draft, { force: true });
    write(draft);
    retryWhileBusySync(() => renameSync(draft, file));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Moves a file that has been flushed to the disk, and flushes its new folder entry. Creates the folder, for this user only. If a file of
 * the same size exists and cannot be replaced, it is assumed to have the same content, because callers name files by their content.
 */
export async function moveFileDurably(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  const createdFolder = await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await rename(from, to);
  } catch (error) {
    // Windows does not replace a file that is being read.
    const [source, existing] = await Promise.all([stat(from), stat(to).catch(() => undefined)]);
    if (existing?.size !== source.size) throw error;
    await rm(from, { force: true });
  }
  await syncFolder(folder);
  if (createdFolder !== undefined) await syncFolder(dirname(folder));
}

/** Flushes the entries of a folder. Otherwise a power failure could undo a rename. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and NTFS keeps a journal of its entries.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Like syncFolder, for callers that cannot wait. */
export function syncFolderSync(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * A hidden path in the same folder, so that a rename never copies. With 60 characters of three bytes, the name is shorter than the maximum
 * of 255 bytes.
 */
const draftPath = (file: string, suffix: string): string => join(dirname(file), `.${basename(file).slice(0, 60)}.${suffix}`);

const busyErrorCodes = new Set(['EPERM', 'EBUSY', 'EACCES']);
export const isBusyError = (error: unknown): boolean => busyErrorCodes.has(errorCodeOf(error) ?? '');

/** Tries again for about 1.3 seconds while the file is held. Throws the last error. */
export async function retryWhileBusy<T>(attempt: () => T | Promise<T>, timer: Timer = systemTimer): Promise<T> {
  for (let wait = 10; ; wait *= 2) {
    try {
      return await attempt();
    } catch (error) {
      if (wait > 640 || !isBusyError(error)) throw error;
      await delay(timer, wait);
    }
  }
}

/** The same for callers that cannot wait: for 30 milliseconds, in which this thread does nothing else. */
function retryWhileBusySync<T>(attempt: () => T): T {
  for (let wait = 10; ; wait *= 2) {
    try {
      return attempt();
    } catch (error) {
      if (wait > 20 || !isBusyError(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
    }
  }
}
