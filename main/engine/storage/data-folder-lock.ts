/** Ensures that only one process uses a data folder. The operating system releases the lock when the process ends, even after a crash. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { acquireFileLock } from './sqlite.ts';

/** Locks the folder; null while another process has locked it. Creates the folder, for this user alone, if it is missing. */
export function lockDataFolder(folder: string): { release(): void } | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Taleport 0.1 locked another file; a process of that version must not run at the same time.
  const oldLock = join(folder, 'owner.lock');
  const releaseOldLock = existsSync(oldLock) ? acquireFileLock(oldLock) : () => undefined;
  const releaseLock = releaseOldLock && acquireFileLock(join(folder, 'instance.lock'));
  if (!releaseLock) {
    releaseOldLock?.();
    return null;
  }
  return {
    release() {
      releaseLock();
      releaseOldLock();
    },
  };
}
