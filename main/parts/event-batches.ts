/** Collects events so that listeners get at most one batch a frame. Before an answer is given `flush` sends what is there, so that order holds. */
import type { Event } from '../../shared/ipc/events.ts';

/** Milliseconds: one frame of a screen. */
const frame = 16;

export interface EventBatches {
  tell(event: Event): void;
  flush(): void;
  onEvents(listener: (events: Event[]) => void): () => void;
}

export function openEventBatches(): EventBatches {
  const listeners = new Set<(events: Event[]) => void>();
  let waiting: Event[] = [];
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
    tell: (event) => {
      if (listeners.size === 0) return;
      waiting.push(event);
      timer ??= setTimeout(flush, frame);
    },
    flush,
    onEvents: (listener) => {
      flush();
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
