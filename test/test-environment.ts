/**
 * A deterministic environment: the time advances by a second per reading of the wall clock, ids count up (as UUIDs), randomness is seeded. The monotonic
 * clock passes with it, from another origin, so that a test notices where one is mistaken for the other.
 */
import { WaitClock } from '../main/platform/wait-clock.ts';
import type { Environment } from '../shared/environment.ts';

export function createTestEnvironment(seed = 1): Environment {
  let seconds = 0;
  let ids = 0;
  let state = seed;
  return {
    now: () => (Date.UTC(2026, 0, 1) + 1000 * seconds++) * 1000 + 123_456,
    monotonicNow: () => 1000 * seconds,
    awakeNow: () => 1000 * seconds,
    newId: () => `${seed.toString(16).padStart(8, '0')}-0000-4000-8000-${(++ids).toString(16).padStart(12, '0')}`,
    random: () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    },
  };
}

/** What happens to a computer while a test runs. All times are in milliseconds. */
interface ComputerTimes {
  /** How far the wall clock is set ahead. */
  readonly wallShift?: number;
  /** For how long it was asleep. */
  readonly slept?: number;
  /** When it was started, since 1970. */
  readonly startedAt?: number;
}

/**
 * A clock for waits that a test moves: `now` returns milliseconds since 1970, as they pass. The monotonic clock has another origin, the start
 * of the computer.
 */
export function createWaitClock(now: () => number, computer: () => ComputerTimes = () => ({})): WaitClock {
  const monotonicNow = () => now() - (computer().startedAt ?? Date.UTC(2025, 11, 31));
  return new WaitClock({
    now: () => (now() + (computer().wallShift ?? 0)) * 1000,
    monotonicNow,
    awakeNow: () => monotonicNow() - (computer().slept ?? 0),
  });
}
