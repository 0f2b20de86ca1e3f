/** What the window, the command line and other processes use of the program, wherever it runs: in this process, in a worker, in another process. */
import type { CallResult } from './call-types.ts';
import type { BackendEvent } from './events.ts';

export interface Backend {
  /**
   * Never rejects: whatever goes wrong is a Problem in the result. Events that happened before the result arrive before it.
   * `gone` aborts when the caller has ended, and with it what it has asked for as long as it lives.
   */
  call(name: string, input: unknown, gone?: AbortSignal): Promise<CallResult>;
  /** Batches of events, at most one per frame. Returns a function that unsubscribes. */
  onEvents(listener: (events: BackendEvent[]) => void): () => void;
  close(): Promise<void>;
}
