/** Ensures that only one process uses a data folder. The operating system releases the lock when the process ends, even after a crash. */
import { closeSync, existsSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder, databaseFileIn, fileIdentityOf, restrictToUser } from '../../platform/data-folder.ts';
import { acquireFileLock, closeOnError } from './sqlite.ts';

/** The name of the locked file in a data folder. */
export const lockName = 'instance.lock';

export interface DataFolderLock {
  /**
   * Where the locked file is. `deleted`: the file, so that another process can lock a new one, or the whole folder was deleted. `moved`:
   * the folder was moved together with the locked file. `replaced`: another data folder is at its path, for example one that was restored
   * from a backup.
   */
  locate(): 'inPlace' | 'moved' | 'deleted' | 'replaced';
  release(): void;
}

/**
 * Locks the folder; null while another process has locked it. Creates the folder, accessible to this user only, if it is missing. With
 * `onRestricted`, an existing folder is restricted to this user once it is locked, and the callback receives the paths that others could
 * access before.
 */
export function lockDataFolder(folder: string, onRestricted?: (paths: readonly string[]) => void): DataFolderLock | null {
  createDataFolder(folder);
  // Taleport 0.1 locked another file. A process of that version must not run at the same time.
  const oldLock = join(folder, 'owner.lock');
  const releaseOldLock = existsSync(oldLock) ? acquireFileLock(oldLock) : () => undefined;
  const file = join(folder, lockName);
  createForUser(file);
  const releaseLock = releaseOldLock && acquireFileLock(file);
  if (!releaseLock) {
    releaseOldLock?.();
    return null;
  }
  const releaseLocks = (): void => {
    releaseLock();
    releaseOldLock();
  };
  return closeOnError({ close: releaseLocks }, () => {
    const restricted = onRestricted ? restrictToUser(folder) : [];
    if (restricted.length > 0) onRestricted?.(restricted);
    const [lockedFolder, lockedFile] = [fileIdentityOf(folder), fileIdentityOf(file)];
    let handle = openFolder(folder);
    return {
      locate() {
        if (fileIdentityOf(file) === lockedFile) return 'inPlace';
        if (fileIdentityOf(folder) === lockedFolder) return 'deleted';
        if (existsSync(file) || existsSync(databaseFileIn(folder))) return 'replaced';
        return isDeleted(handle) ? 'deleted' : 'moved';
      },
      release() {
        if (handle !== null) closeSync(handle);
        handle = null;
        releaseLocks();
      },
    };
  });
}

/** Creates the file for this user only, because SQLite creates files that others can read. */
function createForUser(file: string): void {
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch {
    // Locking the file fails for the same reason, which is reported then.
  }
}

/** null if the system cannot open folders. Such a system does not delete a folder that contains an open file either. */
function openFolder(folder: string): number | null {
  return process.platform === 'win32' ? null : openSync(folder, 'r');
}

/** Whether the folder was deleted and no path leads to it. */
const isDeleted = (folder: number | null): boolean => folder !== null && fstatSync(folder).nlink === 0;
