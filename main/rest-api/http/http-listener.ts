/**
 * Listens for HTTP requests: on loopback only, unless a host is given explicitly. Whatever a client sends and however it disconnects, it
 * receives the API's error object if a response is still possible, and the process continues. When the listener closes, requests that have
 * arrived are answered before the remaining connections are closed.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import { isLoopbackHost } from '../../../shared/contracts/loopback-host.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { describeError, errorCodeOf } from '../../platform/errors.ts';
import { listen } from '../../platform/listen.ts';
import { waitWithTimeout } from '../../platform/timer.ts';
import { isCompleteResponse } from './responses.ts';

/** Milliseconds in which open requests may end when a listener closes: a process that receives SIGTERM has five seconds. */
const closeTimeout = 3000;
const maxBindAttempts = 10;

export interface HttpListener {
  readonly url: string;
  readonly port: number;
  close(wait?: number): Promise<void>;
}

export interface HttpListenerOptions {
  /** 0 chooses a free port. */
  readonly port: number;
  readonly host?: string | undefined;
  readonly handle: HttpServerOptions['handle'];
  readonly log: (line: string) => void;
  readonly limits?: Partial<HttpLimits>;
}

/** Throws a Problem: `busy` if the port is in use, `invalid` if the host is not an address of this machine. */
export async function startHttpListener({ port, host, handle, log, limits }: HttpListenerOptions): Promise<HttpListener> {
  const activeRequests = new ActiveRequests();
  const line: HttpServerOptions = {
    nodeServer: await import('@hono/node-server'),
    handle,
    activeRequests,
    log,
    isOwnHost: createHostMatcher(host),
    limits: { ...defaultHttpLimits, ...limits },
  };
  const { servers, port: boundPort } = await bindAll({ host, port, log }, () => createHttpServer(line));
  const url = listenerUrl(host, boundPort);
  log(`The service listens on ${url}.`);
  if (host !== undefined && !isLoopbackHost(host))
    log(`WARNING: the service listens on ${host}: other machines can reach it, and what they send is not encrypted.`);
  return {
    url,
    port: boundPort,
    async close(wait = closeTimeout) {
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      await activeRequests.drain(wait);
      for (const server of servers) server.closeAllConnections();
      await Promise.all(closed);
      log(`The service no longer listens on ${url}.`);
    },
  };
}

/** Binds the same port on all addresses. A port that is chosen automatically must be free on all of them. */
async function bindAll(
  { host, port, log }: Pick<HttpListenerOptions, 'host' | 'port' | 'log'>,
  make: () => Server,
): Promise<{ servers: Server[]; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const servers: Server[] = [];
    let boundPort = port;
    try {
      for (const { address, optional } of bindAddresses(host)) {
        const server = await bind(make(), { address, port: boundPort, optional, log });
        if (!server) continue;
        servers.push(server);
        boundPort = portOf(server);
      }
      return { servers, port: boundPort };
    } catch (error) {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      const code = errorCodeOf(error) ?? '';
      if (code !== 'EADDRINUSE' || port !== 0 || attempt === maxBindAttempts) throw toBindProblem(error, code, host, boundPort);
    }
  }
}

