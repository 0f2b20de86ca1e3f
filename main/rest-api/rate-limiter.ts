/**
 * Limits the requests of a workspace ([Limits], G16) with two windows of 60 seconds, each beginning with its first counted request: one for
 * all requests, one for imports and exports. Rejected requests are not counted. Windows survive a restart.
 */
import { z } from 'zod';
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import type { Environment } from '../../shared/environment.ts';
import { describeError } from '../platform/errors.ts';
import { storedTimeSchema, WaitClock } from '../platform/wait-clock.ts';

const oneSecond = 1000;
const oneMinute = 60 * oneSecond;
/** [Limits] requests per minute for each seat. A trial workspace, which has 0 seats, has the limits of one. */
const requestsPerSeat = { all: 60, transfer: 3 } as const;

/** `startedAt` is on the monotonic clock: a window lasts a minute, whatever the wall clock does. */
interface RateWindow {
  readonly startedAt: number;
  readonly count: number;
}
const storedWindow = z.strictObject({ startedAt: storedTimeSchema, count: z.number() });
const rateWindowsRow = z.strictObject({ all: storedWindow, transfer: storedWindow });

interface RateLimitResult {
  readonly isAllowed: boolean;
  /** Headers for the response, whether or not the request succeeds. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface RateLimiter {
  /** Counts a request of a workspace with this number of seats. `transfer` is true for imports and exports, which count in both windows. */
  consume(workspaceId: string, seats: number, transfer: boolean): RateLimitResult;
  close(): void;
}

type RateWindows = Record<keyof typeof requestsPerSeat, RateWindow>;
const emptyWindow: RateWindow = { startedAt: 0, count: 0 };
const emptyWindows: RateWindows = { all: emptyWindow, transfer: emptyWindow };

export function openRateLimiter(
  keyValueStore: KeyValueStore,
  environment: Environment,
  log: (line: string) => void = () => undefined,
): RateLimiter {
  const windowsByWorkspace = new Map<string, RateWindows>();
  const unwritten = new Set<string>();
  const clock = new WaitClock(environment);
  let written = Number.NEGATIVE_INFINITY;
  let hasFailed = false;

  function windowsOf(workspaceId: string, now: number): RateWindows {
    const stored = windowsByWorkspace.get(workspaceId) ?? readWindows(keyValueStore.get(workspaceId), clock);
    const windows = { all: currentWindow(stored.all, now), transfer: currentWindow(stored.transfer, now) };
    windowsByWorkspace.set(workspaceId, windows);
    return windows;
  }

  /**
   * Writes at most once a second, so that requests do not wait for the disk; a crash loses at most that second. A full disk is no reason to
   * reject requests: what cannot be written is written later.
   */
  function write(): void {
    try {
      keyValueStore.put([...unwritten].map((id) => ({ id, value: toRow(windowsByWorkspace.get(id) ?? emptyWindows, clock) })));
      unwritten.clear();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log(`The counts of requests could not be stored: ${describeError(error)}`);
      hasFailed = true;
    }
  }

  return {
    consume(workspaceId, seats, transfer) {
      const now = clock.now();
      const windows = windowsOf(workspaceId, now);
      const counted = transfer ? (['all', 'transfer'] as const) : (['all'] as const);
      const quotas = counted.map((name) => {
        const { startedAt, count } = windows[name];
        const limit = requestsPerSeat[name] * Math.max(1, seats);
        return { limit, ends: startedAt + oneMinute, remaining: limit - count };
      });
      const exhausted = quotas.filter(({ remaining }) => remaining <= 0);
      if (exhausted.length > 0)
        return { isAllowed: false, headers: retryHeaders(Math.max(...exhausted.map(({ ends }) => ends)) - now, environment.now()) };
      for (const name of counted) windows[name] = { ...windows[name], count: windows[name].count + 1 };
      unwritten.add(workspaceId);
      if (now - written >= oneSecond) {
        write();
        written = now;
      }
      const [tightest] = quotas.sort((one, two) => one.remaining - two.remaining);
      return { isAllowed: true, headers: tightest ? remainingHeaders(tightest.limit, tightest.remaining - 1) : {} };
    },
    close: () => unwritten.size > 0 && write(),
  };
}

/** No windows for a row of an earlier version, which contains times of the wall clock. */
function readWindows(row: unknown, clock: WaitClock): RateWindows {
  const stored = rateWindowsRow.safeParse(row).data;
  if (!stored) return emptyWindows;
  const toWindow = ({ startedAt, count }: z.infer<typeof storedWindow>): RateWindow => ({
    startedAt: clock.fromStoredTime(startedAt),
    count,
  });
  return { all: toWindow(stored.all), transfer: toWindow(stored.transfer) };
}

function toRow({ all, transfer }: RateWindows, clock: WaitClock): z.infer<typeof rateWindowsRow> {
  const toStored = ({ startedAt, count }: RateWindow) => ({ startedAt: clock.toStoredTime(startedAt), count });
  return { all: toStored(all), transfer: toStored(transfer) };
}

/** The current window; a new one after a minute. */
function currentWindow({ startedAt, count }: RateWindow, now: number): RateWindow {
  return count === 0 || now >= startedAt + oneMinute ? { startedAt: now, count: 0 } : { startedAt, count };
}

/** [Limits 4] the headers for the quota with fewer remaining requests. */
const remainingHeaders = (limit: number, remaining: number) => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
});

/** [Limits 5] the headers contain whole seconds, at least one, and the Unix time. `wallNow` is in microseconds. */
const retryHeaders = (remaining: number, wallNow: number) => ({
  'Retry-After': String(Math.max(1, Math.ceil(remaining / oneSecond))),
  'X-RateLimit-Reset': String(Math.ceil((wallNow / 1000 + remaining) / oneSecond)),
});
