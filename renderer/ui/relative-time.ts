/** Formats past times relative to now. */

import { useEffect, useState } from 'react';
import { formatDate, formatTimeAgo as formatPast, t } from '../messages/translate.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `just now`, `5 minutes ago`, `yesterday`, `on 3 May 2026`. `iso` may have microseconds. */
export function formatRelativeTime(iso: string, now: number): string {
  const then = Date.parse(iso);
  // A workspace may send an invalid time.
  if (Number.isNaN(then)) return iso;
  const past = Math.max(0, now - then);
  if (past < minute) return t('state.justNow');
  if (past < hour) return formatPast(Math.floor(past / minute), 'minute');
  if (past < day) return formatPast(Math.floor(past / hour), 'hour');
  if (past < 14 * day) return formatPast(Math.floor(past / day), 'day');
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
