/** One process owns a data folder. The lock is the operating system's: it is gone when the process is, whatever ended it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { acquireFileLock } from './sqlite.ts';

/** Takes the folder, or gives null while another living process has it. Makes the folder, for this user alone, if it is not there. */
export function lockDataFolder(folder: string): { release(): void } | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = acquireFileLock(join(folder, 'owner.lock'));
  return release ? { release } : null;
}
