/** What a component requests from the backend, and how it follows what changes there. */
import { useEffect, useRef, useState } from 'react';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { Problem } from '../../shared/problem.ts';
import { onEvents, onReconnect } from '../platform/bridge.ts';
import { loadWithEvents } from './load-with-events.ts';

export interface Loaded<T> {
  /** null until it has been loaded. While it is loaded again, and if that fails, it is the earlier value. */
  readonly value: T | null;
  /** Why the last request failed; null once a later one succeeds. */
  readonly problem: Problem | null;
  /** Whether the request for the present dependencies has not been answered. */
  readonly isOutdated: boolean;
  /** Loads the value again: after a failure, or after a change that no event reports. */
  readonly reload: () => void;
}

interface LoadedEvents<T> {
  /** Whether the value has to be loaded again after an event. */
  readonly isChangedBy?: (event: BackendEvent) => boolean;
  /** The value after events that contain what has changed. */
  readonly follow?: (value: T, events: readonly BackendEvent[]) => T;
}

/**
 * Loads a value, and loads it again whenever one of the dependencies changes, as those of an effect, after the events that change it, and when events may have
 * been missed. Of the requests for different dependencies, only the last one counts. `load` gets the earlier value, null before the first one.
 */
export function useLoaded<T>(
  load: (earlier: T | null) => Promise<T>,
  dependencies: readonly unknown[],
  { isChangedBy, follow }: LoadedEvents<T> = {},
): Loaded<T> {
  const [attempt, setAttempt] = useState(0);
  const wanted = [...dependencies, attempt];
  const [known, setKnown] = useState<readonly unknown[]>(wanted);
  const current = wanted.every((each, at) => Object.is(each, known[at])) ? known : wanted;
  if (current !== known) setKnown(current);
  const [loaded, setLoaded] = useState<LoadedFor<T>>({ value: null, problem: null, dependencies: null });
  const earlier = useRef<T | null>(null);
  const [reload] = useState(() => () => setAttempt((count) => count + 1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions are others at each rendering, but only read the dependencies
  useEffect(() => {
    let isCurrent = true;
    let isLoading = false;
    let isDue = false;
    const loadOnce = async () => {
      try {
        const request = () => load(earlier.current);
        const value = await (follow ? loadWithEvents(request, follow) : request());
        if (!isCurrent) return;
        earlier.current = value;
        setLoaded({ value, problem: null, dependencies: current });
      } catch (error) {
        if (isCurrent) setLoaded({ value: earlier.current, problem: Problem.from(error), dependencies: current });
      }
    };
    /** Events that arrive during a request lead to one more request after it: many in a row would otherwise never let one count. */
    const loadInTurn = async () => {
      isDue = isLoading;
      if (isLoading) return;
      isLoading = true;
      do {
        isDue = false;
        await loadOnce();
      } while (isCurrent && isDue);
      isLoading = false;
    };
    void loadInTurn();
    const unsubscribers = [
      onReconnect(reload),
      onEvents((events) => {
        if (isChangedBy && events.some(isChangedBy)) void loadInTurn();
        if (!follow || earlier.current === null) return;
        const value = follow(earlier.current, events);
        earlier.current = value;
        setLoaded((before) => ({ ...before, value }));
      }),
    ];
    return () => {
      isCurrent = false;
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [current]);
  return { value: loaded.value, problem: loaded.problem, isOutdated: loaded.dependencies !== current, reload };
}

interface LoadedFor<T> {
  readonly value: T | null;
  readonly problem: Problem | null;
  /** Those of the answered request; null before the first one. */
  readonly dependencies: readonly unknown[] | null;
}
