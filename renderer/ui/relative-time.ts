/** Formats past times relative to now. */

import { formatDate, formatTimeAgo as formatPast, t } from '../messages/translate.ts';
import { useNow } from './use-now.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `just now`, `5 minutes ago`, `yesterday`, `on 3 May 2026`: days are those of the calendar here. `iso` may have microseconds. */
export function formatRelativeTime(iso: string, now: number): string {
  const then = Date.parse(iso);
  // A workspace may send an invalid time.
  if (Number.isNaN(then)) return iso;
  const past = Math.max(0, now - then);
  if (past < minute) return t('state.justNow');
  if (past < hour) return formatPast(Math.floor(past / minute), 'minute');
  if (past < day) return formatPast(Math.floor(past / hour), 'hour');
  const days = calendarDay(now) - calendarDay(then);
  if (days < 14) return formatPast(days, 'day');
  return t('state.on', { day: formatDate(then, { dateStyle: 'long' }) });
}

/** The number of the day of a time in the time zone of this computer: two that follow each other differ by 1, also where a clock is changed between them. */
function calendarDay(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / day;
}

/** The formatted time, kept up to date. */
export function useRelativeTime(iso: string | null): string | null {
  const now = useNow(30_000);
  return iso === null ? null : formatRelativeTime(iso, now);
}
