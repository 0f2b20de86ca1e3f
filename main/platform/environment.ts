/** The real clock, ids and chance. The only file that may ask for them; everyone else is handed a World. */
import { randomUUID } from 'node:crypto';
import type { Environment } from '../../shared/environment.ts';

/** How far the estimate may be from the system clock, in microseconds, before it is set by it again (sleep, a corrected clock). */
const clockTolerance = 5000;

let wallAtStart = Date.now() * 1000;
let tickAtStart = process.hrtime.bigint();

/** The system clock counts milliseconds; the microseconds between come from the high-resolution one. */
function now(): number {
  const wall = Date.now() * 1000;
  const estimate = wallAtStart + Number((process.hrtime.bigint() - tickAtStart) / 1000n);
  if (Math.abs(estimate - wall) <= clockTolerance) return estimate;
  wallAtStart = wall;
  tickAtStart = process.hrtime.bigint();
  return wall;
}

export const systemEnvironment: Environment = { now, newId: () => randomUUID(), random: () => Math.random() };
