/** Loads a state of the backend that events change. */
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { appendAll } from '../../shared/lists.ts';
import { onEvents } from '../platform/bridge.ts';

/**
 * Requests the state, and applies the events that arrive before the reply, because the reply may be older than some of them. It is never older than the
 * request, and each later change is an event, so that the result is at least as new as all events until now.
 */
export async function loadWithEvents<State>(
  request: () => Promise<State>,
  followEvents: (state: State, events: readonly BackendEvent[]) => State,
): Promise<State> {
  const arrived: BackendEvent[] = [];
  const unsubscribe = onEvents((events) => appendAll(arrived, events));
  try {
    return followEvents(await request(), arrived);
  } finally {
    unsubscribe();
  }
}
