/** The real clock, ids and randomness. Only this file uses them; all other code receives an `Environment`. */
import { randomUUID } from 'node:crypto';
import type { Environment } from '../../shared/environment.ts';

/**
 * Microseconds by which the estimate may differ from the system clock before it is reset, for example after sleep or a correction of the
 * clock.
 */
const clockTolerance = 5000;

let wallAtStart = Date.now() * 1000;
let tickAtStart = process.hrtime.bigint();

/** The system clock counts milliseconds; the microseconds come from the high-resolution timer. */
function now(): number {
  const wall = Date.now() * 1000;
  const estimate = wallAtStart + Number((process.hrtime.bigint() - tickAtStart) / 1000n);
  if (Math.abs(estimate - wall) <= clockTolerance) return estimate;
  wallAtStart = wall;
  tickAtStart = process.hrtime.bigint();
  return wall;
}

export const systemEnvironment: Environment = { now, newId: () => randomUUID(), random: () => Math.random() };
