/** The backend as its clients see it, whether it runs in the same process, in a worker thread or in another process. */

import { Problem } from '../../problem.ts';
import type { CallOutput, CallResult, InvokeCall } from './call-types.ts';
import type { BackendEvent } from './events.ts';

export interface Backend {
  /**
   * Never rejects: an error is a Problem in the result. Events that occurred before the result are delivered before it.
   * `clientSignal` is aborted when the client ends; this also ends what it has started for its own lifetime (`service.start`).
   */
  call(name: string, input: unknown, clientSignal?: AbortSignal): Promise<CallResult>;
  /** Batches of events, at most one per frame. Returns a function that unsubscribes. */
  onEvents(listener: (events: BackendEvent[]) => void): () => void;
  close(): Promise<void>;
}

/** Wraps a backend in a function that returns the value of a call or throws its Problem. */
export const createInvoke =
  ({ call }: Pick<Backend, 'call'>): InvokeCall =>
  async (name, input) => {
    const result = await call(name, input);
    if (!result.ok) throw Problem.fromJSON(result.problem);
    // The backend answers each call with the output type of its contract.
    return result.value as CallOutput<typeof name>;
  };
