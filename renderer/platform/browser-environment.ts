/** The environment (clock, ids, randomness) for what runs in the window itself, such as the player. */
import type { Environment } from '../../shared/environment.ts';

export const browserEnvironment: Environment = {
  // Microseconds, as everywhere in the engine.
  now: () => Date.now() * 1000,
  newId: () => crypto.randomUUID(),
  random: Math.random,
};
