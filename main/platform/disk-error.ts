/** Errors of a disk as sentences that name the path and say what to do. */
import { accessSync, constants, existsSync, lstatSync, type Stats, statfsSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type Message, message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { errorCodeOf } from './errors.ts';

/**
 * What is wrong with a disk, or with an entry of it. `notPermittedOrInUse`: Windows reports both alike. `missing`: no such entry. `disconnected`: its disk was
 * removed. `unsupported`: by the kind of the disk.
 */
export type DiskFault =
  | 'failing'
  | 'full'
  | 'disconnected'
  | 'inUse'
  | 'missing'
  | 'nameTooLong'
  | 'notFolder'
  | 'notPermitted'
  | 'notPermittedOrInUse'
  | 'notResponding'
  | 'otherDisk'
  | 'quotaReached'
  | 'readOnly'
  | 'tooManyFiles'
  | 'unsupported';

/** By the codes of Node and SQLite. Sentences about an error follow from these faults, never from codes. */
const faultsByCode: ReadonlyMap<string, DiskFault> = new Map([
  ['EACCES', 'notPermitted'],
  ['EBUSY', 'inUse'],
  ['EDQUOT', 'quotaReached'],
  ['EIO', 'failing'],
  ['EMFILE', 'tooManyFiles'],
  ['ENAMETOOLONG', 'nameTooLong'],
  ['ENFILE', 'tooManyFiles'],
  ['ENODEV', 'disconnected'],
  ['ENOENT', 'missing'],
  ['ENOSPC', 'full'],
  ['ENOTDIR', 'notFolder'],
  ['ENOTSUP', 'unsupported'],
  ['ENXIO', 'disconnected'],
  ['EPERM', 'notPermittedOrInUse'],
  ['EROFS', 'readOnly'],
  ['ESTALE', 'disconnected'],
  ['ETIMEDOUT', 'notResponding'],
  ['EXDEV', 'otherDisk'],
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY_DBMOVED', 'disconnected'],
]);

const faultOfCode = (code: string): DiskFault | null => faultsByCode.get(code) ?? (code.startsWith('SQLITE_IOERR') ? 'failing' : null);

/** Null for an error that is not one of the disk, or of a kind that no sentence describes. */
export const diskFaultOf = (error: unknown): DiskFault | null => faultOfCode(errorCodeOf(error) ?? '');

/** Whether there is no space for this user. */
export const isDiskFull = (error: unknown): boolean => isFull(diskFaultOf(error));

const isFull = (fault: DiskFault | null): boolean => fault === 'full' || fault === 'quotaReached';

/** Whether this user may not read or write the entry, as far as the system says. */
export function isNotPermitted(error: unknown): boolean {
  const fault = diskFaultOf(error);
  return fault === 'notPermitted' || fault === 'notPermittedOrInUse';
}

/** In bytes. With less free space, SQLite cannot create the files next to a database and only reports a general error. */
const minFreeSpace = 128 * 1024;

/**
 * The error as a sentence; null for an error that is not one of the disk. `place` is the file or folder that was written, or the data folder
 * that contains it; the sentence names the entry in it that failed, as far as that is known.
 */
export function describeDiskError(error: unknown, place: string): Message | null {
  const path = findFailingEntry(error, place);
  const fault = faultOfCode(findDiskErrorCode(error, path));
  return (fault && describeFault[fault]?.(path)) ?? null;
}

/** Which reason of a Problem the error is; undefined if it is another one. */
export function diskErrorReason(error: unknown, place: string): 'diskFull' | 'notWritable' | undefined {
  const code = findDiskErrorCode(error, findFailingEntry(error, place));
  const fault = faultOfCode(code);
  if (isFull(fault)) return 'diskFull';
  const isNotWritable = fault === 'readOnly' || fault === 'notPermitted' || fault === 'notPermittedOrInUse' || code === 'SQLITE_READONLY';
  return isNotWritable ? 'notWritable' : undefined;
}

function findDiskErrorCode(error: unknown, path: string): string {
  const code = errorCodeOf(error) ?? '';
  // SQLite, and Node when it creates several folders, only report that something failed.
  const isVague = /^(?:SQLITE_(?:CANTOPEN|READONLY|IOERR)|ENOENT$)/.test(code) && code !== 'SQLITE_READONLY_DBMOVED';
  return (isVague ? predictWriteError(path) : null) ?? code;
}

/** The outermost entry that this user cannot access on the way to what failed, or that itself; `place` if nothing in it is known to have failed. */
function findFailingEntry(error: unknown, place: string): string {
  const { path } = Object(error) as { readonly path?: unknown };
  if (typeof path !== 'string' || !path.startsWith(place.endsWith(sep) ? place : place + sep)) return place;
  const names = relative(place, path).split(sep);
  const entries = [place, ...names.map((_, index) => join(place, ...names.slice(0, index + 1)))];
  return entries.find((entry) => existsSync(entry) && !isAccessible(entry)) ?? path;
}

/** Whether this user can read and write a file, or list a folder and change its entries. The entry must exist. */
export function isAccessible(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | (statSync(path).isDirectory() ? constants.X_OK : 0));
    return true;
  } catch {
    return false;
  }
}

