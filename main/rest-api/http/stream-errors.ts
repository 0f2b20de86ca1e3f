/** A streamed response may fail halfway. The connection is closed then, so that no client takes a part for the whole, and the error is logged. */
import type { ServerResponse } from 'node:http';

/** JSON responses are complete before they are sent; anything else may be a stream. */
export function closeConnectionOnStreamError(response: Response, outgoing: ServerResponse, log: (line: string) => void): Response {
  if ((response.headers.get('content-type') ?? '').startsWith('application/json') || !response.body) return response;
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          if (!outgoing.destroyed) log(`An answer was cut short: ${error instanceof Error ? error.stack : String(error)}`);
          outgoing.destroy();
          controller.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: response.status, headers: response.headers });
}
