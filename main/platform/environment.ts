/** The real clock, ids and randomness. Only this file uses them; all other code receives an `Environment`. */
import { randomUUID } from 'node:crypto';
import { platform, uptime } from 'node:os';
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

/** Milliseconds by which the high-resolution timer must lag behind the uptime to count as sleep; the uptime is less exact. */
const minSleepTime = 1000;

const uptimeAtStart = uptime() * 1000;
const awakeAtStart = awakeTime();
let sleepTime = 0;

function awakeTime(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** On Linux, the high-resolution timer stops while the computer is asleep, but the uptime continues. On other systems, both continue. */
function monotonicNow(): number {
  const awake = awakeTime();
  if (platform() === 'linux') {
    const missing = uptime() * 1000 - uptimeAtStart - (awake - awakeAtStart);
    if (missing > sleepTime + minSleepTime) sleepTime = Math.floor(missing);
  }
  return awake + sleepTime;
}

export const systemEnvironment: Environment = { now, monotonicNow, newId: () => randomUUID(), random: () => Math.random() };
