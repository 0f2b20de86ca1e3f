/** A world in which nothing happens by chance: ids are counted. */
import type { World } from '../../../shared/world.ts';

export function countingWorld(): World {
  let made = 0;
  return { now: () => 0, newId: () => `new-${++made}`, random: () => 0 };
}
