/** When a remote that limits requests may be asked again. */

/** Seconds without Retry-After. */
const defaultRetryAfter = 60;
/** (I33) Seconds: a server that names more, by mistake or on purpose, must not stop sync for longer. */
const maxRetryAfter = 3600;

/** Milliseconds since 1970. `retryAfter`: in seconds, as the remote names it. */
export const retryTime = (now: number, retryAfter: number = defaultRetryAfter): number =>
  now + Math.min(Math.max(0, retryAfter), maxRetryAfter) * 1000;

/** A time that was stored: later ones than the longest wait come from an earlier version, or from a clock that was set back since. */
export const boundedRetryTime = (now: number, until: number): number => Math.min(until, retryTime(now, maxRetryAfter));
