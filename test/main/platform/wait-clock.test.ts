/** Waits take as long as they say, whatever somebody does to the wall clock. */
import { expect, test } from 'vitest';
import { createWaitClock } from '../../test-environment.ts';

const hour = 3_600_000;

/** A computer whose wall clock can be set; `open` starts a program, which knows of earlier ones what they have stored. */
function computer() {
  const time = { now: Date.UTC(2026, 0, 1), wallShift: 0 };
  const open = () =>
    createWaitClock(
      () => time.now,
      () => time.wallShift,
    );
  return { time, open };
}

test('[I23] a stored moment stays where it is while the program runs', () => {
  const { time, open } = computer();
  const clock = open();
  const since = clock.now();
  const stored = clock.toStoredTime(since);
  for (const shift of [24 * hour, -48 * hour]) {
    time.wallShift += shift;
    expect(clock.fromStoredTime(stored)).toBe(since);
  }
});

test('[I23] the first reading of a moment of an earlier program counts', () => {
  const { time, open } = computer();
  const stored = open().toStoredTime(open().now());
  time.now += hour;
  const clock = open();
  const since = clock.now() - hour;
  expect(clock.fromStoredTime(stored)).toBe(since);
  time.wallShift -= 24 * hour;
  expect(clock.fromStoredTime(stored)).toBe(since);
});

test('[I23] a moment is never in the future, even if the wall clock was set back in between', () => {
  const { time, open } = computer();
  const stored = open().toStoredTime(open().now());
  time.wallShift -= 24 * hour;
  expect([open().fromStoredTime(stored) - open().now(), open().fromStoredTime(stored, hour) - open().now()]).toEqual([0, hour]);
});

test('people read times of the wall clock', () => {
  const { time, open } = computer();
  const clock = open();
  const until = clock.now() + hour;
  time.wallShift += hour;
  expect(clock.toWallTime(until)).toBe(Date.UTC(2026, 0, 1, 2));
});
