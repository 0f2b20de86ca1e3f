/** Which assets a step may attend to: one step at a time for each, and failed ones only after a wait. In memory only. Milliseconds. */
const initialDelay = 10_000;
const maxDelay = 600_000;

interface AssetAttempts {
  readonly isRunning: boolean;
  /** Since the last success. */
  readonly failures: number;
  /** No earlier than that. */
  readonly retryAt: number;
  /** How often the remote has said that it does not have the asset, since somebody last wrote there. */
  readonly timesMissing: number;
}

const noAttempts: AssetAttempts = { isRunning: false, failures: 0, retryAt: 0, timesMissing: 0 };

export class FileAttempts {
  readonly #assets = new Map<string, AssetAttempts>();
  #retryAllAt = 0;

  /** No asset is attended to before then: the network or the limit. */
  get retryAllAt(): number {
    return this.#retryAllAt;
  }

  postponeAll(until: number): void {
    this.#retryAllAt = Math.max(this.#retryAllAt, until);
  }

  canStart(id: string, now: number): boolean {
    const { isRunning, retryAt } = this.#get(id);
    return !isRunning && now >= retryAt;
  }

  /** A single 404 may be a temporary fault. */
  isMissing(id: string): boolean {
    return this.#get(id).timesMissing > 1;
  }

  start(id: string): void {
    this.#update(id, { isRunning: true });
  }

  /** After a success or a failure. */
  end(id: string): void {
    this.#update(id, { isRunning: false });
  }

  recordSuccess(id: string): void {
    this.#update(id, { failures: 0, retryAt: 0, timesMissing: 0 });
  }

  /** The wait becomes longer with each failure. */
  recordFailure(id: string, now: number): void {
    const { failures } = this.#get(id);
    this.#update(id, { failures: failures + 1, retryAt: now + Math.min(initialDelay * 2 ** failures, maxDelay) });
  }

  recordMissing(id: string): void {
    this.#update(id, { timesMissing: this.#get(id).timesMissing + 1 });
  }

  /** Somebody has written to the remote: what was missing may be there. */
  forgetMissing(): void {
    for (const id of this.#assets.keys()) this.#update(id, { timesMissing: 0 });
  }

  /** Ends all waits: the network is back, or the user asks for it. */
  retryNow(): void {
    this.#retryAllAt = 0;
    for (const id of this.#assets.keys()) this.#update(id, { failures: 0, retryAt: 0 });
  }

  /** When the next failed one may be tried; undefined where none waits. */
  nextRetryAt(now: number): number | undefined {
    const times = [...this.#assets.values()].flatMap(({ retryAt }) => (retryAt > now ? [retryAt] : []));
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  #get(id: string): AssetAttempts {
    return this.#assets.get(id) ?? noAttempts;
  }

  #update(id: string, change: Partial<AssetAttempts>): void {
    this.#assets.set(id, { ...this.#get(id), ...change });
  }
}
