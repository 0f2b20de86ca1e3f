import { useEffect } from 'react';
import { useResettingState } from './use-resetting-state.ts';

/**
 * For what the user requests before it is possible, such as Enter before all results are known: `act` is called with the request once `isReady` is true.
 * A request is forgotten when `resetKey` changes, and replaced by a later one. Returns the waiting request, and the function that makes one.
 */
export function useWaitingRequest<R>(isReady: boolean, resetKey: unknown, act: (request: R) => void): [R | null, (request: R) => void] {
  const [waiting, setWaiting] = useResettingState<{ readonly request: R } | null>(null, resetKey);
  useEffect(() => {
    if (waiting === null || !isReady) return;
    setWaiting(null);
    act(waiting.request);
  });
  return [waiting?.request ?? null, (request) => setWaiting({ request })];
}
