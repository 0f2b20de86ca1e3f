import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { formatRelativeTime, useRelativeTime } from '../../../renderer/ui/relative-time.ts';
import { runHook } from '../run-hook.ts';

afterEach(() => vi.unstubAllGlobals());

const now = Date.parse('2026-05-20T12:00:00Z');
const at = (iso: string) => formatRelativeTime(iso, now);

test('a time is formatted in words', () => {
  expect(at('2026-05-20T11:59:30.123456Z')).toBe('just now');
  expect(at('2026-05-20T11:55:00.000001Z')).toBe('5 minutes ago');
  expect(at('2026-05-20T11:00:00Z')).toBe('1 hour ago');
  expect(at('2026-05-19T11:00:00Z')).toBe('yesterday');
  expect(at('2026-05-10T11:00:00Z')).toBe('10 days ago');
  expect(at('2026-05-01T11:00:00Z')).toBe('on 1 May 2026');
});

test.each(['tomorrow', '999999-01-01T00:00:00Z'])('[I33] “%s”, which is no time, is shown as it is', (text) => {
  expect(at(text)).toBe(text);
});

test('a time slightly in the future is still just now', () => {
  expect(at('2026-05-20T12:00:05Z')).toBe('just now');
});

const local = (day: number, hour: number) => new Date(2026, 4, day, hour);
const relative = (then: Date, current: Date) => formatRelativeTime(then.toISOString(), current.getTime());

test('days are those of the calendar here, not 24 hours each', () => {
  expect(relative(local(18, 10), local(20, 9))).toBe('2 days ago');
  expect(relative(local(19, 8), local(20, 9))).toBe('yesterday');
  expect(relative(local(19, 23), local(20, 10))).toBe('11 hours ago');
  expect(relative(local(6, 23), local(20, 1))).toBe('on 6 May 2026');
  expect(relative(local(7, 1), local(20, 23))).toBe('13 days ago');
});

test('all shown times follow one clock, which stops with the last of them', async () => {
  vi.useFakeTimers({ now });
  const rows = [];
  for (let row = 0; row < 3; row++) rows.push(await runHook(useRelativeTime, '2026-05-20T12:00:00Z'));
  expect(vi.getTimerCount()).toBe(1);
  await act(async () => vi.advanceTimersByTime(120_000));
  expect(rows.map(({ results }) => results.at(-1))).toEqual(['2 minutes ago', '2 minutes ago', '2 minutes ago']);
  for (const { unmount } of rows) await unmount();
  expect(vi.getTimerCount()).toBe(0);
});
