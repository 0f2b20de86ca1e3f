/**
 * The listeners of the engine. They are called after a commit, so an error of one listener must affect neither the other listeners nor the
 * caller of the command.
 */
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { describeError } from '../platform/errors.ts';

type Listener = (event: BackendEvent) => void;

export class EventListeners {
  readonly #listeners = new Set<Listener>();
  readonly #log: (line: string) => void;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** Returns a function that removes the listener. */
  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  readonly emit = (event: BackendEvent): void => {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#log(`A listener failed at ${event.event}: ${describeError(error)}`);
      }
    }
  };
}
