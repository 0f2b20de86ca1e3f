/** The requests in progress. A request is over when its response was sent or its client disconnected, and its handler has finished. */
import type { ServerResponse } from 'node:http';
import { waitWithTimeout } from '../../platform/timer.ts';

export class ActiveRequests {
  readonly #running = new Set<ServerResponse>();
  #last = false;
  #onLastEnd: () => void = () => undefined;

  /** Returns a function to call when the request is over. */
  track(outgoing: ServerResponse): () => void {
    this.#running.add(outgoing);
    if (this.#last) closeAfterResponse(outgoing);
    return () => {
      this.#running.delete(outgoing);
      if (this.#running.size === 0) this.#onLastEnd();
    };
  }

  /** From now on each response closes its connection. Resolves when no request is left, or after this time in milliseconds. */
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
