/**
 * The file system as delivery uses it, as an interface so that a test can make any call fail. Callers must have resolved symbolic links
 * (main/delivery/folder/safe-path.ts). Errors are those of Node, with their code.
 */

import {
  type BigIntStats,
  close,
  constants,
  copyFile,
  fchmod,
  fstat,
  fsync,
  lstat as lstatLater,
  lstatSync,
  open,
  statSync,
} from 'node:fs';
import { link, lstat, mkdir, open as openHandle, readdir, realpath, rm, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { isBusyError, syncFolder } from './atomic-file.ts';
import { errorCodeOf } from './errors.ts';
import { type Fingerprint, fingerprintFile, hashFileSync, readRegularFile } from './fingerprint.ts';
import { mapConcurrently } from './job-queue.ts';
import { runInOpenFolder } from './open-folder.ts';
import { addFile, fileStampOf, type MovedFile, moveAway, nodeFileOperations, removeOrRestoreMovedFile, swapFile } from './swap-file.ts';

type EntryKind = 'file' | 'folder' | 'link' | 'other';
/** What the file system reports about a file without reading its content. */
export interface FileStat {
  /** False for a folder, a link or a device. */
  readonly isFile: boolean;
  readonly size: number;
  /** Size, modification time and inode. As long as it is the same, the bytes are assumed to be unchanged. */
  readonly stamp: string;
  /** False for a file that is marked as read-only, even if this user could write to it. */
  readonly isWritable: boolean;
  readonly mode: number;
}
export interface HashedFileStat extends Fingerprint, FileStat {}

/** A file that is read at arbitrary positions. */
interface OpenFile {
  /** Reads bytes from position `at` into `into`, fewer if the file ends earlier. Returns the filled part of `into`. */
  read(at: number, into: Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface Disk {
  /** The kind of an entry, without following links; null if nothing exists at this path. */
  kind(path: string): Promise<EntryKind | null>;
  /** A value that is equal for all paths of the same folder; null if it is not a folder. */
  identity(folder: string): Promise<string | null>;
  realPath(path: string): Promise<string>;
  /** The names in a folder; empty if the folder does not exist. */
  listNames(folder: string): Promise<string[]>;
  /** The names in a folder and all folders below it, as relative paths with `/`. */
  listNamesRecursively(folder: string): Promise<string[]>;
  readText(path: string): Promise<string>;
  readBytes(path: string): Promise<Buffer>;
  /** Does not follow links. */
  stat(path: string): Promise<FileStat | null>;
  /** The same for many files, which takes a fraction of the processor time of a call for each. */
  statAll(paths: readonly string[]): Promise<readonly (FileStat | null)[]>;
  /** Like `stat`, but follows links and also hashes the content; null if there is no file. */
  statAndHash(path: string): Promise<HashedFileStat | null>;
  createFolder(path: string): Promise<void>;
  openFile(path: string): Promise<OpenFile>;
  /** Writes a new file and flushes it to the disk. Throws if the file exists. Each chunk is written before the next is requested. */
  writeFile(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>, mode: number | null): Promise<void>;
  /**
   * Copies a file to a new one and flushes the copy to the disk. It shares blocks if the file system supports that, but never is a hard
   * link. Resolves to its size.
   */
  copyFile(from: string, to: string, mode: number | null): Promise<number>;
  /** Whether files in this folder, which must exist, can have several names. FAT and some network folders do not support that. */
  supportsHardLinks(folder: string): Promise<boolean>;
  /**
   * Replaces `to` by `from` if `to` still has this SHA-256, or does not exist if it is null. Otherwise returns null and does nothing. The
   * old file is kept as `keep` until `restoreOrRemoveKept`; `from` is removed, unless another program has it open. Without `keep`, a save of
   * another program between the comparison and the rename can be lost.
   */
  replaceIfUnchanged(from: string, to: string, expectedSha256: string | null, keep: string | null): Promise<FileStat | null>;
  /** Removes a file if it still has this SHA-256. Otherwise returns false and does nothing. `keep`: as for `replaceIfUnchanged`. */
  removeIfUnchanged(path: string, expectedSha256: string, keep: string | null): Promise<boolean>;
  /** Removes a kept file, or puts it back if necessary (swap-file.ts). `stamp` is that of the file when it was replaced. */
  restoreOrRemoveKept(file: MovedFile, stamp: string | undefined, spare: string): Promise<boolean>;
  /** Flushes the entries of a folder, so that renames in it survive a power failure. */
  syncFolder(folder: string): Promise<void>;
  /** Removes a folder and its content. */
  removeFolder(folder: string): Promise<void>;
  /** Returns false if the folder is not empty, and true even if it does not exist. */
  removeIfEmpty(folder: string): Promise<boolean>;
}

const missingErrorCodes = new Set(['ENOENT', 'ENOTDIR']);
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
  const { size, mode } = stats;
  return {
    isFile: stats.isFile(),
    size: Number(size),
    stamp: fileStampOf(stats),
    mode: Number(mode) & 0o777,
    isWritable: (Number(mode) & constants.S_IWUSR) !== 0,
  };
};

/** Files that are larger than this are not hashed synchronously, which would block the event loop. */
const maxInlineHashBytes = 4 << 20;

/**
 * Runs `act` immediately after verifying the file, in the same turn of the event loop, so that no code of this process can change the file
 * in between. A large file is hashed beforehand; in the turn itself, only its stamp is compared.
 */
async function runIfUnchanged(path: string, expectedSha256: string, act: (stamp: string) => boolean): Promise<boolean> {
  let stamp: string;
  try {
    const before = statSync(path, { bigint: true });
    stamp = fileStampOf(before);
    if (!before.isFile()) return false;
    if (before.size <= maxInlineHashBytes) {
      if (hashFileSync(path) !== expectedSha256) return false;
    } else {
      if ((await fingerprintFile(path)).sha256 !== expectedSha256) return false;
      if (fileStampOf(statSync(path, { bigint: true })) !== stamp) return false;
    }
  } catch (error) {
    if (isMissingError(error)) return false;
    throw error;
  }
  return act(stamp);
}

function renameIfAbsent(from: string, to: string): boolean {
  if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) return false;
  nodeFileOperations.rename(from, to);
  return true;
}

/** Does what `replaceIfUnchanged` does, but returns whether the file was replaced. */
function replaceUnchanged(from: string, to: string, expectedSha256: string | null, keep: string | null): boolean | Promise<boolean> {
  if (expectedSha256 === null) return keep === null ? renameIfAbsent(from, to) : addFile(nodeFileOperations, from, to);
  return runIfUnchanged(to, expectedSha256, (stamp) => {
    if (keep !== null) return swapFile(nodeFileOperations, from, to, keep, stamp);
    nodeFileOperations.rename(from, to);
    return true;
  });
}

/** At most half of the threads, in case the disk does not respond (time-limited-disk.ts). */
const statConcurrency = 16;

/** Does not follow links. Called for thousands of files, for which the promise version in Node takes three times as long. */
const findStats = (path: string): Promise<BigIntStats | null> =>
  new Promise((resolve, reject) => {
    lstatLater(path, { bigint: true }, (error, stats) => {
      if (!error) resolve(stats);
      else if (isMissingError(error)) resolve(null);
      else reject(error);
    });
  });

/** For thousands of files, too: the calls of `fs/promises` take several times as much processor time as the disk. */
const copyLater = promisify(copyFile);
const openLater = promisify(open);
const flushLater = promisify(fsync);
const changeModeLater = promisify(fchmod);
const statLater = promisify(fstat);
const closeLater = promisify(close);

/** Flushes a file that was just copied to the disk, closes it and resolves to its size. */
async function flushCopy(file: number, mode: number): Promise<number> {
  try {
    const stats = await statLater(file);
    // Usually the copy already has the mode.
    if ((stats.mode & 0o777) !== mode) await changeModeLater(file, mode);
    await flushLater(file);
    return stats.size;
  } finally {
    await closeLater(file);
  }
}

/** Creates one level after another, because the recursive mode of Node reports ENOENT on a read-only disk. */
async function createFolderRecursively(path: string): Promise<void> {
  // Checked first, because this is called for thousands of files in the same folder, and a failing mkdir takes longer.
  if ((await findStats(path))?.isDirectory()) return;
  const parent = dirname(path);
  // A folder that exists may still reject a new one with ENOENT, as /proc does, so only a missing parent is created.
  if (parent !== path && (await findStats(parent)) === null) await createFolderRecursively(parent);
  try {
    await runInOpenFolder(parent, (at) => mkdir(join(at, basename(path))));
  } catch (error) {
    if (!(await lstat(path).catch(() => null))?.isDirectory()) throw error;
  }
}

/** Removing thousands of names with their folder takes several times as long. What an importer has open on Windows is removed with it. */
function removeOtherName(path: string): void {
  try {
    nodeFileOperations.remove(path);
  } catch (error) {
    if (!isBusyError(error) && !isMissingError(error)) throw error;
  }
}

export const nodeDisk: Disk = {
  async kind(path) {
    const found = await findStats(path);
    if (!found) return null;
    if (found.isSymbolicLink()) return 'link';
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'other';
  },
  async identity(folder) {
    // File numbers of NTFS and ReFS exceed what a Number holds exactly.
    const found = await nullIfMissing(() => stat(folder, { bigint: true }));
    return found?.isDirectory() ? `${found.dev}:${found.ino}` : null;
  },
  realPath: (path) => realpath(path),
  listNames: async (folder) => (await nullIfMissing(() => readdir(folder))) ?? [],
  listNamesRecursively: async (folder) =>
    ((await nullIfMissing(() => readdir(folder, { recursive: true }))) ?? []).map((path) => path.split(sep).join('/')),
  readText: async (path) => (await readRegularFile(path)).toString('utf8'),
  readBytes: readRegularFile,
  statAndHash: (path) =>
    nullIfMissing(async () => {
      const link = await findStats(path);
      if (link === null) return null;
      const seen = toFileStat(link.isSymbolicLink() ? await stat(path, { bigint: true }) : link);
      return { ...seen, ...(await fingerprintFile(path)) };
    }),
  async stat(path) {
    const found = await findStats(path);
    return found && toFileStat(found);
  },
  statAll: (paths) => mapConcurrently(statConcurrency, paths, (path) => nodeDisk.stat(path)),
  createFolder: createFolderRecursively,
  async openFile(path) {
    const file = await openHandle(path, 'r');
    return {
      read: async (at, into) => into.subarray(0, (await file.read(into, 0, into.byteLength, at)).bytesRead),
      close: () => file.close(),
    };
  },
  async writeFile(path, bytes, mode) {
    const file = await runInOpenFolder(dirname(path), (at) => openHandle(join(at, basename(path)), 'wx'));
    try {
      await file.writeFile(bytes);
      if (mode !== null) await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  copyFile: (from, to, mode) =>
    runInOpenFolder(dirname(to), async (at) => {
      const copy = join(at, basename(to));
      await copyLater(from, copy, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      return flushCopy(await openLater(copy, 'r+'), mode ?? 0o644);
    }),
  supportsHardLinks: (folder) =>
    runInOpenFolder(folder, async (at) => {
      const probe = join(at, 'probe');
      const linked = `${probe}-link`;
      await writeFile(probe, '');
      try {
        await link(probe, linked);
        return true;
      } catch {
        // Each system reports another error if hard links are not supported.
        return false;
      } finally {
        await Promise.all([probe, linked].map((path) => rm(path, { force: true })));
      }
    }),
  async replaceIfUnchanged(from, to, expectedSha256, keep) {
    const replacement = toFileStat(statSync(from, { bigint: true }));
    if (!(await replaceUnchanged(from, to, expectedSha256, keep))) return null;
    if (keep !== null) removeOtherName(from);
    return replacement;
  },
  removeIfUnchanged: (path, expectedSha256, keep) =>
    runIfUnchanged(path, expectedSha256, (stamp) => {
      if (keep !== null) return moveAway(nodeFileOperations, path, keep, stamp);
      nodeFileOperations.remove(path);
      return true;
    }),
  async restoreOrRemoveKept(file, stamp, spare) {
    const { keep, sha256 } = file;
    const stats = statSync(keep, { bigint: true });
    if (stats.size <= maxInlineHashBytes) return removeOrRestoreMovedFile(nodeFileOperations, file, spare);
    const keptSha256 = fileStampOf(stats) === stamp ? sha256 : (await fingerprintFile(keep)).sha256;
    const surplus: string[] = [];
    const isRestored = removeOrRestoreMovedFile(
      {
        ...nodeFileOperations,
        hash: (path) => (path === keep ? keptSha256 : hashFileSync(path)),
        remove: (path) => surplus.push(path),
      },
      file,
      spare,
    );
    // Freeing the blocks of a long file takes longer than everything else here.
    for (const path of surplus) await runInOpenFolder(dirname(path), (at) => unlink(join(at, basename(path))));
    return isRestored;
  },
  syncFolder,
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
