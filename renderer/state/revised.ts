/**
 * Values that are changed in place, such as the open project and its indexes. React compares the dependencies of a hook by identity, so it would not see that
 * they have changed; a `Revised` is a new object for each revision.
 */
import { useEffect, useMemo, useRef, useState } from 'react';

export interface Revised<T> {
  readonly value: T;
  /** Counts the changes of the value. */
  readonly revision: number | string;
}

/** The same object as long as the value and its revision are the same. */
export const useRevised = <T>(value: T, revision: number | string): Revised<T> => useMemo(() => ({ value, revision }), [value, revision]);

interface DerivedOptions {
  /** How long the value must not have changed before it is computed again. */
  readonly quietMs?: number;
}

/**
 * What is computed from such a value in the background: when the component is mounted, and again for each revision. null while it is computed for the first
 * time. `compute` returns null if it was stopped because `isCurrent` returned false; another function computes again.
 */
export function useDerived<T, R>(
  source: Revised<T>,
  compute: (value: T, isCurrent: () => boolean) => Promise<R | null>,
  { quietMs = 0 }: DerivedOptions = {},
): R | null {
  const [derived, setDerived] = useState<R | null>(null);
  const isComputed = useRef(false);
  useEffect(() => {
    let isCurrent = true;
    const start = async () => {
      const result = await compute(source.value, () => isCurrent);
      if (result === null || !isCurrent) return;
      isComputed.current = true;
      setDerived(result);
    };
    const delay = isComputed.current ? quietMs : 0;
    const timer = delay > 0 ? setTimeout(() => void start(), delay) : undefined;
    if (delay === 0) void start();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [source, compute, quietMs]);
  return derived;
}
