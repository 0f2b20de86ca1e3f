/** An environment in which nothing happens by chance: ids are counted. */
import type { Environment } from '../../../shared/environment.ts';

export function countingEnvironment(): Environment {
  let made = 0;
  return { now: () => 0, monotonicNow: () => 0, awakeNow: () => 0, newId: () => `new-${++made}`, random: () => 0 };
}
