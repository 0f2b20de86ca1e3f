/**
 * The few file system calls that targets need, so that a test can let one of them fail. Nothing here follows a symbolic
 * link out of the way: guard.ts has resolved the paths before. Errors are Node's own, with their code.
 */

import { createHash } from 'node:crypto';
import { constants, lstatSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Print, printOf } from './hash.ts';

export type PathKind = 'file' | 'folder' | 'link' | 'other';
export interface Found extends Print {
  /** False for a file that is marked read-only, whoever asks. */
  readonly writable: boolean;
  readonly mode: number;
}

export interface Disk {
  /** What is there, without following a link; null where there is nothing. */
  kind(path: string): Promise<PathKind | null>;
  /** The same folder has the same identity, whatever it is called; null where there is no folder. */
  identity(folder: string): Promise<string | null>;
  real(path: string): Promise<string>;
  /** Names in a folder; none where there is no folder. */
  names(folder: string): Promise<string[]>;
  text(path: string): Promise<string>;
  /** The print of a file, null where there is none. */
  find(path: string): Promise<Found | null>;
  makeFolder(path: string): Promise<void>;
  /** A new file, on the disk for good. */
  write(path: string, bytes: Uint8Array, mode: number | null): Promise<void>;
  /** Puts `from` over `to` if `to` still has this print (null: is not there). False: it has not, and nothing was done. */
  replace(from: string, to: string, was: string | null): Promise<boolean>;
  /** Removes a file that still has this print. False: it has not. */
  remove(path: string, was: string): Promise<boolean>;
  /** What was renamed in this folder stays so after a power cut. */
  sync(folder: string): Promise<void>;
  /** Removes a folder of ours with all in it. */
  discard(folder: string): Promise<void>;
  removeIfEmpty(folder: string): Promise<void>;
}

const missing = new Set(['ENOENT', 'ENOTDIR']);
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
const isMissing = (error: unknown): boolean => missing.has(codeOf(error) ?? '');

async function ifThere<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Read and compared in the same breath as the rename or removal that follows, so that nobody gets in between. */
function stillIs(path: string, was: string | null): boolean {
  try {
    if (was === null) return lstatSync(path, { throwIfNoEntry: false }) === undefined;
    return createHash('sha256').update(readFileSync(path)).digest('hex') === was;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Level by level: Node's own recursive way says ENOENT where the disk is read-only. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && dirname(path) !== path) {
      await makeFolder(dirname(path));
      await makeFolder(path);
    } else if (!(await lstat(path).catch(() => null))?.isDirectory()) throw error;
  }
}

export const realDisk: Disk = {
  async kind(path) {
    const found = await ifThere(() => lstat(path));
    if (!found) return null;
    if (found.isSymbolicLink()) return 'link';
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'other';
  },
  async identity(folder) {
    const found = await ifThere(() => stat(folder));
    return found?.isDirectory() ? `${found.dev}:${found.ino}` : null;
  },
  real: (path) => realpath(path),
  names: async (folder) => (await ifThere(() => readdir(folder))) ?? [],
  text: (path) => readFile(path, 'utf8'),
  find: (path) =>
    ifThere(async () => {
      const { mode } = await stat(path);
      return { ...printOf(await readFile(path)), mode: mode & 0o777, writable: (mode & constants.S_IWUSR) !== 0 };
    }),
  makeFolder,
  async write(path, bytes, mode) {
    const file = await open(path, 'w');
    try {
      await file.writeFile(bytes);
      if (mode !== null) await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  async replace(from, to, was) {
    if (!stillIs(to, was)) return false;
    renameSync(from, to);
    return true;
  },
  async remove(path, was) {
    if (!stillIs(path, was)) return false;
    unlinkSync(path);
    return true;
  },
  async sync(folder) {
    // Windows cannot open a folder; NTFS keeps its own journal of names.
    if (process.platform === 'win32') return;
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  async discard(folder) {
    await rm(folder, { recursive: true, force: true });
  },
  async removeIfEmpty(folder) {
    try {
      await rmdir(folder);
    } catch (error) {
      if (!isMissing(error) && codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
    }
  },
};
