/** The real clocks, ids and randomness. Only this file uses them; all other code receives an `Environment`. */
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
/** Milliseconds between two looks for sleep on systems whose high-resolution timer continues during it. */
const sleepCheckInterval = 5000;
/** A look that is late by more than this means that the computer was asleep. A busy program may be late, too, but not by so much. */
const sleepThreshold = 15_000;

/** Milliseconds between two readings of the uptime, for which Node opens and reads a file. */
const uptimeInterval = 250;

const uptimeAtStart = Math.floor(uptime() * 1000);
const timerAtStart = timerTime();
let sleepTime = 0;
let uptimeReadAt = 0;
let sleepChecks: NodeJS.Timeout | undefined;
let lastCheckAt = timerAtStart;

function timerTime(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** On Linux, the high-resolution timer stops while the computer is asleep, but the uptime continues. On other systems, both continue. */
const timerStopsInSleep = platform() === 'linux';

/** The time since the computer was started: its uptime at the start of this process, continued by the more exact timer. */
function monotonicNow(): number {
  const sinceStart = timerTime() - timerAtStart;
  if (!timerStopsInSleep) return uptimeAtStart + sinceStart;
  if (sinceStart - uptimeReadAt >= uptimeInterval) {
    uptimeReadAt = sinceStart;
    const missing = uptime() * 1000 - uptimeAtStart - sinceStart;
    if (missing > sleepTime + minSleepTime) sleepTime = Math.floor(missing);
  }
  return uptimeAtStart + sinceStart + sleepTime;
}

function awakeNow(): number {
  if (!timerStopsInSleep) {
    sleepChecks ??= setInterval(checkForSleep, sleepCheckInterval).unref();
    checkForSleep();
  }
  return monotonicNow() - sleepTime;
}

function checkForSleep(): void {
  const at = timerTime();
  const late = at - lastCheckAt - sleepCheckInterval;
  // Before the first look, nothing shows whether the computer was asleep.
  if (sleepChecks !== undefined && late > sleepThreshold) sleepTime += late;
  lastCheckAt = at;
}

export const systemEnvironment: Environment = {
  now,
  monotonicNow,
  awakeNow,
  newId: () => randomUUID(),
  random: () => Math.random(),
};
