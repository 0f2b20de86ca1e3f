/**
 * Replaces and removes files that other programs may save as well, so that none of their saves is overwritten. Checking a file and then
 * renaming another one over it would lose a save in between. Instead, the file is moved away in whatever state it is; then the moved file
 * is checked; and the new file is added with a hard link, which fails if another program has saved a file in the meantime. The calls are
 * synchronous and follow each other directly, so the file is missing for a few microseconds.
 *
 * A file that was moved away is kept until the caller settles it (`removeOrRestoreMovedFile`), because a program that had it open may still
 * write to it.
 */
import { type BigIntStats, linkSync, lstatSync, mkdirSync, renameSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCodeOf } from './errors.ts';
import { hashFileSync } from './fingerprint.ts';
import { runInOpenFolderSync } from './open-folder.ts';

/** The file system calls, as an interface so that a test can make each fail and change files between them. */
export interface FileOperations {
  link(from: string, to: string): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  createFolder(path: string): void;
  /** The stamp of a file (`fileStampOf`), without following links; null if nothing exists at this path. */
  stamp(path: string): string | null;
  /** SHA-256. */
  hash(path: string): string;
}

/** Size, modification time and inode. A file with the same stamp counts as unchanged. */
export const fileStampOf = ({ size, mtimeNs, ino }: BigIntStats): string => `${size}:${mtimeNs}:${ino}`;

/** Runs `act` with a path of the entry in its open folder. */
const atOpenFolder = <T>(path: string, act: (path: string) => T): T =>
  runInOpenFolderSync(dirname(path), (at) => act(join(at, basename(path))));

export const nodeFileOperations: FileOperations = {
  link: (from, to) => atOpenFolder(from, (source) => atOpenFolder(to, (target) => linkSync(source, target))),
  rename: (from, to) => atOpenFolder(from, (source) => atOpenFolder(to, (target) => renameSync(source, target))),
  remove: (path) => atOpenFolder(path, unlinkSync),
  /** Creates one level after another, because Node's recursive option never ends if the system rejects a folder with ENOENT. */
  createFolder(path) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    if (lstatSync(dirname(path), { throwIfNoEntry: false }) === undefined) this.createFolder(dirname(path));
    atOpenFolder(path, (at) => mkdirSync(at));
  },
  stamp(path) {
    const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? null : fileStampOf(found);
  },
  hash: hashFileSync,
};

/** Links the file `from` to `to`. Returns false if `to` exists. Both names remain. */
export function addFile(calls: FileOperations, from: string, to: string): boolean {
  try {
    calls.link(from, to);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the file to `keep` if it still has this stamp. Otherwise returns false, and the file remains or is put back. */
export function moveAway(calls: FileOperations, path: string, keep: string, stamp: string): boolean {
  calls.createFolder(dirname(keep));
  try {
    calls.rename(path, keep);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return false;
    throw error;
  }
  return putBackUnless(calls, keep, path, () => calls.stamp(keep) === stamp);
}

/**
 * Replaces `to` by the file `from` if `to` still has this stamp, and keeps the old file as `keep`. Otherwise returns false and keeps
 * nothing.
 */
export function swapFile(calls: FileOperations, from: string, to: string, keep: string, stamp: string): boolean {
  return moveAway(calls, to, keep, stamp) && putBackUnless(calls, keep, to, () => addFile(calls, from, to));
}

/** Runs `step`, and puts the kept file back if it returns false or throws. */
function putBackUnless(calls: FileOperations, keep: string, path: string, step: () => boolean): boolean {
  let isDone = false;
  try {
    isDone = step();
    return isDone;
  } finally {
    if (!isDone) putBack(calls, keep, path);
  }
}

/**
 * Moves a kept file back to its path. If another program has saved a newer file there, the kept one is removed, and the result is false.
 */
function putBack(calls: FileOperations, keep: string, path: string): boolean {
  let isBack: boolean;
  try {
    isBack = addFile(calls, keep, path);
  } catch (error) {
    // Linux does not let every user link the file of another user.
    if (calls.stamp(path) !== null) throw error;
    calls.rename(keep, path);
    return true;
  }
  calls.remove(keep);
  return isBack;
}

/** A file that was moved from `path` to `keep`. */
export interface MovedFile {
  readonly keep: string;
  readonly path: string;
  /** The SHA-256 of the file when it was moved away. */
  readonly sha256: string;
  /** The SHA-256 of the file that replaced it; null if it was removed, or if that is unknown. */
  readonly replacedBy: string | null;
  /** Whether the process was killed, so that moving the file may have been the last step. */
  readonly isInterrupted: boolean;
}

/**
 * Settles a kept file when no other step uses its path. It is removed, except if another program has written to it, or if it is the only
 * one because the process was killed; then it is put back, and the result is true. `spare` is a free path for the file that it replaces in
 * that case.
 */
export function removeOrRestoreMovedFile(
  calls: FileOperations,
  { keep, path, sha256, replacedBy, isInterrupted }: MovedFile,
  spare: string,
): boolean {
  const present = calls.stamp(path);
  const isChanged = calls.hash(keep) !== sha256;
  if (present === null && (isChanged || isInterrupted)) {
    calls.createFolder(dirname(path));
    return putBack(calls, keep, path);
  }
  if (isChanged && present !== null && calls.hash(path) === replacedBy && swapFile(calls, keep, path, spare, present)) {
    calls.remove(keep);
    calls.remove(spare);
    return true;
  }
  calls.remove(keep);
  return false;
}
