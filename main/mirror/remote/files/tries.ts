/** When something that failed may be tried again: later each time, in memory only. Milliseconds. */
const first = 10_000;
const longest = 600_000;

export class Tries {
  readonly #tries = new Map<string, { readonly count: number; readonly until: number }>();

  failed(id: string, now: number): void {
    const count = (this.#tries.get(id)?.count ?? 0) + 1;
    this.#tries.set(id, { count, until: now + Math.min(first * 2 ** (count - 1), longest) });
  }

  succeeded(id: string): void {
    this.#tries.delete(id);
  }

  forget(): void {
    this.#tries.clear();
  }

  mayTry(id: string, now: number): boolean {
    return now >= (this.#tries.get(id)?.until ?? 0);
  }

  /** When the next of them may be tried; undefined where none waits. */
  nextAt(now: number): number | undefined {
    const times = [...this.#tries.values()].flatMap(({ until }) => (until > now ? [until] : []));
    return times.length > 0 ? Math.min(...times) : undefined;
  }
}
