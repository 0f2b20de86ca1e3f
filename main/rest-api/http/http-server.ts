/**
 * The node:http server of the API. Whatever a client sends and however it disconnects, it receives the API's error object if a response is
 * still possible, and the process continues.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { describeError } from '../../platform/errors.ts';
import type { ActiveRequests } from './active-requests.ts';
import { validateHostAndOrigin } from './local-addresses.ts';
import { problemForParseError, sendProblem, sendRawProblem, toProblemResponse } from './problem-responses.ts';

export interface HttpServerOptions {
  readonly handle: (request: Request) => Promise<Response>;
  readonly isOwnHost: (host: string, port: number) => boolean;
  readonly activeRequests: ActiveRequests;
  readonly log: (line: string) => void;
  readonly limits: HttpLimits;
}

/** In milliseconds, bytes, or numbers of connections. */
export interface HttpLimits {
  readonly headersTimeout: number;
  /** Between two chunks of a request, or of a response that is not being read. A handler that is working does not count as idle. */
  readonly idleTimeout: number;
  /** Between two chunks of a body that is not a form. A form may wait for its file, and has its own limits for that (G13). */
  readonly bodyTimeout: number;
  /** Between two requests on a connection. */
  readonly keepAliveTimeout: number;
  readonly requestTimeout: number;
  readonly maxHeaderBytes: number;
  readonly maxConnections: number;
}

export const defaultHttpLimits: HttpLimits = {
  headersTimeout: 10_000,
  // Longer than an upload may stall, because the API itself responds to that (G13).
  idleTimeout: 660_000,
  bodyTimeout: 60_000,
  keepAliveTimeout: 30_000,
  requestTimeout: 3_600_000,
  maxHeaderBytes: 64 * 1024,
  maxConnections: 1000,
};

interface HttpExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

export function createHttpServer(options: HttpServerOptions): Server {
  const { limits, log } = options;
  const current = new WeakMap<Duplex, HttpExchange>();
  // The server only uses HTTP/1, but the types of the listener include HTTP/2.
  const answer = getRequestListener(
    (request, { incoming, outgoing }) => handleExchange(options, request, { incoming, outgoing } as HttpExchange),
    {
      errorHandler: (error) => toProblemResponse(toProblem(error, log)),
    },
  );

  const server = createServer(
    {
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      connectionsCheckingInterval: Math.min(2000, limits.headersTimeout),
      maxHeaderSize: limits.maxHeaderBytes,
      // validateHost rejects a missing Host header, with a body.
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      const { socket } = incoming;
      current.set(socket, { incoming, outgoing });
      const endRequest = options.activeRequests.track(outgoing);
      // The response is closed, and the handler has finished.
      let remainingSteps = 2;
      const done = () => --remainingSteps === 0 && endRequest();
      outgoing.once('close', done);
      if (hasPlainBody(incoming)) {
        socket.setTimeout(Math.min(limits.bodyTimeout, limits.idleTimeout));
        incoming.once('end', () => socket.setTimeout(limits.idleTimeout));
      }
      outgoing.on('error', () => socket.destroy());
      incoming.on('error', () => undefined);
      const problem = validateHostAndOrigin(incoming, options.isOwnHost);
      if (!problem) return void answer(incoming, outgoing).then(done, done);
      sendProblem(outgoing, problem);
      done();
    },
  );
  server.maxConnections = limits.maxConnections;
  server.timeout = limits.idleTimeout;

  server.on('timeout', (socket) => handleTimeout(socket, current.get(socket)));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => handleClientError(error, socket, current.get(socket)));
  server.on('connect', (_, socket) => sendRawProblem(socket, new Problem('method', message('problem.rest.noProxy'))));
  server.on('checkExpectation', (_, outgoing) =>
    sendProblem(outgoing, new Problem('expectation', message('problem.rest.unknownExpectation'))),
  );
  return server;
}

/** Closes a connection that is idle; an incomplete request is answered if possible. A handler that is working does not count as idle. */
function handleTimeout(socket: Duplex, exchange: HttpExchange | undefined): void {
  if (!exchange || exchange.outgoing.closed) return void socket.destroy();
  const { incoming, outgoing } = exchange;
  if (!incoming.complete && !outgoing.headersSent) sendRawProblem(socket, problemForParseError('ERR_HTTP_REQUEST_TIMEOUT'));
  else if (outgoing.writableLength > 0 || !incoming.complete) socket.destroy();
}

/** Answers bytes that are not HTTP. */
function handleClientError({ code }: NodeJS.ErrnoException, socket: Duplex, exchange: HttpExchange | undefined): void {
  const isAnswering = exchange && !exchange.outgoing.closed;
  // Another response must not be mixed into one that has begun.
  if (code === 'ECONNRESET' || !socket.writable || (isAnswering && (exchange.outgoing.headersSent || exchange.incoming.complete)))
    return void socket.destroy();
  sendRawProblem(socket, problemForParseError(code));
}

const hasPlainBody = ({ headers }: IncomingMessage): boolean =>
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) &&
  !/^multipart\//i.test(headers['content-type'] ?? '');

/** A client that disconnects while its body is being read is not an error of the server. */
async function handleExchange(
  { handle, log }: HttpServerOptions,
  request: Request,
  { incoming, outgoing }: HttpExchange,
): Promise<Response> {
  try {
    return closeConnectionOnStreamError(await handle(request), outgoing, log);
  } catch (error) {
    if (incoming.destroyed) return toProblemResponse(new Problem('invalid', message('problem.rest.connectionEnded')));
    return toProblemResponse(toProblem(error, log));
  }
}

function toProblem(error: unknown, log: HttpServerOptions['log']): Problem {
  if (error instanceof RequestError) return new Problem('invalid', message('problem.rest.addressUnreadable'));
  if (!(error instanceof Problem)) log(`A request failed: ${describeError(error)}`);
  return Problem.from(error);
}

/** JSON responses are complete before they are sent; any other response may be a stream. */
function closeConnectionOnStreamError(response: Response, outgoing: ServerResponse, log: (line: string) => void): Response {
  if ((response.headers.get('content-type') ?? '').startsWith('application/json') || !response.body) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          if (!outgoing.destroyed) log(`An answer was cut short: ${describeError(error)}`);
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
