/** What a component requests from the backend. */
import { useEffect, useState } from 'react';
import { Problem } from '../../shared/problem.ts';

export interface Loaded<T> {
  /** null until it has been loaded. While it is loaded again, and if that fails, it is the earlier value. */
  readonly value: T | null;
  /** Why the last request failed; null once a later one succeeds. */
  readonly problem: Problem | null;
  /** Whether the request for the present dependencies has not been answered. */
  readonly isOutdated: boolean;
}

/** Loads a value, and loads it again whenever one of the dependencies changes, as those of an effect. Only the last request counts. */
export function useLoaded<T>(load: () => Promise<T>, dependencies: readonly unknown[]): Loaded<T> {
  const [known, setKnown] = useState(dependencies);
  const current = dependencies.every((each, at) => Object.is(each, known[at])) ? known : dependencies;
  if (current !== known) setKnown(current);
  const [loaded, setLoaded] = useState<LoadedFor<T>>({ value: null, problem: null, dependencies: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is another function at each rendering, but only reads the dependencies
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => isCurrent && setLoaded({ value, problem: null, dependencies: current }),
      (error: unknown) => isCurrent && setLoaded(({ value }) => ({ value, problem: Problem.from(error), dependencies: current })),
    );
    return () => {
      isCurrent = false;
    };
  }, [current]);
  return { value: loaded.value, problem: loaded.problem, isOutdated: loaded.dependencies !== current };
}

interface LoadedFor<T> {
  readonly value: T | null;
  readonly problem: Problem | null;
  /** Those of the answered request; null before the first one. */
  readonly dependencies: readonly unknown[] | null;
}
