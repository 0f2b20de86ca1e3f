/**
 * Bytes that a sweep found unused stay in `trash/` for 30 days: if the database was restored from a backup, or has forgotten them by a fault, they
 * are not lost. The time of a file there is the time at which it was moved, by a clock of the trash that a wrong system clock cannot turn far ahead
 * ([0439](../../docs/adr/0439-the-trash-counts-its-own-time.md)).
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFileSync } from '../platform/atomic-file.ts';
import { parseJsonOrUndefined } from '../platform/parse-json-or-undefined.ts';

/** Microseconds. */
const day = 24 * 3600 * 1e6;
const retentionTime = 30 * day;
/** The most that the clock of the trash advances between two times at which it is read. */
const maxAdvance = 7 * day;

export interface Trash {
  /** Moves a file here; it is named by its SHA-256. `now`: microseconds since 1970. */
  add(sha256: string, path: string, now: number): void;
  /** Moves back what is used again. */
  restore(isUsed: (sha256: string) => boolean, pathOf: (sha256: string) => string): void;
  /** Removes what has been here for longer than 30 days. `now`: microseconds since 1970. */
  removeOld(now: number): void;
}

export function openTrash(folder: string): Trash {
  const listContent = (): string[] => {
    try {
      return readdirSync(folder).filter((name) => /^[0-9a-f]{64}$/.test(name));
    } catch {
      // It is created when the first file is moved here.
      return [];
    }
  };
  return {
    add(sha256, path, now) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const time = advanceClock(folder, now);
      // Before it is moved: a crash in between must not leave it here with an old time.
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
  /** The time of the trash. */
  time: z.number(),
  /** The time of the system when that was written. */
  systemTime: z.number(),
});

/** Adds the time that has passed since the last call, at most a week and never less than nothing. Returns the time of the trash. */
function advanceClock(folder: string, now: number): number {
  const file = join(folder, 'clock.json');
  const last = readClock(file) ?? { time: now, systemTime: now };
  const time = last.time + Math.min(Math.max(now - last.systemTime, 0), maxAdvance);
  try {
    replaceFileSync(file, JSON.stringify({ time, systemTime: now }), { mode: 0o600 });
  } catch {
    // On a full disk old files must still be removed. The time that has passed is added at the next call.
  }
  return time;
}

function readClock(file: string): z.infer<typeof clockSchema> | undefined {
  try {
    return clockSchema.safeParse(parseJsonOrUndefined(readFileSync(file, 'utf8'))).data;
  } catch {
    // There is none before the first file is moved here.
    return undefined;
  }
}
