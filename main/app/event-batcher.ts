/** Collects events so that listeners get at most one batch a frame. Before an answer is given `flush` sends what is there, so that order holds. */
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';

/** Milliseconds: one frame of a screen. */
const batchInterval = 16;

export interface EventBatcher {
  emit(event: BackendEvent): void;
  flush(): void;
  onEvents(listener: (events: BackendEvent[]) => void): () => void;
}

export function createEventBatcher(): EventBatcher {
  const listeners = new Set<(events: BackendEvent[]) => void>();
  let waiting: BackendEvent[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    for (const listener of listeners) listener(batch);
  }

  return {
    emit: (event) => {
      if (listeners.size === 0) return;
      waiting.push(event);
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
