/**
 * One node:http server in front of the service. Whatever a client sends or however it goes away: it gets an answer in the
 * service's error object where one can still be given, and the process goes on.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Problem } from '../../shared/problem.ts';
import { refusalOf } from './gate.ts';
import { guardStream } from './guard-stream.ts';
import { asResponse, problemOfBytes, refuse, refuseRaw } from './refuse.ts';
import type { Traffic } from './traffic.ts';

export interface Line {
  readonly handle: (request: Request) => Promise<Response>;
  readonly isOurs: (host: string, port: number) => boolean;
  readonly traffic: Traffic;
  readonly log: (line: string) => void;
  readonly limits: Limits;
}

/** Milliseconds, bytes, connections. */
export interface Limits {
  readonly headers: number;
  /** Between two pieces of a body, or of an answer that is not read. A handler that thinks is not idle. */
  readonly idle: number;
  /** Between two requests of a connection. */
  readonly between: number;
  readonly whole: number;
  readonly headerBytes: number;
  readonly connections: number;
}

export const usualLimits: Limits = {
  headers: 10_000,
  // Longer than the place of an upload is held without a byte: that is answered by the service (G13).
  idle: 660_000,
  between: 30_000,
  whole: 3_600_000,
  headerBytes: 64 * 1024,
  connections: 1000,
};

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

export function httpServer(line: Line): Server {
  const { limits, log } = line;
  const current = new WeakMap<Duplex, Exchange>();
  const answer = getRequestListener((request, { incoming, outgoing }) => attempt(line, request, { incoming, outgoing } as Exchange), {
    errorHandler: (error) => asResponse(problemOf(error, log)),
  });

  const server = createServer(
    {
      headersTimeout: limits.headers,
      requestTimeout: limits.whole,
      keepAliveTimeout: limits.between,
      connectionsCheckingInterval: Math.min(2000, limits.headers),
      maxHeaderSize: limits.headerBytes,
      // Missing ones are refused by the gate, with a body.
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      const { socket } = incoming;
      current.set(socket, { incoming, outgoing });
      const over = line.traffic.begin(outgoing);
      let waitingFor = 2;
      const done = () => --waitingFor === 0 && over();
      outgoing.once('close', done);
      outgoing.on('error', () => socket.destroy());
      incoming.on('error', () => undefined);
      const problem = refusalOf(incoming, line.isOurs);
      if (!problem) return void answer(incoming, outgoing).then(done, done);
      refuse(outgoing, problem);
      done();
    },
  );
  server.maxConnections = limits.connections;
  server.timeout = limits.idle;

  server.on('timeout', (socket) => {
    const exchange = current.get(socket);
    if (!exchange || exchange.outgoing.closed) return void socket.destroy();
    const { incoming, outgoing } = exchange;
    if (!incoming.complete && !outgoing.headersSent) return refuseRaw(socket, problemOfBytes('ERR_HTTP_REQUEST_TIMEOUT'));
    if (outgoing.writableLength > 0 || !incoming.complete) socket.destroy();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const exchange = current.get(socket);
    const answering = exchange && !exchange.outgoing.closed;
    // An answer that is on its way must not be mixed with another one.
    if (error.code === 'ECONNRESET' || !socket.writable || (answering && (exchange.outgoing.headersSent || exchange.incoming.complete)))
      return void socket.destroy();
    refuseRaw(socket, problemOfBytes(error.code));
  });
  server.on('connect', (_, socket) => refuseRaw(socket, new Problem('method', 'This is no proxy: CONNECT is not supported.')));
  server.on('checkExpectation', (_, outgoing) =>
    refuse(outgoing, new Problem('expectation', 'Only "Expect: 100-continue" is understood.')),
  );
  return server;
}

/** A client that has gone away while its body was read is no fault of ours. */
async function attempt({ handle, log }: Line, request: Request, { incoming, outgoing }: Exchange): Promise<Response> {
  try {
    return guardStream(await handle(request), outgoing, log);
  } catch (error) {
    if (incoming.destroyed) return asResponse(new Problem('invalid', 'The connection ended before the request did.'));
    return asResponse(problemOf(error, log));
  }
}

function problemOf(error: unknown, log: Line['log']): Problem {
  if (error instanceof RequestError) return new Problem('invalid', 'The address of the request cannot be read.');
  if (!(error instanceof Problem)) log(`A request failed: ${error instanceof Error ? error.stack : String(error)}`);
  return Problem.from(error);
}
