/** Reads the event stream of the browser shell. `fetch` is used because an EventSource cannot send a header. */
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { pageSecretHeaders } from './page-secret.ts';

/** In milliseconds. */
const reconnectDelay = 1000;

/** None of them may throw. */
export interface EventListeners {
  /** The stream is open, for the first time or again. */
  readonly onOpen: () => void;
  /** The stream broke or could not be opened. */
  readonly onBreak: () => void;
  readonly onEvents: (events: readonly BackendEvent[]) => void;
}

/** Reconnects until the backend rejects the page: it was started again and does not accept the secret of this tab. */
export async function readEvents(listeners: EventListeners): Promise<void> {
  while ((await readUntilBreak(listeners)) === 'broken') {
    listeners.onBreak();
    await new Promise((resolve) => setTimeout(resolve, reconnectDelay));
  }
}

async function readUntilBreak({ onOpen, onEvents }: EventListeners): Promise<'broken' | 'rejected'> {
  const connection = new AbortController();
  try {
    const response = await fetch('/events', { headers: pageSecretHeaders, signal: connection.signal });
    if (response.status === 403) return 'rejected';
    if (!response.ok || !response.body) return 'broken';
    onOpen();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const lines = (rest + piece.value).split('\n');
      rest = lines.pop() ?? '';
      // Sent by our own backend, which serves this page. Empty lines keep the connection alive.
      for (const line of lines) if (line !== '') onEvents(JSON.parse(line) as readonly BackendEvent[]);
    }
  } catch {
    // The backend ended or the connection broke, which is what the caller handles.
  } finally {
    // A stream that nobody reads would occupy one of the few connections that a browser opens to a host.
    connection.abort();
  }
  return 'broken';
}
