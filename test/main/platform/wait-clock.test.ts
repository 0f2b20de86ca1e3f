/** Waits take as long as they say, whatever somebody does to the wall clock. */
import { expect, test } from 'vitest';
import { createWaitClock } from '../../test-environment.ts';

const second = 1000;
const hour = 3_600_000;

/** A computer whose wall clock can be set; `open` starts a program, which knows of earlier ones what they have stored. */
function computer() {
  const time = { now: Date.UTC(2026, 0, 1), wallShift: 0, slept: 0, startedAt: Date.UTC(2025, 11, 31) };
  const open = () =>
    createWaitClock(
      () => time.now,
      () => time,
    );
  return { time, open };
}

test('[I34] a stored moment stays where it is, while the program runs and after its restart, however the wall clock is set', () => {
  const { time, open } = computer();
  const clock = open();
  const since = clock.now();
  const stored = clock.toStoredTime(since);
  for (const shift of [24 * hour, -48 * hour, 24 * hour]) {
    time.wallShift += shift;
    time.now += second;
    expect([clock.fromStoredTime(stored), open().fromStoredTime(stored)]).toEqual([since, since]);
  }
});

test('[I34] after another start of the computer, at least as much time has passed as since then', () => {
  const { time, open } = computer();
  const clock = open();
  const stored = clock.toStoredTime(clock.now() - 20 * second);
  // Another system ran for a day and has set the clock.
  time.now += 24 * hour;
  time.wallShift -= 48 * hour;
  time.startedAt = time.now - 30 * second;
  const next = open();
  expect(next.now() - next.fromStoredTime(stored)).toBe(50 * second);
  time.now += 48 * hour;
  expect(next.now() - next.fromStoredTime(stored)).toBe(48 * hour + 50 * second);
  // No program can tell the starts apart any more, but more than this has passed.
  expect(open().now() - open().fromStoredTime(stored)).toBeLessThan(72 * hour);
});

test('[I34] a moment that an earlier version has stored as a wall time counts from its first reading, and is never in the future', () => {
  const { time, open } = computer();
  const stored = time.now;
  time.now += hour;
  const clock = open();
  const since = clock.now() - hour;
  expect(clock.fromStoredTime(stored)).toBe(since);
  time.wallShift -= 24 * hour;
  expect(clock.fromStoredTime(stored)).toBe(since);
  expect([open().fromStoredTime(stored) - open().now(), open().fromStoredTime(stored, hour) - open().now()]).toEqual([0, hour]);
});

test('[I34] sleep passes on the clock, and can be told from it', () => {
  const { time, open } = computer();
  const clock = open();
  const before = clock.now();
  time.now += 8 * hour;
  time.slept += 8 * hour;
  const after = clock.now();
  time.now += second;
  expect([clock.now() - before, clock.sleptSince(before), clock.sleptSince(after)]).toEqual([8 * hour + second, 8 * hour, 0]);
});

test('people read times of the wall clock', () => {
  const { time, open } = computer();
  const clock = open();
  const until = clock.now() + hour;
  time.wallShift += hour;
  expect(clock.toWallTime(until)).toBe(Date.UTC(2026, 0, 1, 2));
});
