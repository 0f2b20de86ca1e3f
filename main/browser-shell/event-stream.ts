/**
 * Events for a browser: a stream of lines, each a JSON array of events. Empty lines keep the connection alive. A page that does not read is
 * disconnected; it reconnects by itself and loads everything anew.
 */
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';

/** Bytes that are buffered for a page, and milliseconds between empty lines. */
const maxQueuedBytes = 64 * 1024 * 1024;
const heartbeatInterval = 15_000;

export function createEventStream(onEvents: (listener: (events: BackendEvent[]) => void) => () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let end = (): void => undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string) => {
          if ((controller.desiredSize ?? 0) > 0) return controller.enqueue(encoder.encode(text));
          end();
          controller.error(new Error('The page does not read its events'));
        };
        const unsubscribe = onEvents((events) => send(`${JSON.stringify(events)}\n`));
        const timer = setInterval(() => send('\n'), heartbeatInterval);
        end = () => {
          clearInterval(timer);
          unsubscribe();
        };
        send('\n');
      },
      cancel: () => end(),
    },
    { highWaterMark: maxQueuedBytes, size: (chunk) => chunk.byteLength },
  );
}
