/** Ensures that only one process uses a data folder. The operating system releases the lock when the process ends, even after a crash. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder, restrictToUser } from '../../platform/data-folder.ts';
import { acquireFileLock } from './sqlite.ts';

export interface DataFolderLock {
  /** Whether the file of the lock is still the one in the folder: another process can lock a new one. True also if the folder itself is gone. */
  isInPlace(): boolean;
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
  return {
    isInPlace: () => identityOf(file) === lockedFile || identityOf(folder) !== lockedFolder,
    release() {
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