/**
 * What is at a path, or where the link at it leads; undefined if nothing is there. Only a link is looked up a second time: a file may be removed
 * between the two, by a process that is just closing.
 */
export function statPath(path: string): Stats | 'brokenLink' | undefined {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry?.isSymbolicLink()) return entry;
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? 'brokenLink';
  } catch (error) {
    // It leads to itself.
    if (errorCodeOf(error) === 'ELOOP') return 'brokenLink';
    throw error;
  }
}

/** False for a folder, a pipe, a socket, a device and a broken link. */
export function isFileOrMissing(path: string): boolean {
  try {
    const entry = statPath(path);
    return entry === undefined || (entry !== 'brokenLink' && entry.isFile());
  } catch {
    return false;
  }
}

/** The error as a Problem `folder` if it is one of the disk. Any other error is returned unchanged. */
export function toDiskProblem(error: unknown, path: string): unknown {
  const text = describeDiskError(error, path);
  return text === null ? error : new Problem('folder', text, { cause: error });
}

/** The code of the error that writing to a path would cause; null if there would be none, or if that cannot be predicted. */
export function predictWriteError(path: string): string | null {
  let existing = path;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  try {
    accessSync(existing, constants.W_OK);
    accessSync(dirname(existing), constants.X_OK);
    const { bavail, blocks, bsize } = statfsSync(existing);
    // A virtual file system, such as /proc.
    if (blocks === 0) return 'ENOTSUP';
    return bavail * bsize < minFreeSpace ? 'ENOSPC' : null;
  } catch (error) {
    return errorCodeOf(error);
  }
}

/** Whether the disk with this file has less free space than this, in bytes. False if the system does not report it. */
export function hasLessFreeSpaceThan(file: string, bytes: number): boolean {
  try {
    const { bavail, blocks, bsize } = statfsSync(file);
    return blocks > 0 && bavail * bsize < bytes;
  } catch {
    return false;
  }
}

/** Throws a Problem `folder` if the disk has less free space than this, in bytes. `path` must exist. */
export function assertFreeSpace(path: string, bytes: number): void {
  if (hasLessFreeSpaceThan(path, bytes)) throw new Problem('folder', message('problem.disk.pathFull', { path }));
}

const describeFault: Readonly<Partial<Record<DiskFault, (path: string) => Message>>> = {
  full: (path) => message('problem.disk.pathFull', { path }),
  quotaReached: (path) => message('problem.disk.pathQuota', { path }),
  readOnly: (path) => message('problem.disk.pathReadOnly', { path }),
  notPermitted: (path) => message('problem.disk.pathNotPermitted', { path }),
  notPermittedOrInUse: (path) => message('problem.disk.pathNotPermitted', { path }),
  missing: (path) => message('problem.disk.pathGone', { path }),
  disconnected: (path) => message('problem.disk.pathGone', { path }),
  unsupported: (path) => message('problem.disk.pathNoFiles', { path }),
  nameTooLong: (path) => message('problem.disk.pathTooLong', { path }),
  inUse: (path) => message('problem.disk.pathBusy', { path }),
  failing: (path) => message('problem.disk.pathFailing', { path }),
};
