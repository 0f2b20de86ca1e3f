/** Forwards the events of successive backends to the same listeners. */
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';

type EventListener = (events: BackendEvent[]) => void;

export class EventRelay {
  readonly #listeners = new Set<EventListener>();
  readonly #subscribed = new WeakSet<Pick<Backend, 'onEvents'>>();
  /** Whether events between two backends were missed. The listeners are notified of that at the next connection. */
  #hasMissedEvents = false;

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Returns a function that removes the listener. */
  add(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Forwards the events of this backend. Without listeners, it does not subscribe to them. */
  follow(backend: Pick<Backend, 'onEvents'>): void {
    if (this.hasListeners && !this.#subscribed.has(backend)) {
      this.#subscribed.add(backend);
      backend.onEvents((events) => this.emit(events));
    }
    if (this.#hasMissedEvents) this.emit([{ event: 'reconnected' }, { event: 'projects.changed' }]);
    this.#hasMissedEvents = false;
  }

  markMissed(): void {
    this.#hasMissedEvents = true;
  }

  emit(events: BackendEvent[]): void {
    for (const listener of this.#listeners) listener(events);
  }
}
