/**
 * Measures waits on the monotonic clock, and converts its times for people and for stored rows. Rows contain wall times, because the
 * monotonic clock of another process has another origin.
 */
import type { Environment } from '../../shared/environment.ts';

export class WaitClock {
  readonly #environment: Pick<Environment, 'now' | 'monotonicNow'>;
  /** The monotonic times of stored ones that this process has written or read, so that setting the wall clock does not move them. */
  readonly #knownTimes = new Map<number, number>();

  constructor(environment: Pick<Environment, 'now' | 'monotonicNow'>) {
    this.#environment = environment;
  }

  /** Milliseconds on the monotonic clock. */
  now(): number {
    return this.#environment.monotonicNow();
  }

  /** Milliseconds since 1970. */
  wallNow(): number {
    return Math.floor(this.#environment.now() / 1000);
  }

  /** The wall time of a monotonic one, as people read it. */
  toWallTime(time: number): number {
    return this.wallNow() + (time - this.now());
  }

  /** A moment of this process as a row stores it. */
  toStoredTime(time: number): number {
    const stored = this.toWallTime(time);
    this.#knownTimes.set(stored, time);
    return stored;
  }

  /**
   * The monotonic time of a stored moment. If the wall clock was set back while the program was not running, the moment is at most
   * `maxAhead` milliseconds from now.
   */
  fromStoredTime(stored: number, maxAhead = 0): number {
    const known = this.#knownTimes.get(stored);
    if (known !== undefined) return known;
    const time = this.now() + Math.min(stored - this.wallNow(), maxAhead);
    this.#knownTimes.set(stored, time);
    return time;
  }
}
