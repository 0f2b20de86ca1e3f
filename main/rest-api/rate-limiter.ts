/**
 * Limits the requests of a workspace ([Limits], G16) with two windows of 60 seconds, each beginning with its first counted request: one for
 * all requests, one for imports and exports. Rejected requests are not counted. Windows survive a restart.
 */
import { z } from 'zod';
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import type { Environment } from '../../shared/environment.ts';
import { describeError } from '../platform/errors.ts';

const oneSecond = 1_000_000;
const oneMinute = 60 * oneSecond;
/** [Limits] requests per minute for each seat. A trial workspace, which has 0 seats, has the limits of one. */
const requestsPerSeat = { all: 60, transfer: 3 } as const;

/** `startedAt` is in microseconds since 1970. */
const rateWindow = z.strictObject({ startedAt: z.number(), count: z.number() });
type RateWindow = z.infer<typeof rateWindow>;
const rateWindowsRow = z.strictObject({ all: rateWindow, transfer: rateWindow });

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

const emptyWindow: RateWindow = { startedAt: 0, count: 0 };
type RateWindows = Record<keyof typeof requestsPerSeat, RateWindow>;

export function openRateLimiter(
  keyValueStore: KeyValueStore,
  environment: Environment,
  log: (line: string) => void = () => undefined,
): RateLimiter {
  const windowsByWorkspace = new Map<string, RateWindows>();
  const unwritten = new Set<string>();
  let written = Number.NEGATIVE_INFINITY;
  let hasFailed = false;

  function windowsOf(workspaceId: string, now: number): RateWindows {
    const stored = windowsByWorkspace.get(workspaceId) ??
      rateWindowsRow.safeParse(keyValueStore.get(workspaceId)).data ?? { all: emptyWindow, transfer: emptyWindow };
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
      keyValueStore.put([...unwritten].map((id) => ({ id, value: windowsByWorkspace.get(id) })));
      unwritten.clear();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log(`The counts of requests could not be stored: ${describeError(error)}`);
      hasFailed = true;
    }
  }

  return {
    consume(workspaceId, seats, transfer) {
      const now = environment.now();
      const windows = windowsOf(workspaceId, now);
      const counted = transfer ? (['all', 'transfer'] as const) : (['all'] as const);
      const quotas = counted.map((name) => {
        const { startedAt, count } = windows[name];
        const limit = requestsPerSeat[name] * Math.max(1, seats);
        return { limit, ends: startedAt + oneMinute, remaining: limit - count };
      });
      const exhausted = quotas.filter(({ remaining }) => remaining <= 0);
      if (exhausted.length > 0) return { isAllowed: false, headers: retryHeaders(Math.max(...exhausted.map(({ ends }) => ends)), now) };
      for (const name of counted) windows[name] = { ...windows[name], count: windows[name].count + 1 };
      unwritten.add(workspaceId);
      if (now - written >= oneSecond || now < written) {
        write();
        written = now;
      }
      const [tightest] = quotas.sort((one, two) => one.remaining - two.remaining);
      return { isAllowed: true, headers: tightest ? remainingHeaders(tightest.limit, tightest.remaining - 1) : {} };
    },
    close: () => unwritten.size > 0 && write(),
  };
}

/** The current window; a new one after a minute. If the clock was set back, no request is delayed longer than a minute. */
function currentWindow({ startedAt, count }: RateWindow, now: number): RateWindow {
  if (count === 0 || now >= startedAt + oneMinute) return { startedAt: now, count: 0 };
  return { startedAt: Math.min(startedAt, now), count };
}

/** [Limits 4] the headers for the quota with fewer remaining requests. */
const remainingHeaders = (limit: number, remaining: number) => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
});

/** [Limits 5] the headers contain whole seconds, at least one, and the Unix time. */
const retryHeaders = (ends: number, now: number) => ({
  'Retry-After': String(Math.max(1, Math.ceil((ends - now) / oneSecond))),
  'X-RateLimit-Reset': String(Math.ceil(ends / oneSecond)),
});
