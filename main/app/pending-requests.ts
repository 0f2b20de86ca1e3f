import type { CallResult } from '../../shared/contracts/ipc/call-types.ts';

/** The requests that a backend worker has not answered yet, by number. */
export class PendingRequests {
  readonly #resolvers = new Map<number, (answer: CallResult) => void>();
  #lastId = 0;

  add(): { readonly id: number; readonly answered: Promise<CallResult> } {
    const id = ++this.#lastId;
    return { id, answered: new Promise((resolve) => this.#resolvers.set(id, resolve)) };
  }

  answer(id: number, answer: CallResult): void {
    this.#resolvers.get(id)?.(answer);
    this.#resolvers.delete(id);
  }

  answerAll(answer: CallResult): void {
    for (const resolve of this.#resolvers.values()) resolve(answer);
    this.#resolvers.clear();
  }
}
