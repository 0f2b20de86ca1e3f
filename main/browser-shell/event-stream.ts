/** Events for a browser: a stream of JSON arrays. A page that does not read is cut off; it comes again by itself and reads anew. */
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';

/** Bytes that may wait for a page, and milliseconds between two signs of life. */
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
        const silence = onEvents((events) => send(`data: ${JSON.stringify(events)}\n\n`));
        const timer = setInterval(() => send(': alive\n\n'), heartbeatInterval);
        end = () => {
          clearInterval(timer);
          silence();
        };
        send(': here\n\n');
      },
      cancel: () => end(),
    },
    { highWaterMark: maxQueuedBytes, size: (chunk) => chunk.byteLength },
  );
}
