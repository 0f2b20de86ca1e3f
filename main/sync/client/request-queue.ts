/**
 * The queue of all requests to one workspace: they wait for the budget, and the most urgent one is sent first. The count of the last
 * minute's requests is stored some requests in advance, so that neither a restart nor a crash lets more requests through than the remote
 * allows (I9).
 */
import { z } from 'zod';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { Timer } from '../../platform/timer.ts';
import { storedTimeSchema, type WaitClock } from '../../platform/wait-clock.ts';
import { boundedRetryTime, retryTime } from '../protocol/remote-api.ts';

/**
 * The rate limits of a workspace ([Limits]) as a sliding window of 60 seconds: one for all requests, one for imports and exports. A sliding
 * window is stricter than the fixed windows of the service, so it is valid whenever those begin. Shared by all projects of a workspace.
 * Times are in milliseconds on the monotonic clock.
 */
interface RateLimits {
  readonly all: number;
  /** Imports and exports, which also count as requests. */
  readonly transfers: number;
}

export interface SentRequest {
  readonly at: number;
  readonly transfer: boolean;
  /** Whether another client has sent it, as a response has shown. */
  readonly isForeign?: true;
}

/** Requests for which the user waits are sent first and may use the whole budget; all others leave a fifth of it free. */
export type Urgency = 'user' | 'push' | 'poll' | 'background';
const urgencyOrder: readonly Urgency[] = ['user', 'push', 'poll', 'background'];

interface RequestBudget {
  readonly limits: RateLimits;
  /** The requests of the last 60 seconds, oldest first. Stored, so that they also count after a restart. */
  readonly sent: readonly SentRequest[];
  /** After a 429, no request of the workspace is sent before this time. */
  readonly closedUntil: number;
  /** After a 429 to an import or export, no other one is sent before this time. */
  readonly transfersClosedUntil: number;
  /** When a response last showed that other clients of the workspace use its quota of transfers; unknown after a restart. */
  readonly othersTransferredAt?: number;
  /** When a response last showed that less than a quarter of all requests was left; unknown after a restart. */
  readonly scarceAt?: number;
}

/** A second longer than the window of the service, which counts requests when they arrive: one may take longer to arrive than the next. */
const windowLength = 61_000;

/** [Limits 1] 60 requests and 3 transfers per seat and minute. */
export const rateLimitsFor = (seats: number): RateLimits => ({ all: 60 * Math.max(1, seats), transfers: 3 * Math.max(1, seats) });

export const createBudget = (
  limits: RateLimits,
  sent: readonly SentRequest[] = [],
  closedUntil = 0,
  transfersClosedUntil = 0,
): RequestBudget => ({ limits, sent, closedUntil, transfersClosedUntil });

/** The time at which so many requests of this urgency may be sent at once: `now` or later. At most one of them is a transfer. */
export function nextSendTime(budget: RequestBudget, now: number, urgency: Urgency, transfer = false, count = 1): number {
  const recent = recentRequests(budget, now);
  const share = Math.max(1, shareOf(budget.limits.all, urgency) - (count - 1));
  const times = [now, budget.closedUntil, slotFreeAt(recent, share)];
  if (transfer)
    times.push(
      budget.transfersClosedUntil,
      slotFreeAt(
        recent.filter((each) => each.transfer),
        shareOf(budget.limits.transfers, urgency),
      ),
    );
  return Math.max(...times);
}

const shareOf = (limit: number, urgency: Urgency): number => (urgency === 'user' ? limit : Math.max(1, Math.floor(limit * 0.8)));

/**
 * (I36) The time of the next read of a project, of which one request is a transfer, if they are sent at equal intervals. Where others write
 * all the time, that is as often as the quota allows for good; a few at once would be followed by most of a minute without any. Other clients
 * that use the quota get half of it. `count` requests are sent at once, and some more are left for edits, which must not wait for them.
 */
