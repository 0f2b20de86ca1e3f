/** The only source of time, new ids and randomness, so that tests can control them. */
export interface Environment {
  /** The wall clock, for what people read: microseconds since 1970 in UTC, a whole number ([Project] updatedAt has microseconds). */
  now(): number;
  /**
   * The monotonic clock, for waiting: milliseconds since the computer was started (in a page: since it was opened), a whole number. Continues
   * while the computer is asleep, and never goes back or jumps when the wall clock is set.
   */
  monotonicNow(): number;
  /** The monotonic clock without the time for which the computer was asleep since this process started. */
  awakeNow(): number;
  /** A new UUID v4 ([Common conventions] ids are server-generated UUID strings). */
  newId(): string;
  /** A number from 0 to below 1. */
  random(): number;
}

/** What a play needs of it. */
export type Randomness = Pick<Environment, 'random'>;

/** An instant as service.md writes it: ISO 8601 in UTC with microseconds. */
export function formatIsoTime(microseconds: number): string {
  const seconds = new Date(Math.floor(microseconds / 1000)).toISOString().slice(0, 19);
  return `${seconds}.${formatFraction(microseconds)}Z`;
}

/** `[seconds, sub-second part]` as the version envelope carries it ([Version envelope] versionTime, G7). */
export function toVersionTime(microseconds: number): [string, string] {
  return [String(Math.floor(microseconds / 1e6)), `0.${formatFraction(microseconds)}`];
}

const formatFraction = (microseconds: number): string => String(microseconds % 1e6).padStart(6, '0');
