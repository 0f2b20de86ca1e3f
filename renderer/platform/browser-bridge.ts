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
  /** Called when the backend no longer accepts this tab, and no more events arrive. */
  onReject(listener: () => void): () => void;
}

export const backendUnavailable = (cause?: unknown): Problem => new Problem('internal', message('problem.window.noAnswer'), { cause });

/** Calls wait until the event stream is open, so that no change is missed between reading data and the first event. */
export function createBrowserBridge(): Bridge {
  const eventListeners = new Set<(events: readonly BackendEvent[]) => void>();
  const reconnectListeners = new Set<() => void>();
  const rejectListeners = new Set<() => void>();
  let stream: Promise<void> | undefined;

  const connect = () =>
    new Promise<void>((resolve) => {
      let wasOpen = false;
      const onOpen = () => {
        if (wasOpen) notifyAll(reconnectListeners);
        wasOpen = true;
        resolve();
      };
      void readEvents({ onOpen, onBreak: resolve, onEvents: (events) => notifyAll(eventListeners, events) }).then(() => {
        // A tab that was never accepted is told so by its first call.
        if (wasOpen) notifyAll(rejectListeners);
        resolve();
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
    on: (listener) => subscribe(eventListeners, listener),
    onReconnect: (listener) => subscribe(reconnectListeners, listener),
    onReject: (listener) => subscribe(rejectListeners, listener),
  };
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A listener that throws is reported; it stops neither the other listeners nor the stream. */
function notifyAll<T extends unknown[]>(listeners: ReadonlySet<(...args: T) => void>, ...args: T): void {
  for (const listener of listeners) {
    try {
      listener(...args);
    } catch (error) {
      reportError(error);
    }
  }
}
