/**
 * Decides which backups are kept: the newest of each hour for a day, of each day for 31 days, and of each month for a year, in UTC (ADR 0471). The
 * newest of a day is also the newest of its hour, so pruning after each backup keeps the same ones as pruning once. Backups that the user
 * made, and those made before risky steps, are kept for a week even if they are not the newest of their hour. Then the oldest are removed
 * until the rest fits into the size limit; the newest one always stays.
 *
 * Backups dated in the future were made before the clock was set back, so they are older than their dates. They are thinned separately, as
 * if the newest of them had just been made. Otherwise a new backup would be removed in favour of an older one of the same hour, or as the
 * oldest one ([0438](../../docs/adr/0438-backups-dated-in-the-future.md)).
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

/** The periods, and for how long the newest backup of each is kept. */
const periods: readonly { readonly keyLength: number; readonly keptFor: number }[] = [
  { keyLength: '2026-11-22T19'.length, keptFor: day },
  { keyLength: '2026-11-22'.length, keptFor: 31 * day },
  { keyLength: '2026-11'.length, keptFor: 366 * day },
];
const keptWhateverTheHour = 7 * day;
const scheduledReasons: ReadonlySet<BackupReason> = new Set(['start', 'changes']);

/** Newest first, but those dated in the future come last. */
export function sortNewestFirst<B extends PrunableBackup>(backups: readonly B[], now: number): B[] {
  const { past, future } = sortByDate(backups, now);
  return [...past, ...future];
}

/** Separates past and future backups, each newest first by their dates. */
function sortByDate<B extends PrunableBackup>(backups: readonly B[], now: number): { past: B[]; future: B[] } {
  const newestFirst = backups.toSorted((one, two) => two.at - one.at || (one.id < two.id ? 1 : -1));
  return { past: newestFirst.filter(({ at }) => at <= now), future: newestFirst.filter(({ at }) => at > now) };
}

/**
 * Returns the backups to keep, newest first. Those dated in the future come last and are the first to be removed if the space does not
 * suffice. `bytesOf` returns the space that these backups take together.
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

/** Applies the periods to backups none of which is newer than `now`. */
function thin<B extends PrunableBackup>(newestFirst: readonly B[], now: number): B[] {
  const seenPeriods = new Set<string>();
  return newestFirst.filter(({ at, reason }, index) => {
    const time = new Date(Math.floor(at / 1000)).toISOString();
    const age = now - at;
    // Every period must be marked as seen, even one whose backup is too old to be kept for it.
    const isNewestOfPeriod = periods.map(({ keyLength, keptFor }) => {
      const period = time.slice(0, keyLength);
      const isNewest = !seenPeriods.has(period);
      seenPeriods.add(period);
      return isNewest && age < keptFor;
    });
    return index === 0 || isNewestOfPeriod.includes(true) || (!scheduledReasons.has(reason) && age < keptWhateverTheHour);
  });
}
