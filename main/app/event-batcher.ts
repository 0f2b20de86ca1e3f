/**
 * Collects events, so that subscribers receive at most one batch per frame. Calling `flush` before the result of a call is sent keeps
 * events and results in order.
 */
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';

/** Milliseconds: one frame at 60 Hz. */
const batchInterval = 16;

interface EventBatcher {
  emit(event: BackendEvent): void;
  flush(): void;
  onEvents(listener: (events: BackendEvent[]) => void): () => void;
}

export function createEventBatcher(): EventBatcher {
  const listeners = new Set<(events: BackendEvent[]) => void>();
  let pending: BackendEvent[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (pending.length === 0) return;
    const batch = pending;
    pending = [];
    for (const listener of listeners) listener(batch);
  }

  return {
    emit: (event) => {
      if (listeners.size === 0) return;
      pending.push(event);
      timer ??= setTimeout(flush, batchInterval);
    },
    flush,
    onEvents: (listener) => {
      flush();
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
