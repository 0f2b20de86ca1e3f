/**
 * Which backups are kept: the newest of each hour for a day, of each day for 31 days, of each month for a year, in UTC. The newest of a day is also
 * the newest of its hour, so pruning again after each backup keeps the same ones as pruning once. What the user made, and what was made before a step
 * that may go wrong, is kept for a week whatever its hour. Then the oldest are removed until the rest fits into the size; the newest one always
 * stays.
 *
 * Backups dated in the future were made before the clock was set back, so they are older than they say. They are thinned by themselves, as if the newest
 * of them had just been made: otherwise a new backup would be removed in favour of one of the same hour that is older, or as the oldest one
 * ([0438](../../docs/adr/0438-backups-dated-in-the-future.md)).
 */
import type { BackupReason } from '../../shared/contracts/backups.ts';

export interface PrunableBackup {
  readonly id: string;
  /** Microseconds since 1970. */
  readonly at: number;
  readonly reason: BackupReason;
}

/** Microseconds. */
const hour = 3600 * 1e6;
const day = 24 * hour;

/** Each period, and for how long its newest backup is kept. */
const periods: readonly { readonly keyLength: number; readonly keptFor: number }[] = [
  { keyLength: '2026-11-22T19'.length, keptFor: day },
  { keyLength: '2026-11-22'.length, keptFor: 31 * day },
  { keyLength: '2026-11'.length, keptFor: 366 * day },
];
const keptWhateverTheHour = 7 * day;
const scheduledReasons: ReadonlySet<BackupReason> = new Set(['start', 'changes']);

/** Newest first. Those dated in the future come last. */
export function sortNewestFirst<B extends PrunableBackup>(backups: readonly B[], now: number): B[] {
  const { past, future } = sortByDate(backups, now);
  return [...past, ...future];
}

/** Both newest first, by their dates. */
function sortByDate<B extends PrunableBackup>(backups: readonly B[], now: number): { past: B[]; future: B[] } {
  const newestFirst = backups.toSorted((one, two) => two.at - one.at || (one.id < two.id ? 1 : -1));
  return { past: newestFirst.filter(({ at }) => at <= now), future: newestFirst.filter(({ at }) => at > now) };
}

/**
 * `bytesOf` returns the space that these backups take together. Returns those to keep, newest first; those dated in the future come last, and are the
 * first to be removed if the space does not suffice.
 */
export function pruneBackups<B extends PrunableBackup>(
  backups: readonly B[],
  now: number,
  { maxBytes, bytesOf }: { readonly maxBytes: number; readonly bytesOf: (retained: readonly B[]) => number },
): B[] {
  const { past, future } = sortByDate(backups, now);
  const retained = [...thin(past, now), ...thin(future, future[0]?.at ?? now)];
  while (retained.length > 1 && bytesOf(retained) > maxBytes) retained.pop();
  return retained;
}

/** Applies the periods to backups of which none is newer than `now`. */
function thin<B extends PrunableBackup>(newestFirst: readonly B[], now: number): B[] {
  const seenPeriods = new Set<string>();
  return newestFirst.filter(({ at, reason }, index) => {
    const time = new Date(Math.floor(at / 1000)).toISOString();
    const age = now - at;
    // Every period is noted, also one whose backup is too old for it.
    const isNewestOfPeriod = periods.map(({ keyLength, keptFor }) => {
      const period = time.slice(0, keyLength);
      const isNewest = !seenPeriods.has(period);
      seenPeriods.add(period);
      return isNewest && age < keptFor;
    });
    return index === 0 || isNewestOfPeriod.includes(true) || (!scheduledReasons.has(reason) && age < keptWhateverTheHour);
  });
}
