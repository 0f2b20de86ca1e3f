/** The backend as its clients see it, whether it runs in the same process, in a worker thread or in another process. */
import type { CallResult } from './call-types.ts';
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
