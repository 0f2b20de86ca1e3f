/**
 * The requests in progress. A request has ended when its response was sent or its client has disconnected, and its handler has finished.
 */
import type { ServerResponse } from 'node:http';
import { waitWithTimeout } from '../../platform/timer.ts';

export class ActiveRequests {
  readonly #running = new Set<ServerResponse>();
  #last = false;
  #onLastEnd: () => void = () => undefined;

  /** Returns a function that must be called when the handler has finished. */
  track(outgoing: ServerResponse): () => void {
    this.#running.add(outgoing);
    if (this.#last) closeAfterResponse(outgoing);
    return () => {
      this.#running.delete(outgoing);
      if (this.#running.size === 0) this.#onLastEnd();
    };
  }

  /** Makes each further response close its connection. Resolves when no request is left, or after `timeout` milliseconds. */
  async drain(timeout: number): Promise<void> {
    this.#last = true;
    for (const outgoing of this.#running) closeAfterResponse(outgoing);
    if (this.#running.size === 0) return;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#onLastEnd = resolve;
    await waitWithTimeout(timeout, ended);
  }
}

function closeAfterResponse(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader('connection', 'close');
}
