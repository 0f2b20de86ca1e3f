/** When a failed action may be tried again: after a longer wait each time. In memory only. Milliseconds. */
const initialDelay = 10_000;
const maxDelay = 600_000;

export class RetryBackoff {
  readonly #tries = new Map<string, { readonly count: number; readonly until: number }>();

  recordFailure(id: string, now: number): void {
    const count = (this.#tries.get(id)?.count ?? 0) + 1;
    this.#tries.set(id, { count, until: now + Math.min(initialDelay * 2 ** (count - 1), maxDelay) });
  }

  recordSuccess(id: string): void {
    this.#tries.delete(id);
  }

  reset(): void {
    this.#tries.clear();
  }

  canRetry(id: string, now: number): boolean {
    return now >= (this.#tries.get(id)?.until ?? 0);
  }

  /** When the next one may be tried; undefined where none waits. */
  nextRetryAt(now: number): number | undefined {
    const times = [...this.#tries.values()].flatMap(({ until }) => (until > now ? [until] : []));
    return times.length > 0 ? Math.min(...times) : undefined;
  }
}
