/**
 * The few file system calls that targets need, so that a test can let one of them fail. Nothing here follows a symbolic
 * link out of the way: guard.ts has resolved the paths before. Errors are Node's own, with their code.
 */

import { type BigIntStats, constants, lstat as lstatLater, lstatSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { copyFile, lstat, mkdir, open, readdir, readFile, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { type Fingerprint, fingerprintFile, hashFileSync } from './fingerprint.ts';

export type EntryKind = 'file' | 'folder' | 'link' | 'other';
/** What is seen of a file without reading it. */
export interface FileStat {
  /** False for a folder, a link, a device. */
  readonly isFile: boolean;
  readonly size: number;
  /** Length, time of the last change and number of the file: while it stays, the bytes count as unchanged. */
  readonly stamp: string;
  /** False for a file that is marked read-only, whoever asks. */
  readonly isWritable: boolean;
  readonly mode: number;
}
export interface HashedFileStat extends Fingerprint, FileStat {}

/** A file that is read here and there. */
export interface OpenFile {
  /** As many bytes as fit from there on; fewer where the file ends before. Answers the part of `into` that they are in. */
  read(at: number, into: Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface Disk {
  /** What is there, without following a link; null where there is nothing. */
  kind(path: string): Promise<EntryKind | null>;
  /** The same folder has the same identity, whatever it is called; null where there is no folder. */
  identity(folder: string): Promise<string | null>;
  realPath(path: string): Promise<string>;
  /** Names in a folder; none where there is no folder. */
  listNames(folder: string): Promise<string[]>;
  /** The same for all folders below; paths with `/`. */
  listNamesRecursively(folder: string): Promise<string[]>;
  readText(path: string): Promise<string>;
  readBytes(path: string): Promise<Buffer>;
  /** Without following a link. */
  stat(path: string): Promise<FileStat | null>;
  /** The print of a file, null where there is none. */
  statAndHash(path: string): Promise<HashedFileStat | null>;
  createFolder(path: string): Promise<void>;
  openFile(path: string): Promise<OpenFile>;
  /** A new file, on the disk for good. Of pieces each is written before the next is asked for. */
  writeFile(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>, mode: number | null): Promise<void>;
  /** A copy of its own (sharing blocks where the disk can), never a second name of the same bytes; on the disk for good. */
  copyFile(from: string, to: string, mode: number | null): Promise<void>;
  /** Puts `from` over `to` if `to` still has this print (null: is not there). Null: it has not, and nothing was done. */
  replaceIfUnchanged(from: string, to: string, was: string | null): Promise<FileStat | null>;
  /** Removes a file that still has this print. False: it has not. */
  removeIfUnchanged(path: string, was: string): Promise<boolean>;
  /** What was renamed in this folder stays so after a power cut. */
  syncFolder(folder: string): Promise<void>;
  /** Removes a folder of ours with all in it. */
  removeFolder(folder: string): Promise<void>;
  /** False: there is something in it. */
  removeIfEmpty(folder: string): Promise<boolean>;
}

const missingErrorCodes = new Set(['ENOENT', 'ENOTDIR']);
export const errorCodeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
export const isMissingError = (error: unknown): boolean => missingErrorCodes.has(errorCodeOf(error) ?? '');

async function nullIfMissing<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (isMissingError(error)) return null;
    throw error;
  }
}

const toFileStat = (stats: BigIntStats): FileStat => {
  const { size, mtimeNs, ino, mode } = stats;
  return {
    isFile: stats.isFile(),
    size: Number(size),
    stamp: `${size}:${mtimeNs}:${ino}`,
    mode: Number(mode) & 0o777,
    isWritable: (Number(mode) & constants.S_IWUSR) !== 0,
  };
};

/** Files above this are not read in one breath: it would hold up everything else. */
const maxInlineHashBytes = 4 << 20;

/**
 * Does what is to be done to a file in the same breath in which it is found to be what it was, so that nobody gets in between.
 * A large file is read before, and then has to be as it was seen.
 */
async function runIfUnchanged(path: string, was: string | null, act: () => void): Promise<boolean> {
  try {
    if (was === null) {
      if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
    } else {
      const before = statSync(path, { bigint: true });
      if (before.size <= maxInlineHashBytes) {
        if (hashFileSync(path) !== was) return false;
      } else {
        if ((await fingerprintFile(path)).sha256 !== was) return false;
        if (toFileStat(statSync(path, { bigint: true })).stamp !== toFileStat(before).stamp) return false;
      }
    }
  } catch (error) {
    if (isMissingError(error)) return false;
    throw error;
  }
  act();
  return true;
}

/** Thousands are looked at: Node's own promises take three times as long. */
const lstatPath = (path: string): Promise<BigIntStats> =>
  new Promise((resolve, reject) => {
    lstatLater(path, { bigint: true }, (error, stats) => (error ? reject(error) : resolve(stats)));
  });

/** Level by level: Node's own recursive way says ENOENT where the disk is read-only. */
async function createFolderRecursively(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT' && dirname(path) !== path) {
      await createFolderRecursively(dirname(path));
      await createFolderRecursively(path);
    } else if (!(await lstat(path).catch(() => null))?.isDirectory()) throw error;
  }
}

