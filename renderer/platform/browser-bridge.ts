/** The bridge of the browser shell: calls are HTTP requests, events arrive as server-sent events. */

import type { CallName, CallResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

/** What the window needs from the backend, in either shell. */
export interface Bridge {
  ask(name: CallName, input: unknown): Promise<CallResult>;
  on(listener: (events: readonly BackendEvent[]) => void): () => void;
  onReconnect(listener: () => void): () => void;
}

export const backendUnavailable = (cause?: unknown): Problem => new Problem('internal', message('problem.window.noAnswer'), { cause });

/** Calls wait until the event stream is open, so that no change is missed between reading data and the first event. */
export function createBrowserBridge(): Bridge {
  const listeners = new Set<(events: readonly BackendEvent[]) => void>();
  const reconnectListeners = new Set<() => void>();
  let stream: Promise<void> | undefined;

  const connect = () =>
    new Promise<void>((resolve) => {
      const source = new EventSource('/events');
      let wasOpen = false;
      source.addEventListener('open', () => {
        if (wasOpen) for (const listener of reconnectListeners) listener();
        wasOpen = true;
        resolve();
      });
      source.addEventListener('error', () => resolve());
      source.addEventListener('message', ({ data }: MessageEvent<string>) => {
        // Sent by our own backend, which serves this page.
        const events = JSON.parse(data) as readonly BackendEvent[];
        for (const listener of listeners) listener(events);
      });
    });

  return {
    ask: async (name, input) => {
      stream ??= connect();
      await stream;
      try {
        const response = await fetch(`/call/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        });
        // Sent by our own backend, which serves this page.
        return (await response.json()) as CallResult;
      } catch (error) {
        throw backendUnavailable(error);
      }
    },
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onReconnect: (listener) => {
      reconnectListeners.add(listener);
      return () => reconnectListeners.delete(listener);
    },
  };
}
