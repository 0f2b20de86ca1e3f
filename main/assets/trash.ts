/**
 * Bytes that a sweep found unused stay in `trash/` for 30 days: if the database was restored from a backup, or has forgotten them by a fault, they
 * are not lost. The time of a file there is the time at which it was moved.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/** Microseconds. */
const retentionTime = 30 * 24 * 3600 * 1e6;

export interface Trash {
  /** Moves a file here; it is named by its SHA-256. */
  add(sha256: string, path: string, now: number): void;
  /** Moves back what is used again. */
  restore(isUsed: (sha256: string) => boolean, pathOf: (sha256: string) => string): void;
  /** Removes what has been here for longer than 30 days. `now`: microseconds since 1970. */
  removeOld(now: number): void;
}

export function openTrash(folder: string): Trash {
  const listContent = (): string[] => {
    try {
      return readdirSync(folder);
    } catch {
      // It is created when the first file is moved here.
      return [];
    }
  };
  return {
    add(sha256, path, now) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      renameSync(path, join(folder, sha256));
      utimesSync(join(folder, sha256), now / 1e6, now / 1e6);
    },
    restore(isUsed, pathOf) {
      for (const sha256 of listContent()) {
        if (!isUsed(sha256)) continue;
        const path = pathOf(sha256);
        mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
        renameSync(join(folder, sha256), path);
      }
    },
    removeOld(now) {
      for (const sha256 of listContent()) {
        const path = join(folder, sha256);
        if (statSync(path).mtimeMs * 1000 < now - retentionTime) rmSync(path, { force: true });
      }
    },
  };
}
