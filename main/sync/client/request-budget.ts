/**
 * How fast may be asked ([Limits]): a window of 60 seconds that slides, for all requests of a workspace and for imports and exports. It is
 * stricter than the service's own fixed windows, so it holds whenever those begin. Shared by all projects of a workspace; pure, the time is
 * given. Times are in milliseconds.
 */
export interface RateLimits {
  readonly all: number;
  /** Imports and exports, which count as requests too. */
  readonly transfers: number;
}

export interface SentRequest {
  readonly at: number;
  readonly transfer: boolean;
}

/** Requests that the user waits for are sent first and may use the whole budget; the others leave a fifth free. */
export type Urgency = 'user' | 'push' | 'poll' | 'background';
const urgencyOrder: readonly Urgency[] = ['user', 'push', 'poll', 'background'];

export interface RequestBudget {
  readonly limits: RateLimits;
  /** The last 60 seconds, oldest first: kept, so that a restart does not forget them. */
  readonly sent: readonly SentRequest[];
  /** After a 429, no request of the workspace is sent before this time. */
  readonly closedUntil: number;
}

/** A second more than that of the service, which counts a request when it arrives: one may be slower on its way than the next. */
const windowLength = 61_000;

/** [Limits 1] 60 and 3 for each seat a minute. */
export const rateLimitsFor = (seats: number): RateLimits => ({ all: 60 * Math.max(1, seats), transfers: 3 * Math.max(1, seats) });

export const createBudget = (limits: RateLimits, sent: readonly SentRequest[] = [], closedUntil = 0): RequestBudget => ({
  limits,
  sent,
  closedUntil,
});

/** When such a request may be sent: `now` or later. */
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

/** Counts a request that is sent, whatever its result. */
export const spendBudget = (budget: RequestBudget, now: number, transfer = false): RequestBudget => ({
  ...budget,
  sent: [...recentRequests(budget, now), { at: now, transfer }],
});

/** A 429: `Retry-After` in seconds, as it says; without it a whole window. What the limiter refused did not count there, here it did: that is the safe side. */
export const closeBudget = (budget: RequestBudget, now: number, retryAfter: number | undefined): RequestBudget => ({
  ...budget,
  closedUntil: Math.max(budget.closedUntil, now + (retryAfter === undefined ? windowLength : Math.max(0, retryAfter) * 1000)),
});

/** [Limits 4] what the service says is left counts when it is less than we thought: others ask too. `left` is of the quota of that limit. */
export function applyReportedQuota(budget: RequestBudget, now: number, limit: number, left: number): RequestBudget {
  const transfer = limit <= budget.limits.transfers;
  const recent = recentRequests(budget, now);
  const ours = recent.filter((each) => !transfer || each.transfer).length;
  const unseen = Math.max(0, limit - left - ours);
  const limits = transfer ? { ...budget.limits, transfers: limit } : { ...budget.limits, all: limit };
  return { ...budget, limits, sent: [...recent, ...Array.from({ length: unseen }, () => ({ at: now, transfer }))] };
}

/** How many milliseconds a number of requests of one urgency take from now on. */
export function estimateDuration(budget: RequestBudget, now: number, count: number, urgency: Urgency): number {
  let at = now;
  let after = budget;
  for (let sent = 0; sent < count; sent++) {
    at = nextSendTime(after, at, urgency);
    after = spendBudget(after, at);
  }
  return at - now;
}

/** The next of the waiting requests: the most urgent, and of equals the one that has waited longest. */
export function mostUrgent<T extends { readonly urgency: Urgency; readonly since: number }>(waiting: readonly T[]): T | undefined {
  return [...waiting].sort((one, two) => urgencyOrder.indexOf(one.urgency) - urgencyOrder.indexOf(two.urgency) || one.since - two.since)[0];
}

/** A clock that was set back must not block requests forever: times in the future count as now (I23). */
function recentRequests({ sent }: RequestBudget, now: number): SentRequest[] {
  return sent.flatMap((each) => (each.at > now - windowLength ? [{ ...each, at: Math.min(each.at, now) }] : []));
}

function slotFreeAt(sent: readonly SentRequest[], limit: number): number {
  if (sent.length < limit) return 0;
  return (sent[sent.length - limit]?.at ?? 0) + windowLength;
}
