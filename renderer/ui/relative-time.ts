/** Formats past times relative to now. */

import { useEffect, useState } from 'react';
import { formatDate, formatTimeAgo as formatPast, t } from '../messages/translate.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `just now`, `5 minutes ago`, `yesterday`, `on 3 May 2026`. `iso` may have microseconds. */
export function formatRelativeTime(iso: string, now: number): string {
  const then = Date.parse(iso);
  // A workspace may send an invalid time.
  if (Number.isNaN(then)) return iso;
  const past = Math.max(0, now - then);
  if (past < MINUTE) return t('state.justNow');
  if (past < HOUR) return formatPast(Math.floor(past / MINUTE), 'minute');
  if (past < DAY) return formatPast(Math.floor(past / HOUR), 'hour');
  if (past < 14 * DAY) return formatPast(Math.floor(past / DAY), 'day');
  return t('state.on', { day: formatDate(then, { dateStyle: 'long' }) });
}

/** The formatted time, kept up to date. */
export function useRelativeTime(iso: string | null): string | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return iso === null ? null : formatRelativeTime(iso, now);
}
