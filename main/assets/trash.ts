/**
 * Bytes that a sweep found unused stay in `trash/` for 30 days. So they are not lost if the database was restored from a backup, or lacks
 * their rows because of a bug. The modification time of a file there is the time at which it was moved, by a clock of the trash that a
 * wrong system clock cannot advance far ([0439](../../docs/adr/0439-the-trash-counts-its-own-time.md)).
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJsonOrUndefined } from '../../shared/json.ts';
import { replaceFileSync } from '../platform/atomic-file.ts';

/** Microseconds. */
const day = 24 * 3600 * 1e6;
const retentionTime = 30 * day;
/** The maximum by which the clock of the trash advances between two readings. */
const maxAdvance = 7 * day;

export interface Trash {
  /** Moves a file into the trash under its SHA-256. `now`: microseconds since 1970. */
  add(sha256: string, path: string, now: number): void;
  /** Moves files that are used again back to their paths. */
  restore(isUsed: (sha256: string) => boolean, pathOf: (sha256: string) => string): void;
  /** Removes files that have been in the trash for longer than 30 days. `now`: microseconds since 1970. */
  removeOld(now: number): void;
}

export function openTrash(folder: string): Trash {
  const listContent = (): string[] => {
    try {
      return readdirSync(folder).filter((name) => /^[0-9a-f]{64}$/.test(name));
    } catch {
      // The folder is created when the first file is moved into it.
      return [];
    }
  };
  return {
    add(sha256, path, now) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const time = advanceClock(folder, now);
      // Set before the file is moved, so that a crash in between cannot leave it in the trash with an old time.
      utimesSync(path, time / 1e6, time / 1e6);
      renameSync(path, join(folder, sha256));
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
      const content = listContent();
      if (content.length === 0) return;
      const time = advanceClock(folder, now);
      for (const sha256 of content) {
        const path = join(folder, sha256);
        if (statSync(path).mtimeMs * 1000 < time - retentionTime) rmSync(path, { force: true });
      }
    },
  };
}

/** Both in microseconds since 1970. */
const clockSchema = z.object({
  /** The time by the clock of the trash. */
  time: z.number(),
  /** The system time at which `time` was written. */
  systemTime: z.number(),
});

/**
 * Advances the clock of the trash by the time that has passed since the last call, at most by `maxAdvance` and never backwards. Returns its
 * time.
 */
function advanceClock(folder: string, now: number): number {
  const file = join(folder, 'clock.json');
  const last = readClock(file) ?? { time: now, systemTime: now };
  const time = last.time + Math.min(Math.max(now - last.systemTime, 0), maxAdvance);
  try {
    replaceFileSync(file, JSON.stringify({ time, systemTime: now }), { mode: 0o600 });
  } catch {
    // Old files must be removed on a full disk as well. The time that has passed is added at the next call.
  }
  return time;
}

function readClock(file: string): z.infer<typeof clockSchema> | undefined {
  try {
    return clockSchema.safeParse(parseJsonOrUndefined(readFileSync(file, 'utf8'))).data;
  } catch {
    // The file does not exist until the first file is moved into the trash.
    return undefined;
  }
}
