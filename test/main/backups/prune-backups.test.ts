/** [Backups 3] Which backups are kept, for random times, reasons and sizes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PrunableBackup, pruneBackups } from '../../../main/backups/prune-backups.ts';
import { type BackupReason, backupReasons } from '../../../shared/contracts/backups.ts';
import { cases } from '../../rounds.ts';

/** Microseconds. */
const minute = 60 * 1e6;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 22, 19, 30) * 1000;
const unlimited = { maxBytes: Number.POSITIVE_INFINITY, bytesOf: () => 0 };

const backupAt = (at: number, reason: BackupReason = 'changes'): PrunableBackup => ({ id: `b${at}`, at, reason });
const idsOf = (backups: readonly PrunableBackup[]) => backups.map(({ id }) => id);
const periodOf = (at: number, length: number) => new Date(at / 1000).toISOString().slice(0, length);

/** Half-hourly work on some days of two years, and steps in between. */
const history = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 730 * 48 }), fc.constantFrom(...backupReasons)), {
    minLength: 1,
    maxLength: 300,
    selector: ([halfHours]) => halfHours,
  })
  .map((list) => list.map(([halfHours, reason]) => backupAt(now - halfHours * 30 * minute, reason)).toSorted((a, b) => a.at - b.at));

describe('[Backups 3] thinning', () => {
  test('keeps the newest of each hour of a day, of each day of a month and of each month of a year', () => {
    fc.assert(
      fc.property(history, (backups) => {
        const kept = new Set(idsOf(pruneBackups(backups, now, unlimited)));
        for (const [length, span] of [
          [13, day],
          [10, 31 * day],
          [7, 366 * day],
        ] as const) {
          const newest = new Map(backups.map((backup) => [periodOf(backup.at, length), backup]));
          for (const backup of newest.values()) if (now - backup.at < span) expect(kept).toContain(backup.id);
        }
      }),
      { numRuns: cases(300) },
    );
  });

  test('removes none without keeping a newer one of the same 60 minutes, 24 hours or month, for as long as those are kept', () => {
    fc.assert(
      fc.property(history, (backups) => {
        const kept = pruneBackups(backups, now, unlimited);
        for (const { at } of backups)
          for (const [span, keptFor] of [
            [hour, day],
            [day, 31 * day],
            [31 * day, 366 * day],
          ] as const) {
            if (now - at >= keptFor) continue;
            expect(kept.some((each) => each.at >= at && each.at - at < span)).toBe(true);
          }
      }),
      { numRuns: cases(200) },
    );
  });

  test('removes every other backup of the schedule, and all that are older than a year', () => {
    fc.assert(
      fc.property(history, (backups) => {
        const kept = pruneBackups(backups, now, unlimited);
        for (const [index, { at, id }] of kept.entries()) {
          if (index === 0) continue;
          const age = now - at;
          expect(age).toBeLessThan(366 * day);
          const isNewestOf = (length: number) => backups.findLast((each) => periodOf(each.at, length) === periodOf(at, length))?.id === id;
          if (age >= 7 * day) expect(isNewestOf(age < 31 * day ? 10 : 7) || isNewestOf(7)).toBe(true);
        }
      }),
      { numRuns: cases(300) },
    );
  });

  test('keeps for a week what the user made and what was made before a risky step', () => {
    fc.assert(
      fc.property(history, (backups) => {
        const kept = idsOf(pruneBackups(backups, now, unlimited));
        const kind = (reason: BackupReason) => reason !== 'start' && reason !== 'changes';
        for (const { id, at, reason } of backups) if (kind(reason) && now - at < 7 * day) expect(kept).toContain(id);
      }),
      { numRuns: cases(200) },
    );
  });

  test('after each backup keeps the same ones as once at the end', () => {
    fc.assert(
      fc.property(history, (backups) => {
        let kept: PrunableBackup[] = [];
        for (const backup of backups) kept = pruneBackups([...kept, backup], backup.at, unlimited);
        expect(idsOf(pruneBackups(kept, now, unlimited))).toEqual(idsOf(pruneBackups(backups, now, unlimited)));
      }),
      { numRuns: cases(200) },
    );
  });

  test('removes the oldest until the rest fits into the size, and never the newest', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 400 }), (backups, maxBytes) => {
        const bytesOf = (list: readonly PrunableBackup[]) => list.length * 10;
        const all = idsOf(pruneBackups(backups, now, unlimited));
        const kept = idsOf(pruneBackups(backups, now, { maxBytes, bytesOf }));
        expect(kept).toEqual(all.slice(0, Math.max(1, Math.min(all.length, Math.floor(maxBytes / 10)))));
      }),
      { numRuns: cases(200) },
    );
  });

  describe('after the clock was set back', () => {
    const ahead = [backupAt(now + 3 * hour), backupAt(now + 2 * hour), backupAt(now + hour)];

    test('removes nothing that is newer than now', () => {
      expect(idsOf(pruneBackups(ahead, now, unlimited))).toEqual(idsOf(ahead));
    });

    test('keeps the backup that was just made, although one of the same hour, day and month has a later date', () => {
      const made = backupAt(now);
      expect(idsOf(pruneBackups([made, backupAt(now + 20 * minute)], now, unlimited))).toContain(made.id);
    });

    test('keeps the backup that was just made when there is only space for one', () => {
      const made = backupAt(now);
      expect(idsOf(pruneBackups([...ahead, made], now, { maxBytes: 0, bytesOf: (list) => list.length }))).toEqual([made.id]);
    });

    test('thins those dated in the future like others, and keeps the newest of them', () => {
      const year = 365 * day;
      const work = Array.from({ length: 200 }, (_, index) => backupAt(now + 4 * year - index * 30 * minute));
      const kept = pruneBackups(work, now, unlimited);
      expect(kept[0]).toEqual(work[0]);
      expect(idsOf(kept)).toEqual(idsOf(pruneBackups(work, now + 4 * year, unlimited)));
      expect(kept.length).toBeLessThan(40);
    });
  });
});
