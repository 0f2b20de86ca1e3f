/**
 * The few file system calls that targets need, so that a test can let one of them fail. Nothing here follows a symbolic
 * link out of the way: guard.ts has resolved the paths before. Errors are Node's own, with their code.
 */

import { type BigIntStats, constants, lstat as lstatLater, lstatSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { copyFile, lstat, mkdir, open, readdir, readFile, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { type Print, printOfFile, sha256OfFileSync } from './hash.ts';

export type PathKind = 'file' | 'folder' | 'link' | 'other';
/** What is seen of a file without reading it. */
export interface Seen {
  /** False for a folder, a link, a device. */
  readonly isFile: boolean;
  readonly size: number;
  /** Length, time of the last change and number of the file: while it stays, the bytes count as unchanged. */
  readonly stamp: string;
  /** False for a file that is marked read-only, whoever asks. */
  readonly writable: boolean;
  readonly mode: number;
}
export interface Found extends Print, Seen {}

/** A file that is read here and there. */
export interface Opened {
  /** As many bytes as fit from there on; fewer where the file ends before. Answers the part of `into` that they are in. */
  read(at: number, into: Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface Disk {
  /** What is there, without following a link; null where there is nothing. */
  kind(path: string): Promise<PathKind | null>;
  /** The same folder has the same identity, whatever it is called; null where there is no folder. */
  identity(folder: string): Promise<string | null>;
  real(path: string): Promise<string>;
  /** Names in a folder; none where there is no folder. */
  names(folder: string): Promise<string[]>;
  /** The same for all folders below; paths with `/`. */
  allNames(folder: string): Promise<string[]>;
  text(path: string): Promise<string>;
  bytes(path: string): Promise<Buffer>;
  /** Without following a link. */
  look(path: string): Promise<Seen | null>;
  /** The print of a file, null where there is none. */
  find(path: string): Promise<Found | null>;
  makeFolder(path: string): Promise<void>;
  open(path: string): Promise<Opened>;
  /** A new file, on the disk for good. Of pieces each is written before the next is asked for. */
  write(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>, mode: number | null): Promise<void>;
  /** A copy of its own (sharing blocks where the disk can), never a second name of the same bytes; on the disk for good. */
  copy(from: string, to: string, mode: number | null): Promise<void>;
  /** Puts `from` over `to` if `to` still has this print (null: is not there). Null: it has not, and nothing was done. */
  replace(from: string, to: string, was: string | null): Promise<Seen | null>;
  /** Removes a file that still has this print. False: it has not. */
  remove(path: string, was: string): Promise<boolean>;
  /** What was renamed in this folder stays so after a power cut. */
  sync(folder: string): Promise<void>;
  /** Removes a folder of ours with all in it. */
  discard(folder: string): Promise<void>;
  /** False: there is something in it. */
  removeIfEmpty(folder: string): Promise<boolean>;
}

const missing = new Set(['ENOENT', 'ENOTDIR']);
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
export const isMissing = (error: unknown): boolean => missing.has(codeOf(error) ?? '');

async function ifThere<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const seenOf = (stats: BigIntStats): Seen => {
  const { size, mtimeNs, ino, mode } = stats;
  return {
    isFile: stats.isFile(),
    size: Number(size),
    stamp: `${size}:${mtimeNs}:${ino}`,
    mode: Number(mode) & 0o777,
    writable: (Number(mode) & constants.S_IWUSR) !== 0,
  };
};

/** Files above this are not read in one breath: it would hold up everything else. */
const large = 4 << 20;

/**
 * Does what is to be done to a file in the same breath in which it is found to be what it was, so that nobody gets in between.
 * A large file is read before, and then has to be as it was seen.
 */
async function ifStill(path: string, was: string | null, act: () => void): Promise<boolean> {
  try {
    if (was === null) {
      if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
    } else {
      const before = statSync(path, { bigint: true });
      if (before.size <= large) {
        if (sha256OfFileSync(path) !== was) return false;
      } else {
        if ((await printOfFile(path)).sha256 !== was) return false;
        if (seenOf(statSync(path, { bigint: true })).stamp !== seenOf(before).stamp) return false;
      }
    }
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  act();
  return true;
}

/** Thousands are looked at: Node's own promises take three times as long. */
const looked = (path: string): Promise<BigIntStats> =>
  new Promise((resolve, reject) => {
    lstatLater(path, { bigint: true }, (error, stats) => (error ? reject(error) : resolve(stats)));
  });

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
  allNames: async (folder) => ((await ifThere(() => readdir(folder, { recursive: true }))) ?? []).map((path) => path.split(sep).join('/')),
  text: (path) => readFile(path, 'utf8'),
  bytes: (path) => readFile(path),
  find: (path) =>
    ifThere(async () => {
      const seen = seenOf(await stat(path, { bigint: true }));
      return { ...seen, ...(await printOfFile(path)) };
    }),
  look: (path) => ifThere(async () => seenOf(await looked(path))),
  makeFolder,
  async open(path) {
    const file = await open(path, 'r');
    return {
      read: async (at, into) => into.subarray(0, (await file.read(into, 0, into.byteLength, at)).bytesRead),
      close: () => file.close(),
    };
  },
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
  async copy(from, to, mode) {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    const file = await open(to, 'r+');
    try {
      await file.chmod(mode ?? 0o644);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  async replace(from, to, was) {
    const seen = seenOf(statSync(from, { bigint: true }));
    return (await ifStill(to, was, () => renameSync(from, to))) ? seen : null;
  },
  remove: (path, was) => ifStill(path, was, () => unlinkSync(path)),
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
      return true;
    } catch (error) {
      if (isMissing(error)) return true;
      if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
      return false;
    }
  },
};
