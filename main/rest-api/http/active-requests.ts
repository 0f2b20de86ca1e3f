/** The requests that are being answered. One is over when its answer has gone out, or its client has, and nobody works on it any more. */
import type { ServerResponse } from 'node:http';

export class ActiveRequests {
  readonly #running = new Set<ServerResponse>();
  #last = false;
  #quiet: () => void = () => undefined;

  /** Gives what is to be called when it is over. */
  track(outgoing: ServerResponse): () => void {
    this.#running.add(outgoing);
    if (this.#last) closeAfterResponse(outgoing);
    return () => {
      this.#running.delete(outgoing);
      if (this.#running.size === 0) this.#quiet();
    };
  }

  /** From now on every answer is the last of its connection. Resolves when none is left, or after so many milliseconds. */
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