function nextPacedTransferTime(budget: RequestBudget, now: number, urgency: Urgency, count: number): number {
  const { othersTransferredAt = Number.NEGATIVE_INFINITY, limits } = budget;
  const share = shareOf(limits.transfers, urgency) / (now < othersTransferredAt + othersActiveDuration ? 2 : 1);
  const last = recentRequests(budget, now).findLast(({ transfer }) => transfer);
  const allowed = nextSendTime(budget, now, urgency, true, count + Math.floor(limits.all * shareLeftForEdits));
  // The last one was refused: others use the quota up again soon after this time.
  const isRefused = last !== undefined && budget.transfersClosedUntil > last.at;
  return last === undefined || isRefused ? allowed : Math.max(allowed, last.at + windowLength / share);
}

/** The part of the budget that reads for the sake of others leave: with one seat, two edits, each with a look at its record. */
const shareLeftForEdits = 1 / 15;

function isScarce({ sent, limits, scarceAt = Number.NEGATIVE_INFINITY }: RequestBudget, now: number): boolean {
  const latest = sent.filter(({ at, isForeign }) => !isForeign && at > now - windowLength / 3);
  return now < scarceAt + windowLength || latest.length > limits.all / 3 / 3;
}

/** Milliseconds for which others who have used the quota of transfers are expected to use it again. */
const othersActiveDuration = 3 * windowLength;

/** (I33) Ends the wait after a 429 because the user requests it. The next response shows whether the limit still applies. */
const reopenBudget = (budget: RequestBudget): RequestBudget => ({ ...budget, closedUntil: 0, transfersClosedUntil: 0 });

/** Counts a request, whatever its result. */
export const spendBudget = (budget: RequestBudget, now: number, transfer = false): RequestBudget => ({
  ...budget,
  sent: [...recentRequests(budget, now), { at: now, transfer }],
});

/**
 * Closes the budget after a 429 for `retryAfter` seconds, or a whole window without it. The service does not count a rejected request, but
 * counting it here does no harm. ([Limits 2.3], I36) After a 429 to a transfer, other requests are still sent: if it was their limit, the
 * next one shows.
 */
export function closeBudget(budget: RequestBudget, now: number, retryAfter: number | undefined, transfer = false): RequestBudget {
  const until = retryAfter === undefined ? now + windowLength : retryTime(now, retryAfter);
  if (!transfer) return { ...budget, closedUntil: Math.max(budget.closedUntil, until) };
  return { ...budget, transfersClosedUntil: Math.max(budget.transfersClosedUntil, until), othersTransferredAt: now };
}

/**
 * [Limits 4] applies the number of remaining requests that the service reports if it is lower than expected, because other clients share
 * the quota. Each report replaces the one before it: in a new window of the service, earlier requests of others do not count any more.
 */
