/** The bridge of the browser shell: calls, their results and the events pass through one WebSocket, in order. */

import type { CallName, CallResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import {
  type BackendMessage,
  maxPageMessageBytes,
  type PageCall,
  pageConnectionPath,
  pageProtocol,
} from '../../shared/contracts/page-connection.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { pageSecret, pageSecretHeaders } from './page-secret.ts';

/** What the window needs from the backend, in either shell. */
export interface Bridge {
  ask(name: CallName, input: unknown): Promise<CallResult>;
  on(listener: (events: readonly BackendEvent[]) => void): () => void;
  onReconnect(listener: () => void): () => void;
  /** Called when the backend no longer accepts this tab, and no more events arrive. */
  onReject(listener: () => void): () => void;
}

export const backendUnavailable = (cause?: unknown): Problem =>
  new Problem('internal', message('problem.window.noAnswer'), { cause, reason: 'unanswered' });

/** In milliseconds. */
const reconnectDelay = 1000;

interface PendingCall {
  resolve(result: CallResult): void;
  reject(problem: Problem): void;
}

/**
 * Connects with the first call, and again whenever the connection breaks, until the backend rejects the page: it was started again and does not
 * accept the secret of this tab. Calls that are in flight when it breaks are rejected, because they may or may not have been executed.
 * `maxBytes`: of a call.
 */
export function createBrowserBridge(maxBytes = maxPageMessageBytes): Bridge {
  const eventListeners = new Set<(events: readonly BackendEvent[]) => void>();
  const reconnectListeners = new Set<() => void>();
  const rejectListeners = new Set<() => void>();
  const pending = new Map<number, PendingCall>();
  let lastId = 0;
  let wasOpen = false;
  /** Whether calls have failed, or events may have been missed, since a connection was last open: even if the first attempt fails. */
  let isMissed = false;
  /** The open connection, or the attempt to open one; it keeps the Problem of the backend that rejects the page. */
  let connection: Promise<WebSocket> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function connect(): Promise<WebSocket> {
    connection ??= openConnection({ onMessage: receive, onClose: handleBreak }).then(
      (socket) => {
        if (isMissed) notifyAll(reconnectListeners);
        wasOpen = true;
        isMissed = false;
        return socket;
      },
      (problem: Problem) => {
        if (problem.code !== 'forbidden') handleBreak();
        // A tab that was never accepted: its first call rejects with this Problem.
        else if (wasOpen) notifyAll(rejectListeners);
        throw problem;
      },
    );
    return connection;
  }

  function handleBreak(): void {
    connection = undefined;
    isMissed = true;
    const interrupted = [...pending.values()];
    pending.clear();
    for (const { reject } of interrupted) reject(backendUnavailable());
    clearTimeout(retry);
    retry = setTimeout(() => void connect().catch(() => undefined), reconnectDelay);
  }

  function receive(content: BackendMessage): void {
    if ('events' in content) {
      notifyAll(eventListeners, content.events);
    } else {
      pending.get(content.id)?.resolve(content.result);
      pending.delete(content.id);
    }
  }

  return {
    ask: async (name, input) => {
      const id = ++lastId;
      const text = toText({ id, name, input }, maxBytes);
      const socket = await connect();
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        socket.send(text);
      });
    },
    on: (listener) => subscribe(eventListeners, listener),
    onReconnect: (listener) => subscribe(reconnectListeners, listener),
    onReject: (listener) => subscribe(rejectListeners, listener),
  };
}

/** Rejects with a Problem: `forbidden` if the backend does not accept the page, `internal` if it cannot be reached. */
function openConnection(listeners: { onMessage(content: BackendMessage): void; onClose(): void }): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    // A handshake has no header of our own, and its address would be logged; the backend reads the secret from the list of protocols.
    const socket = new WebSocket(pageConnectionPath, pageSecret === '' ? pageProtocol : [pageProtocol, pageSecret]);
    let isOpen = false;
    socket.addEventListener('open', () => {
      isOpen = true;
      resolve(socket);
    });
    // Sent by our own backend, which serves this page.
    socket.addEventListener('message', ({ data }) => listeners.onMessage(JSON.parse(data) as BackendMessage));
    // It follows every error.
    socket.addEventListener('close', () => {
      if (isOpen) listeners.onClose();
      else void findRefusal().then(reject);
    });
  });
}

/** Why the handshake failed: browsers hide it from the page, so the backend is asked with an ordinary request. */
async function findRefusal(): Promise<Problem> {
  try {
    const response = await fetch(pageConnectionPath, { headers: pageSecretHeaders });
    // Sent by our own backend, which serves this page.
    const result = response.status === 403 ? ((await response.json()) as CallResult) : undefined;
    return result?.ok === false ? Problem.fromJSON(result.problem) : backendUnavailable();
  } catch (error) {
    return backendUnavailable(error);
  }
}

/** Throws a Problem if the backend would not accept the message because of its size. */
function toText(call: PageCall, maxBytes: number): string {
  try {
    const text = JSON.stringify(call);
    // A character takes at most three bytes of UTF-8.
    if (text.length * 3 <= maxBytes || new Blob([text]).size <= maxBytes) return text;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new Problem('tooLarge', message('problem.browser.fileTooLarge'));
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A listener that throws is reported; it stops neither the other listeners nor the connection. */
function notifyAll<T extends unknown[]>(listeners: ReadonlySet<(...args: T) => void>, ...args: T): void {
  for (const listener of listeners) {
    try {
      listener(...args);
    } catch (error) {
      reportError(error);
    }
  }
}
