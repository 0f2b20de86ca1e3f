/**
 * Values that are changed in place, such as the open project and its indexes. React compares the dependencies of a hook by identity, so it would not see that
 * they have changed; a `Revised` is a new object for each revision.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

export interface Revised<T> {
  readonly value: T;
  /** Counts the changes of the value. */
  readonly revision: number | string;
}

/** The same object as long as the value and its revision are the same. */
export const useRevised = <T>(value: T, revision: number | string): Revised<T> => useMemo(() => ({ value, revision }), [value, revision]);

interface PassOptions {
  /** How long the value must not have changed before the next pass; of a value that keeps changing, ten times that is enough. */
  readonly quietMs?: number;
}

/**
 * What is computed from such a value in the background: when the component is mounted, and again for later revisions. null until that has been computed for
 * the value. `compute` returns null if it was stopped because `isCurrent` returned false: another value or another function computes from the start. Changes
 * of the value do not stop it: while a sync changes the story several times a second, no computation would ever end. It is repeated after them.
 */
export function useDerived<T, R>(
  source: Revised<T>,
  compute: (value: T, isCurrent: () => boolean) => Promise<R | null>,
  options: PassOptions = {},
): R | null {
  const [derived, setDerived] = useState<{ readonly value: T; readonly result: R } | null>(null);
  const run = useCallback(
    async (value: T, isCurrent: () => boolean) => {
      const result = await compute(value, isCurrent);
      if (result !== null && isCurrent()) setDerived({ value, result });
    },
    [compute],
  );
  usePasses(source, run, options);
  return derived !== null && derived.value === source.value ? derived.result : null;
}

/** Runs work over such a value in the background, one pass at a time, as `useDerived` does. */
export function usePasses<T>(
  source: Revised<T>,
  run: (value: T, isCurrent: () => boolean) => Promise<void>,
  { quietMs = 0 }: PassOptions = {},
): void {
  const { value } = source;
  const passes = useRef<Passes | null>(null);
  useEffect(() => {
    const all = new Passes((isCurrent) => run(value, isCurrent), quietMs);
    passes.current = all;
    return () => all.stop();
  }, [value, run, quietMs]);
  // Also the first pass of another value or function, which the effect above has prepared.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function runs again, too
  useEffect(() => passes.current?.request(), [source, run, quietMs]);
}

/** A pass over a value that keeps changing begins after this many times the quiet that is waited for. */
const maxQuiets = 10;

class Passes {
  readonly #run: (isCurrent: () => boolean) => Promise<void>;
  readonly #quietMs: number;
  #isStopped = false;
  #isRunning = false;
  #hasRun = false;
  /** When the oldest change happened that no pass contains; null if there is none. */
  #changedAt: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(run: (isCurrent: () => boolean) => Promise<void>, quietMs: number) {
    this.#run = run;
    this.#quietMs = quietMs;
  }

  /** For another revision. */
  request(): void {
    this.#changedAt ??= performance.now();
    clearTimeout(this.#timer);
    if (!this.#isRunning) this.#schedule();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#changedAt === null) return;
    const latest = this.#changedAt + maxQuiets * this.#quietMs - performance.now();
    const delay = this.#hasRun ? Math.min(this.#quietMs, latest) : 0;
    if (delay <= 0) void this.#runOnce();
    else this.#timer = setTimeout(() => void this.#runOnce(), delay);
  }

  async #runOnce(): Promise<void> {
    this.#changedAt = null;
    this.#isRunning = true;
    this.#hasRun = true;
    try {
      await this.#run(() => !this.#isStopped);
    } finally {
      this.#isRunning = false;
    }
    if (!this.#isStopped) this.#schedule();
  }
}
