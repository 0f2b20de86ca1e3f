/**
 * The rate limits of a workspace ([Limits]) as a sliding window of 60 seconds: one for all requests, one for imports and exports. A sliding
 * window is stricter than the fixed windows of the service, so it is valid whenever those begin. Shared by all projects of a workspace.
 * Pure. Times are in milliseconds.
 */
import { retryTime } from '../protocol/retry-time.ts';

interface RateLimits {
  readonly all: number;
  /** Imports and exports, which also count as requests. */
  readonly transfers: number;
}

export interface SentRequest {
  readonly at: number;
  readonly transfer: boolean;
}

/** Requests for which the user waits are sent first and may use the whole budget; all others leave a fifth of it free. */
export type Urgency = 'user' | 'push' | 'poll' | 'background';
const urgencyOrder: readonly Urgency[] = ['user', 'push', 'poll', 'background'];

export interface RequestBudget {
  readonly limits: RateLimits;
  /** The requests of the last 60 seconds, oldest first. Stored, so that they also count after a restart. */
  readonly sent: readonly SentRequest[];
  /** After a 429, no request of the workspace is sent before this time. */
  readonly closedUntil: number;
}

/** A second longer than the window of the service, which counts requests when they arrive: one may take longer to arrive than the next. */
const windowLength = 61_000;

/** [Limits 1] 60 requests and 3 transfers per seat and minute. */
export const rateLimitsFor = (seats: number): RateLimits => ({ all: 60 * Math.max(1, seats), transfers: 3 * Math.max(1, seats) });

export const createBudget = (limits: RateLimits, sent: readonly SentRequest[] = [], closedUntil = 0): RequestBudget => ({
  limits,
  sent,
  closedUntil,
});

/** The time at which a request of this urgency may be sent: `now` or later. */
export function nextSendTime(budget: RequestBudget, now: number, urgency: Urgency, transfer = false): number {
  const share = (limit: number) => (urgency === 'user' ? limit : Math.max(1, Math.floor(limit * 0.8)));
  const recent = recentRequests(budget, now);
  const times = [now, budget.closedUntil, slotFreeAt(recent, share(budget.limits.all))];
  if (transfer)
    times.push(
      slotFreeAt(
        recent.filter((each) => each.transfer),
        share(budget.limits.transfers),
      ),
    );
  return Math.max(...times);
}

/** (I33) Ends the wait after a 429 because the user requests it. The next response shows whether the limit still applies. */
export const reopenBudget = (budget: RequestBudget): RequestBudget => ({ ...budget, closedUntil: 0 });

/** Counts a request, whatever its result. */
export const spendBudget = (budget: RequestBudget, now: number, transfer = false): RequestBudget => ({
  ...budget,
  sent: [...recentRequests(budget, now), { at: now, transfer }],
});

/**
 * Closes the budget after a 429 for `retryAfter` seconds, or a whole window without it. The service does not count a rejected request, but
 * counting it here does no harm.
 */
export const closeBudget = (budget: RequestBudget, now: number, retryAfter: number | undefined): RequestBudget => ({
  ...budget,
  closedUntil: Math.max(budget.closedUntil, retryAfter === undefined ? now + windowLength : retryTime(now, retryAfter)),
});

/**
 * [Limits 4] applies the number of remaining requests that the service reports if it is lower than expected, because other clients share
 * the quota.
 */
export function applyReportedQuota(budget: RequestBudget, now: number, limit: number, left: number): RequestBudget {
  const transfer = limit <= budget.limits.transfers;
  const recent = recentRequests(budget, now);
  const ours = recent.filter((each) => !transfer || each.transfer).length;
  const unseen = Math.max(0, limit - left - ours);
  const limits = transfer ? { ...budget.limits, transfers: limit } : { ...budget.limits, all: limit };
  return { ...budget, limits, sent: [...recent, ...Array.from({ length: unseen }, () => ({ at: now, transfer }))] };
}

/** The number of milliseconds that `count` requests of this urgency will take. */
export function estimateDuration(budget: RequestBudget, now: number, count: number, urgency: Urgency): number {
  let at = now;
  let after = budget;
  for (let sent = 0; sent < count; sent++) {
    at = nextSendTime(after, at, urgency);
    after = spendBudget(after, at);
  }
  return at - now;
}

/** The next of the waiting requests: the most urgent one, and among equals the one that has waited longest. */
export function mostUrgent<T extends { readonly urgency: Urgency; readonly since: number }>(waiting: readonly T[]): T | undefined {
  return [...waiting].sort((one, two) => urgencyOrder.indexOf(one.urgency) - urgencyOrder.indexOf(two.urgency) || one.since - two.since)[0];
}

/** If the clock was set back, requests must not be blocked forever, so times in the future count as now (I23). */
function recentRequests({ sent }: RequestBudget, now: number): SentRequest[] {
  return sent.flatMap((each) => (each.at > now - windowLength ? [{ ...each, at: Math.min(each.at, now) }] : []));
}

function slotFreeAt(sent: readonly SentRequest[], limit: number): number {
  if (sent.length < limit) return 0;
  return (sent[sent.length - limit]?.at ?? 0) + windowLength;
}
