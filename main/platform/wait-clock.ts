/**
 * Measures waits on the monotonic clock, and converts its times for people and for stored rows. Setting the wall clock moves none of them,
 * neither while the program runs nor between two of its runs.
 */
import { z } from 'zod';
import type { Environment } from '../../shared/environment.ts';

/**
 * A moment as a row stores it. Both times are on the monotonic clock, which starts with the computer. After another start of the computer it
 * is behind `writtenAt`, or at most as far ahead of it as the time that has passed, so the time since then is never overestimated.
 */
export const storedTimeSchema = z.object({ at: z.number(), writtenAt: z.number() });
type StoredTime = Readonly<z.infer<typeof storedTimeSchema>>;

/** A time during which the computer was asleep. */
interface Sleep {
  /** When it was noticed. */
  readonly at: number;
  readonly duration: number;
}

/** More are not needed: a wait that many of them interrupt has been long enough. */
const maxSleeps = 100;

export class WaitClock {
  readonly #environment: Pick<Environment, 'now' | 'monotonicNow' | 'awakeNow'>;
  /** The moments of rows from before the last start of the computer, or of earlier versions, as they were first read. */
  readonly #earlierMoments = new Map<string, number>();
  #sleeps: readonly Sleep[] = [];
  #totalSleep: number;

  constructor(environment: Pick<Environment, 'now' | 'monotonicNow' | 'awakeNow'>) {
    this.#environment = environment;
    this.#totalSleep = environment.monotonicNow() - environment.awakeNow();
  }

  /** Milliseconds on the monotonic clock. */
  now(): number {
    const now = this.#environment.monotonicNow();
    const duration = now - this.#environment.awakeNow() - this.#totalSleep;
    if (duration > 0) {
      this.#totalSleep += duration;
      this.#sleeps = [...this.#sleeps, { at: now, duration }].slice(-maxSleeps);
    }
    return now;
  }

  /** Milliseconds since 1970. */
  wallNow(): number {
    return Math.floor(this.#environment.now() / 1000);
  }

  /** The wall time of a monotonic one, as people read it. */
  toWallTime(time: number): number {
    return this.wallNow() + (time - this.now());
  }

  /** For how many milliseconds the computer was asleep after this moment. */
  sleptSince(since: number): number {
    this.now();
    return this.#sleeps.reduce((total, { at, duration }) => (at > since ? total + duration : total), 0);
  }

  toStoredTime(time: number): StoredTime {
    return { at: time, writtenAt: this.now() };
  }

  /**
   * The monotonic time of a stored moment. Rows of earlier versions contain wall times (a number), which count from their first reading and
   * are at most `maxAhead` milliseconds from then.
   */
  fromStoredTime(stored: StoredTime | number, maxAhead = 0): number {
    const now = this.now();
    if (typeof stored === 'number') return this.#earlierMoment(`${stored}`, now + Math.min(stored - this.wallNow(), maxAhead));
    const { at, writtenAt } = stored;
    const key = `${at} ${writtenAt}`;
    // The computer was started since. All that is known of the time between is that it took at least as long as this start is ago.
    if (now < writtenAt || this.#earlierMoments.has(key)) return this.#earlierMoment(key, at - writtenAt);
    return at;
  }

  #earlierMoment(key: string, moment: number): number {
    const known = this.#earlierMoments.get(key) ?? moment;
    this.#earlierMoments.set(key, known);
    return known;
  }
}
