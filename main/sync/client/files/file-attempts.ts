/**
 * Decides which assets may be transferred at the moment: one step at a time for each, and failed ones only after a wait. In memory only.
 * Times are in milliseconds.
 */
const initialDelay = 10_000;
const maxDelay = 600_000;

/** The failures of an asset since its last success. */
interface AssetFailures {
  readonly failures: number;
  /** The earliest time of the next attempt. */
  readonly retryAt: number;
  /** How often the remote has responded that the asset is missing, since the last write to the remote. */
  readonly timesMissing: number;
}

const noFailures: AssetFailures = { failures: 0, retryAt: 0, timesMissing: 0 };

export class FileAttempts {
  readonly #running = new Set<string>();
  readonly #failed = new Map<string, AssetFailures>();
  #retryAllAt = 0;

  /** The earliest time of any transfer, because of the network or the rate limit. */
  get retryAllAt(): number {
    return this.#retryAllAt;
  }

  postponeAll(until: number): void {
    this.#retryAllAt = Math.max(this.#retryAllAt, until);
  }

  canStart(id: string, now: number): boolean {
    return !this.#running.has(id) && now >= this.#get(id).retryAt;
  }

  /** Whether the asset is missing; a single 404 may be a temporary fault. */
  isMissing(id: string): boolean {
    return this.#get(id).timesMissing > 1;
  }

  start(id: string): void {
    this.#running.add(id);
  }

  /** Must be called after a success or a failure. */
  end(id: string): void {
    this.#running.delete(id);
  }

  recordSuccess(id: string): void {
    this.#failed.delete(id);
  }

  /** Records a failure. The wait becomes longer with each one. */
  recordFailure(id: string, now: number): void {
    const { failures } = this.#get(id);
    this.#update(id, { failures: failures + 1, retryAt: now + Math.min(initialDelay * 2 ** failures, maxDelay) });
  }

  recordMissing(id: string): void {
    this.#update(id, { timesMissing: this.#get(id).timesMissing + 1 });
  }

  /** Must be called after a write to the remote, which may have created what was missing. */
  forgetMissing(): void {
    for (const id of this.#failed.keys()) this.#update(id, { timesMissing: 0 });
  }

  /** Ends all waits, because the network is available again or the user requests it. */
  retryNow(): void {
    this.#retryAllAt = 0;
    for (const id of this.#failed.keys()) this.#update(id, { failures: 0, retryAt: 0 });
  }

  /** The time at which the next failed asset may be tried; undefined if none waits. */
  nextRetryAt(now: number): number | undefined {
    const times = [...this.#failed.values()].flatMap(({ retryAt }) => (retryAt > now ? [retryAt] : []));
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  #get(id: string): AssetFailures {
    return this.#failed.get(id) ?? noFailures;
  }

  #update(id: string, change: Partial<AssetFailures>): void {
    this.#failed.set(id, { ...this.#get(id), ...change });
  }
}
