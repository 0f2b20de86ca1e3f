/** When to send the next request to a remote that limits requests. */

/** Seconds to wait without Retry-After. */
const defaultRetryAfter = 60;
/** The maximum in seconds (I33): a server that requests more, by mistake or on purpose, must not stop sync for longer. */
const maxRetryAfter = 3600;

/** In milliseconds since 1970. `retryAfter` is in seconds, as in the response of the remote. */
export const retryTime = (now: number, retryAfter: number = defaultRetryAfter): number =>
  now + Math.min(Math.max(0, retryAfter), maxRetryAfter) * 1000;

/** A stored time, limited to the longest wait: a later one comes from an earlier version, or from a clock that was set back since. */
export const boundedRetryTime = (now: number, until: number): number => Math.min(until, retryTime(now, maxRetryAfter));
