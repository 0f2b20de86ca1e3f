import { expect, test } from 'vitest';
import { formatRelativeTime } from '../../../renderer/ui/relative-time.ts';

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
