import { expect, test } from 'vitest';
import { Debounce, LeadingThrottle } from '../../../main/platform/timer.ts';
import { ManualTimer } from '../delivery/manual-timer.ts';

function countRuns(Kind: typeof Debounce | typeof LeadingThrottle) {
  const timer = new ManualTimer();
  const runs = { count: 0 };
  const each = new Kind(timer, () => {
    runs.count += 1;
  });
  return { timer, runs, each };
}

test('a debounce runs 100 ms after the last of several calls', () => {
  const { timer, runs, each } = countRuns(Debounce);
  each.trigger();
  timer.pass(99);
  each.trigger();
  timer.pass(99);
  expect(runs.count).toBe(0);
  timer.pass(1);
  expect(runs.count).toBe(1);
  timer.pass(5000);
  expect(runs.count).toBe(1);
});

test('a debounce runs every two seconds while calls never pause', () => {
  const { timer, runs, each } = countRuns(Debounce);
  for (let at = 0; at < 10_000; at += 10) {
    each.trigger();
    timer.pass(10);
  }
  expect(runs.count).toBe(5);
});

test('a leading throttle runs after the turn of the first call, and then at most once in 150 ms', () => {
  const { timer, runs, each } = countRuns(LeadingThrottle);
  each.trigger();
  each.trigger();
  expect(runs.count).toBe(0);
  timer.pass(0);
  expect(runs.count).toBe(1);
  each.trigger();
  timer.pass(149);
  expect(runs.count).toBe(1);
  timer.pass(1);
  expect(runs.count).toBe(2);
  timer.pass(5000);
  expect(runs.count).toBe(2);
});

test('a cancelled run of a throttle does not begin, and the next one keeps its distance', () => {
  const { timer, runs, each } = countRuns(LeadingThrottle);
  each.trigger();
  each.cancel();
  timer.pass(0);
  expect(runs.count).toBe(0);
  each.trigger();
  timer.pass(0);
  each.trigger();
  each.cancel();
  timer.pass(100);
  each.trigger();
  timer.pass(49);
  expect(runs.count).toBe(1);
  timer.pass(1);
  expect(runs.count).toBe(2);
});
