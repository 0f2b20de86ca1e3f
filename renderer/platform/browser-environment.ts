/** The environment (clock, ids, randomness) for shared code that runs in the window, such as the player. */
import type { Environment } from '../../shared/environment.ts';

export const browserEnvironment: Environment = {
  // Microseconds, as in the engine.
  now: () => Date.now() * 1000,
  monotonicNow: () => Math.floor(performance.now()),
  awakeNow: () => Math.floor(performance.now()),
  newId: () => crypto.randomUUID(),
  random: Math.random,
};
