/** The bridge of the browser shell: calls are HTTP requests, events arrive in the body of a response that does not end. */

import type { CallName, CallResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { readEvents } from './event-reader.ts';
import { pageSecretHeaders } from './page-secret.ts';

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
      let wasOpen = false;
      void readEvents({
        onOpen: () => {
          if (wasOpen) for (const listener of reconnectListeners) listener();
          wasOpen = true;
          resolve();
        },
        onBreak: resolve,
        onEvents: (events) => {
          for (const listener of listeners) listener(events);
        },
      });
    });

  return {
    ask: async (name, input) => {
      stream ??= connect();
      await stream;
      try {
        const response = await fetch(`/call/${name}`, {
          method: 'POST',
          headers: { ...pageSecretHeaders, 'content-type': 'application/json' },
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