/** Undefined if an optional address does not exist on this machine. */
async function bind(
  server: Server,
  { address, port, optional, log }: { address: string; port: number; optional: boolean; log: HttpListenerOptions['log'] },
): Promise<Server | undefined> {
  try {
    await listen(server, { port, host: address, exclusive: true }, log);
    return server;
  } catch (error) {
    if (optional && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(errorCodeOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** The port of a server that is listening. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

function toBindProblem(cause: unknown, code: string, host: string | undefined, port: number): unknown {
  if (code === 'EADDRINUSE') return new Problem('busy', message('problem.rest.portTaken', { port }), { cause });
  if (code === 'EACCES') return new Problem('busy', message('problem.rest.portNotPermitted', { port }), { cause });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
    return new Problem('invalid', message('problem.rest.noSuchAddress', { host: String(host) }), {
      errors: { host: message('fault.host') },
      cause,
    });
  return cause;
}

/**
 * The requests in progress. A request has ended when its response was sent or its client has disconnected, and its handler has finished.
 */
class ActiveRequests {
  readonly #running = new Set<ServerResponse>();
  #last = false;
  #onLastEnd: () => void = () => undefined;

  /** Returns a function that must be called when the handler has finished. */
  track(outgoing: ServerResponse): () => void {
    this.#running.add(outgoing);
    if (this.#last) closeAfterResponse(outgoing);
    return () => {
      this.#running.delete(outgoing);
      if (this.#running.size === 0) this.#onLastEnd();
    };
  }

  /** Makes each further response close its connection. Resolves when no request is left, or after `timeout` milliseconds. */
  async drain(timeout: number): Promise<void> {
    this.#last = true;
    for (const outgoing of this.#running) closeAfterResponse(outgoing);
    if (this.#running.size === 0) return;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#onLastEnd = resolve;
    await waitWithTimeout(timeout, ended);
  }
}

function closeAfterResponse(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader('connection', 'close');
}

const loopbackNames = ['127.0.0.1', 'localhost', '::1'];
const wildcardAddresses = ['0.0.0.0', '::'];

/** `optional`: the machine may lack the address. Without an explicit host, only loopback addresses are bound. */
const bindAddresses = (host: string | undefined): { address: string; optional: boolean }[] =>
  host === undefined || host === 'localhost'
    ? [
        { address: '127.0.0.1', optional: false },
        { address: '::1', optional: true },
      ]
    : [{ address: withoutBrackets(host), optional: false }];

const listenerUrl = (host: string | undefined, port: number): string =>
  `http://${host === undefined || host === 'localhost' || wildcardAddresses.includes(withoutBrackets(host)) ? '127.0.0.1' : toUrlHost(host)}:${port}`;

/**
 * Returns a function that checks whether a Host header refers to this listener. The machine's addresses are only accepted if it listens on
 * all of them.
 */
function createHostMatcher(host: string | undefined): (header: string, port: number) => boolean {
  const all = host !== undefined && wildcardAddresses.includes(withoutBrackets(host));
  const names = [...loopbackNames, ...(host === undefined ? [] : [host])];
  const known = new Map<number, Set<string>>();
  return (header, port) => {
    const name = header.toLowerCase();
    const hostHeaders = known.get(port) ?? hostHeadersFor(names, port);
    known.set(port, hostHeaders);
    return hostHeaders.has(name) || (all && hostHeadersFor(machineNames(), port).has(name));
  };
}

/** Clients omit the default port. */
const hostHeadersFor = (names: readonly string[], port: number): Set<string> =>
  new Set(names.map(toUrlHost).flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])]));

const machineNames = (): string[] => [
  hostname(),
  ...Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address)),
];

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
const toUrlHost = (host: string): string => (isIPv6(withoutBrackets(host)) ? `[${withoutBrackets(host)}]` : withoutBrackets(host));

/** The Problem of a request that must be rejected; undefined if it is accepted. Any other Host may be DNS rebinding by a web page. */
function validateHostAndOrigin(incoming: IncomingMessage, isOurs: (host: string, port: number) => boolean): Problem | undefined {
  const { headers, rawHeaders, url, method, socket } = incoming;
  const { host, origin } = headers;
  if (host === undefined || countHostHeaders(rawHeaders) > 1) return new Problem('invalid', message('problem.rest.hostNeeded'));
  if (!isOurs(host, socket.localPort ?? 0)) return new Problem('forbidden', message('problem.rest.foreignHost'));
  if (!url?.startsWith('/') && !(method === 'OPTIONS' && url === '*')) return new Problem('invalid', message('problem.rest.pathNeeded'));
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    return new Problem('forbidden', message('problem.rest.webPage'));
  return undefined;
}

/** Counted because Node silently uses the first of several Host headers. */
function countHostHeaders(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

/** The API's error object, also for requests that cannot be handled and for bytes that are not HTTP. */
const toProblemBody = (problem: Problem): string => JSON.stringify(problem.json);

function sendProblem(outgoing: ServerResponse, problem: Problem): void {
  const body = toProblemBody(problem);
  outgoing.writeHead(problem.json.status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}

/** For connections without a response object. Closes the connection. */
function sendRawProblem(socket: Duplex, problem: Problem): void {
  const { status } = problem.json;
  const body = toProblemBody(problem);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const toProblemResponse = (problem: Problem): Response =>
  new Response(toProblemBody(problem), { status: problem.json.status, headers: { 'content-type': 'application/json' } });

/** Problems by Node's error code. */
function problemForParseError(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('headersTooLarge', message('problem.rest.headersTooLong'));
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('tooSlow', message('problem.rest.requestTooSlow'));
  return new Problem('invalid', message('problem.rest.notHttp'));
}

interface HttpServerOptions {
  /** Loaded on demand, because most users never start the server. */
  readonly nodeServer: typeof import('@hono/node-server');
  readonly handle: (request: Request) => Promise<Response>;
  readonly isOwnHost: (host: string, port: number) => boolean;
  readonly activeRequests: ActiveRequests;
  readonly log: (line: string) => void;
  readonly limits: HttpLimits;
}

/** In milliseconds, bytes, or numbers of connections. */
interface HttpLimits {
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

const defaultHttpLimits: HttpLimits = {
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

function createHttpServer(options: HttpServerOptions): Server {
  const { limits, nodeServer } = options;
  const current = new WeakMap<Duplex, HttpExchange>();
  // The server only uses HTTP/1, but the types of the listener include HTTP/2.
  const answer = nodeServer.getRequestListener(
    (request, { incoming, outgoing }) => handleExchange(options, request, { incoming, outgoing } as HttpExchange),
    {
      errorHandler: (error) => toProblemResponse(toProblem(error, options)),
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
async function handleExchange(options: HttpServerOptions, request: Request, { incoming, outgoing }: HttpExchange): Promise<Response> {
  try {
    return closeConnectionOnStreamError(await options.handle(request), outgoing, options.log);
  } catch (error) {
    if (incoming.destroyed) return toProblemResponse(new Problem('invalid', message('problem.rest.connectionEnded')));
    return toProblemResponse(toProblem(error, options));
  }
}

function toProblem(error: unknown, { log, nodeServer }: HttpServerOptions): Problem {
  if (error instanceof nodeServer.RequestError) return new Problem('invalid', message('problem.rest.addressUnreadable'));
  if (!(error instanceof Problem)) log(`A request failed: ${describeError(error)}`);
  return Problem.from(error);
}

/** JSON responses are complete before they are sent; any other response may be a stream. */
function closeConnectionOnStreamError(response: Response, outgoing: ServerResponse, log: (line: string) => void): Response {
  if (isCompleteResponse(response)) return response;
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
