/** Ensures that only one process uses a data folder. The operating system releases the lock when the process ends, even after a crash. */
import { closeSync, existsSync, fstatSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder, restrictToUser } from '../../platform/data-folder.ts';
import { acquireFileLock } from './sqlite.ts';

export interface DataFolderLock {
  /**
   * Where the locked file is. `deleted`: another process can lock a new one, or the folder itself was deleted. `moved`: the folder is elsewhere, with the
   * locked file in it.
   */
  find(): 'inPlace' | 'moved' | 'deleted';
  release(): void;
}

/**
 * Locks the folder; null while another process has locked it. Creates the folder, for this user alone, if it is missing; once locked, an existing one is
 * restricted to this user, and what that changed is logged.
 */
export function lockDataFolder(folder: string, log: (line: string) => void = () => undefined): DataFolderLock | null {
  createDataFolder(folder);
  // Taleport 0.1 locked another file; a process of that version must not run at the same time.
  const oldLock = join(folder, 'owner.lock');
  const releaseOldLock = existsSync(oldLock) ? acquireFileLock(oldLock) : () => undefined;
  const file = join(folder, 'instance.lock');
  const releaseLock = releaseOldLock && acquireFileLock(file);
  if (!releaseLock) {
    releaseOldLock?.();
    return null;
  }
  const restricted = restrictToUser(folder);
  if (restricted.length > 0) log(`Other users can no longer use ${restricted.join(', ')}`);
  const [lockedFolder, lockedFile] = [identityOf(folder), identityOf(file)];
  let handle = openFolder(folder);
  return {
    find() {
      if (identityOf(file) === lockedFile) return 'inPlace';
      return identityOf(folder) === lockedFolder || isDeleted(handle) ? 'deleted' : 'moved';
    },
    release() {
      if (handle !== null) closeSync(handle);
      handle = null;
      releaseLock();
      releaseOldLock();
    },
  };
}

/** Which file or folder a path leads to; undefined if none. */
function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}

/** null where the system does not open folders. It does not let go of an open file either, so the folder cannot be deleted. */
function openFolder(folder: string): number | null {
  return process.platform === 'win32' ? null : openSync(folder, 'r');
}

/** No path leads to the folder any more. */
const isDeleted = (folder: number | null): boolean => folder !== null && fstatSync(folder).nlink === 0;
