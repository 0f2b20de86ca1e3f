/** The requests in progress. A request is over when its response was sent or its client disconnected, and its handler has finished. */
import type { ServerResponse } from 'node:http';

export class ActiveRequests {
  readonly #running = new Set<ServerResponse>();
  #last = false;
  #quiet: () => void = () => undefined;

  /** Returns a function to call when the request is over. */
  track(outgoing: ServerResponse): () => void {
    this.#running.add(outgoing);
    if (this.#last) closeAfterResponse(outgoing);
    return () => {
      this.#running.delete(outgoing);
      if (this.#running.size === 0) this.#quiet();
    };
  }

  /** From now on each response closes its connection. Resolves when no request is left, or after `milliseconds`. */
  async drain(longest: number): Promise<void> {
    this.#last = true;
    for (const outgoing of this.#running) closeAfterResponse(outgoing);
    if (this.#running.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#quiet = resolve;
      timer = setTimeout(resolve, longest);
    });
    clearTimeout(timer);
  }
}

function closeAfterResponse(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader('connection', 'close');
}