export const nodeDisk: Disk = {
  async kind(path) {
    const found = await nullIfMissing(() => lstat(path));
    if (!found) return null;
    if (found.isSymbolicLink()) return 'link';
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'other';
  },
  async identity(folder) {
    const found = await nullIfMissing(() => stat(folder));
    return found?.isDirectory() ? `${found.dev}:${found.ino}` : null;
  },
  realPath: (path) => realpath(path),
  listNames: async (folder) => (await nullIfMissing(() => readdir(folder))) ?? [],
  listNamesRecursively: async (folder) =>
    ((await nullIfMissing(() => readdir(folder, { recursive: true }))) ?? []).map((path) => path.split(sep).join('/')),
  readText: (path) => readFile(path, 'utf8'),
  readBytes: (path) => readFile(path),
  statAndHash: (path) =>
    nullIfMissing(async () => {
      const seen = toFileStat(await stat(path, { bigint: true }));
      return { ...seen, ...(await fingerprintFile(path)) };
    }),
  stat: (path) => nullIfMissing(async () => toFileStat(await lstatPath(path))),
  createFolder: createFolderRecursively,
  async openFile(path) {
    const file = await open(path, 'r');
    return {
      read: async (at, into) => into.subarray(0, (await file.read(into, 0, into.byteLength, at)).bytesRead),
      close: () => file.close(),
    };
  },
  async writeFile(path, bytes, mode) {
    const file = await open(path, 'w');
    try {
      await file.writeFile(bytes);
      if (mode !== null) await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  async copyFile(from, to, mode) {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    const file = await open(to, 'r+');
    try {
      await file.chmod(mode ?? 0o644);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  async replaceIfUnchanged(from, to, was) {
    const seen = toFileStat(statSync(from, { bigint: true }));
    return (await runIfUnchanged(to, was, () => renameSync(from, to))) ? seen : null;
  },
  removeIfUnchanged: (path, was) => runIfUnchanged(path, was, () => unlinkSync(path)),
  async syncFolder(folder) {
    // Windows cannot open a folder; NTFS keeps its own journal of names.
    if (process.platform === 'win32') return;
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  async removeFolder(folder) {
    await rm(folder, { recursive: true, force: true });
  },
  async removeIfEmpty(folder) {
    try {
      await rmdir(folder);
      return true;
    } catch (error) {
      if (isMissingError(error)) return true;
      if (errorCodeOf(error) !== 'ENOTEMPTY' && errorCodeOf(error) !== 'EEXIST') throw error;
      return false;
    }
  },
};
