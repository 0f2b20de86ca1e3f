/**
 * How often a workspace may ask ([Limits], G16): two windows of 60 seconds, each from its first counted request; one for all
 * requests, one for imports and exports. What is refused does not count. Windows outlive a restart.
 */
import { z } from 'zod';
import type { Shelf } from '../../shared/shelf.ts';
import type { World } from '../../shared/world.ts';

const second = 1_000_000;
const minute = 60 * second;
/** [Limits] requests a minute for each seat; a trial without seats has those of one (0 seats). */
const perSeat = { all: 60, transfer: 3 } as const;

/** `from` is in microseconds since 1970. */
const quotaWindow = z.strictObject({ from: z.number(), used: z.number() });
type QuotaWindow = z.infer<typeof quotaWindow>;
const quotaRow = z.strictObject({ all: quotaWindow, transfer: quotaWindow });

export interface Admission {
  readonly ok: boolean;
  /** For the response, whatever becomes of the request. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Quotas {
  /** Counts a request of a workspace with so many seats; `transfer` for imports and exports, which count in both windows. */
  admit(workspaceId: string, seats: number, transfer: boolean): Admission;
  close(): void;
}

const unused: QuotaWindow = { from: 0, used: 0 };
type Windows = Record<keyof typeof perSeat, QuotaWindow>;

export function openQuotas(shelf: Shelf, world: World): Quotas {
  const held = new Map<string, Windows>();
  const unwritten = new Set<string>();
  let written = Number.NEGATIVE_INFINITY;

  function windowsOf(workspaceId: string, now: number): Windows {
    const stored = held.get(workspaceId) ?? quotaRow.safeParse(shelf.get(workspaceId)).data ?? { all: unused, transfer: unused };
    const windows = { all: at(stored.all, now), transfer: at(stored.transfer, now) };
    held.set(workspaceId, windows);
    return windows;
  }

  /** Once a second at most, so that a disk never slows a request down twice; a crash forgets no more than that second. */
  function write(): void {
    shelf.put([...unwritten].map((id) => ({ id, value: held.get(id) })));
    unwritten.clear();
  }

  return {
    admit(workspaceId, seats, transfer) {
      const now = world.now();
      const windows = windowsOf(workspaceId, now);
      const counted = transfer ? (['all', 'transfer'] as const) : (['all'] as const);
      const quotas = counted.map((name) => {
        const { from, used } = windows[name];
        const limit = perSeat[name] * Math.max(1, seats);
        return { limit, ends: from + minute, left: limit - used };
      });
      const exhausted = quotas.filter(({ left }) => left <= 0);
      if (exhausted.length > 0) return { ok: false, headers: whenAgain(Math.max(...exhausted.map(({ ends }) => ends)), now) };
      for (const name of counted) windows[name] = { ...windows[name], used: windows[name].used + 1 };
      unwritten.add(workspaceId);
      if (now - written >= second || now < written) {
        write();
        written = now;
      }
      const [tightest] = quotas.sort((one, two) => one.left - two.left);
      return { ok: true, headers: tightest ? whatIsLeft(tightest.limit, tightest.left - 1) : {} };
    },
    close: () => unwritten.size > 0 && write(),
  };
}

/** The window as it stands now: a new one after its minute. A clock that was set back makes nobody wait longer than that minute. */
function at({ from, used }: QuotaWindow, now: number): QuotaWindow {
  if (used === 0 || now >= from + minute) return { from: now, used: 0 };
  return { from: Math.min(from, now), used };
}

/** [Limits 4] of the quota with fewer requests left. */
const whatIsLeft = (limit: number, left: number) => ({ 'X-RateLimit-Limit': String(limit), 'X-RateLimit-Remaining': String(left) });

/** [Limits 5] whole seconds, at least one, and the Unix time. */
const whenAgain = (ends: number, now: number) => ({
  'Retry-After': String(Math.max(1, Math.ceil((ends - now) / second))),
  'X-RateLimit-Reset': String(Math.ceil(ends / second)),
});