export function applyReportedQuota(budget: RequestBudget, now: number, limit: number, left: number): RequestBudget {
  const transfer = limit <= budget.limits.transfers;
  const recent = recentRequests(budget, now);
  // A report about all requests does not show which of them were transfers.
  const known = recent.filter((each) => !each.isForeign || each.transfer !== transfer);
  const counted = known.filter((each) => !transfer || each.transfer).length;
  const unseen = Math.max(0, limit - left - counted);
  const limits = transfer ? { ...budget.limits, transfers: limit } : { ...budget.limits, all: limit };
  const sent = [...known, ...Array.from({ length: unseen }, (): SentRequest => ({ at: now, transfer, isForeign: true }))];
  const isScarce = !transfer && left < limit / 4;
  return {
    ...budget,
    limits,
    sent,
    ...(transfer && unseen > 0 && { othersTransferredAt: now }),
    ...(isScarce && { scarceAt: now }),
  };
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

const recentRequests = ({ sent }: RequestBudget, now: number): SentRequest[] => sent.filter(({ at }) => at > now - windowLength);

function slotFreeAt(sent: readonly SentRequest[], limit: number): number {
  if (sent.length < limit) return 0;
  return (sent[sent.length - limit]?.at ?? 0) + windowLength;
}

/** Durations are in milliseconds before or after the row was written, so that setting the clock changes nothing (I34). */
const budgetRowSchema = z.object({
  all: z.int().min(1),
  transfers: z.int().min(1),
  /** For each request of the last minute, how long ago it was sent, and whether it was a transfer. */
  sent: z.array(z.tuple([z.number(), z.union([z.literal(0), z.literal(1)])])),
  /** For how long no request may be sent. */
  closedFor: z.number(),
  /** For how long no import or export may be sent; missing in rows of earlier versions. */
  transfersClosedFor: z.number().default(0),
  /** The number of further requests that may have been sent since the row was written. */
  ahead: z.int().min(0),
  /** When the row was written. */
  written: storedTimeSchema,
});

/** The row of earlier versions, whose times are wall times. */
const earlierBudgetRowSchema = z
  .object({
    ...budgetRowSchema.omit({ closedFor: true, transfersClosedFor: true, written: true }).shape,
    closedUntil: z.number(),
    at: z.number(),
  })
  .transform(({ sent, closedUntil, at, ...row }) => ({
    ...row,
    sent: sent.map(([sentAt, transfer]): [number, 0 | 1] => [at - sentAt, transfer]),
    closedFor: closedUntil - at,
    transfersClosedFor: 0,
    written: undefined,
  }));

/** [Limits 1] the limits of a workspace without purchased seats, which apply until a response reports others. */
const defaultLimits = rateLimitsFor(1);
/** The maximum number of requests that are counted after a crash although they may not have been sent. */
const maxRequestsAhead = 100;
/** (I33) Higher reported limits are ignored: so many seats ([Limits 1]) are unlikely, and each counted request takes memory. */
const maxLimit = 60_000;
/** The duration of up to this many requests is simulated one by one; the rest is estimated from the limit. */
const maxSimulatedRequests = 300;

interface RequestQueueDeps {
  readonly keyValueStore: KeyValueStore;
  readonly id: string;
  readonly timer: Timer;
  readonly clock: WaitClock;
}

interface QueuedRequest {
  /** The current urgency, because a request may become more urgent while it waits. */
  readonly urgency: Urgency;
  readonly since: number;
  readonly transfer: boolean;
  readonly start: () => void;
  readonly reject: (reason: Error) => void;
}

export class RequestQueue {
  readonly #deps: RequestQueueDeps;
  #budget: RequestBudget;
  #waiting: QueuedRequest[] = [];
  /** The number of requests that may be sent before the row must be written again. */
  #ahead = 0;
  #cancelTimer: (() => void) | undefined;
  #closed = false;

  constructor(deps: RequestQueueDeps) {
    this.#deps = deps;
    this.#budget = readBudget(deps.keyValueStore.get(deps.id), deps.clock);
  }

  /** The time at which so many requests of this urgency may be sent at once, according to the current budget. */
  availableAt(urgency: Urgency, transfer = false, count = 1): number {
    return nextSendTime(this.#budget, this.#deps.clock.now(), urgency, transfer, count);
  }

  /** (I36) The time at which a project may be read in `count` requests because others have written. */
  pacedTransferAt(urgency: Urgency, count: number): number {
    return nextPacedTransferTime(this.#budget, this.#deps.clock.now(), urgency, count);
  }

  /** (I36) Whether few requests were left some time in the last minute, or will be at this pace if others send as many. */
  get isScarce(): boolean {
    return isScarce(this.#budget, this.#deps.clock.now());
  }

  /** Resolves when the request may be sent, from when on it is counted. */
  acquire(urgencyOf: () => Urgency, transfer = false): Promise<void> {
    return new Promise((start, reject) => {
      const since = this.#deps.clock.now();
      this.#waiting.push({
        get urgency() {
          return urgencyOf();
        },
        since,
        transfer,
        start,
        reject,
      });
      this.#serve();
    });
  }

  /** Must be called when the urgency of waiting requests may have changed. */
  reprioritize(): void {
    this.#serve();
  }

  /** [Limits 4] applies a quota that a response reports. A response to a transfer may report either quota. */
  applyQuota(limit: number, left: number, transfer: boolean): void {
    if (limit < 1 || limit > maxLimit) return;
    const { limits } = this.#budget;
    const isTransfers = transfer && limit < limits.all / 2;
    // [Limits] both depend on the number of seats, so each can be derived from the other.
    const known = isTransfers ? { ...limits, transfers: limit } : { all: limit, transfers: Math.max(1, Math.floor(limit / 20)) };
    this.#budget = applyReportedQuota({ ...this.#budget, limits: known }, this.#deps.clock.now(), limit, left);
    this.#serve();
  }

  /** Sends no request for this time after a 429, or no transfer if it was the response to one. */
  applyRateLimit(retryAfter: number | undefined, transfer: boolean): void {
    this.#budget = closeBudget(this.#budget, this.#deps.clock.now(), retryAfter, transfer);
    this.#save();
    this.#serve();
  }

  /** (I33) Ends the wait after a 429, because the user retries. */
  clearRateLimit(): void {
    const { closedUntil, transfersClosedUntil } = this.#budget;
    if (Math.max(closedUntil, transfersClosedUntil) <= this.#deps.clock.now()) return;
    this.#budget = reopenBudget(this.#budget);
    this.#save();
    this.#serve();
  }

  get blockedUntil(): number {
    return this.#budget.closedUntil;
  }

  /** The number of milliseconds that so many requests will take. */
  estimateDuration(count: number, urgency: Urgency): number {
    const some = estimateDuration(this.#budget, this.#deps.clock.now(), Math.min(count, maxSimulatedRequests), urgency);
    const pace = 60_000 / Math.max(1, Math.floor(this.#budget.limits.all * (urgency === 'user' ? 1 : 0.8)));
    return some + Math.max(0, count - maxSimulatedRequests) * pace;
  }

  /** Rejects all waiting requests. */
  close(reason: Error): void {
    this.#closed = true;
    this.#cancelTimer?.();
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
    if (this.#ahead > 0) this.#save(0);
  }

  #serve(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#closed) return;
    const now = this.#deps.clock.now();
    let soonest = Number.POSITIVE_INFINITY;
    for (const left = [...this.#waiting]; left.length > 0; ) {
      const next = mostUrgent(left);
      if (!next) break;
      left.splice(left.indexOf(next), 1);
      const at = nextSendTime(this.#budget, now, next.urgency, next.transfer);
      if (at > now) soonest = Math.min(soonest, at);
      else {
        this.#waiting.splice(this.#waiting.indexOf(next), 1);
        this.#spend(now, next.transfer);
        next.start();
      }
    }
    if (soonest < Number.POSITIVE_INFINITY) this.#cancelTimer = this.#deps.timer.after(soonest - now, () => this.#serve());
  }

  #spend(now: number, transfer: boolean): void {
    this.#budget = spendBudget(this.#budget, now, transfer);
    // Transfers are rare and their limit is low, so each one is stored.
    if (this.#ahead > 0 && !transfer) this.#ahead--;
    else this.#save();
  }

  #save(ahead = Math.min(maxRequestsAhead, Math.max(3, Math.floor(this.#budget.limits.all / 20)))): void {
    const { limits, sent, closedUntil, transfersClosedUntil } = this.#budget;
    const { clock } = this.#deps;
    const now = clock.now();
    const value: z.infer<typeof budgetRowSchema> = {
      ...limits,
      sent: sent.map(({ at, transfer }) => [now - at, transfer ? 1 : 0]),
      closedFor: Math.max(0, closedUntil - now),
      transfersClosedFor: Math.max(0, transfersClosedUntil - now),
      ahead,
      written: clock.toStoredTime(now),
    };
    this.#deps.keyValueStore.put([{ id: this.#deps.id, value }]);
    this.#ahead = ahead;
  }
}

/** The budget that an earlier process has stored. A row of an earlier version counts as just written. */
function readBudget(row: unknown, clock: WaitClock): RequestBudget {
  const stored = z.union([budgetRowSchema, earlierBudgetRowSchema]).safeParse(row).data;
  if (!stored) return createBudget(defaultLimits);
  const now = clock.now();
  const writtenAt = stored.written ? clock.fromStoredTime(stored.written) : now;
  const sent = stored.sent.map(([ago, transfer]) => ({ at: writtenAt - Math.max(0, ago), transfer: transfer === 1 }));
  const unseen = Array.from({ length: stored.ahead }, () => ({ at: writtenAt, transfer: false }));
  const [closedUntil, transfersClosedUntil] = [stored.closedFor, stored.transfersClosedFor].map((duration) =>
    Math.max(0, boundedRetryTime(now, writtenAt + duration)),
  );
  return createBudget({ all: stored.all, transfers: stored.transfers }, [...sent, ...unseen], closedUntil, transfersClosedUntil);
}
