/** Ensures that only one process uses a data folder. The operating system releases the lock when the process ends, even after a crash. */
import { closeSync, existsSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder, databaseFileIn, restrictToUser } from '../../platform/data-folder.ts';
import { fileIdentityOf } from '../../platform/file-identity.ts';
import { acquireFileLock, closeOnError } from './sqlite.ts';

export interface DataFolderLock {
  /**
   * Where the locked file is. `deleted`: another process can lock a new one, or the folder itself was deleted. `moved`: the folder is elsewhere, with the
   * locked file in it. `replaced`: there is another data folder at its path, for example one that was restored from a backup.
   */
  locate(): 'inPlace' | 'moved' | 'deleted' | 'replaced';
  release(): void;
}

/**
 * Locks the folder; null while another process has locked it. Creates the folder, for this user alone, if it is missing. With `onRestricted`, an existing one is
 * restricted to this user once it is locked, and it receives what others could use before.
 */
export function lockDataFolder(folder: string, onRestricted?: (paths: readonly string[]) => void): DataFolderLock | null {
  createDataFolder(folder);
  // Taleport 0.1 locked another file; a process of that version must not run at the same time.
  const oldLock = join(folder, 'owner.lock');
  const releaseOldLock = existsSync(oldLock) ? acquireFileLock(oldLock) : () => undefined;
  const file = join(folder, 'instance.lock');
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

/** SQLite creates files that others can read. */
function createForUser(file: string): void {
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch {
    // Locking it fails for the same reason, which is then reported.
  }
}

/** null if the system does not open folders. Such a system does not delete a folder with an open file either. */
function openFolder(folder: string): number | null {
  return process.platform === 'win32' ? null : openSync(folder, 'r');
}

/** Whether no path leads to the folder any more. */
const isDeleted = (folder: number | null): boolean => folder !== null && fstatSync(folder).nlink === 0;
