import { useEffect } from 'react';
import { useResettingState } from './use-resetting-state.ts';

/**
 * For what the user requests before it is possible, such as Enter before all results are known: `act` is called with each request, in their order and each after
 * what the one before has changed is rendered, once `isReady` is true. Requests are forgotten when `resetKey` changes. Returns the first that waits, and the
 * function that makes one.
 */
export function useWaitingRequest<R>(isReady: boolean, resetKey: unknown, act: (request: R) => void): [R | null, (request: R) => void] {
  const [waiting, setWaiting] = useResettingState<readonly R[]>([], resetKey);
  useEffect(() => {
    const [first, ...others] = waiting;
    if (first === undefined || !isReady) return;
    setWaiting(others);
    act(first);
  });
  return [waiting[0] ?? null, (request) => setWaiting([...waiting, request])];
}
