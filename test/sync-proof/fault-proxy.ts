/**
 * A proxy between a synced project and its remote with seeded network faults: it drops a request before or after the remote receives it, cuts the
 * response at any byte, delays, sends twice, responds with 429, or is unreachable. A hostile one also answers with internal errors, pages of HTML
 * and truncated JSON, forwards late what it has dropped, and serves exports from a stale replica. It records the requests.
 */
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export const networkFaults = ['drop before', 'drop after', 'cut', 'delay', 'twice', '429'] as const;
export const hostileFaults = [...networkFaults, 'late', '5xx before', '5xx after', 'html', 'truncated', 'stale'] as const;
type NetworkFault = (typeof hostileFaults)[number];

/** Milliseconds. */
const maxLateness = 150;
const problemJson = (title: string, status: number) =>
  Buffer.from(JSON.stringify({ title, status, detail: null, errors: [], errorCode: 0 }));
const gatewayPage: BufferedResponse = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<!doctype html><title>Back soon</title><p>The workspace is being updated.'),
};
const internalError: BufferedResponse = {
  status: 502,
  headers: { 'content-type': 'application/json' },
  body: problemJson('Bad gateway', 502),
};

export interface BufferedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

interface Connection {
  /** When the client could no longer get the response, by `performance.now()`. */
  lostAt: number | undefined;
}

export class FaultProxy {
  /** `METHOD /path` of all received requests, newest last. */
  readonly requests: string[] = [];
  readonly faults = new Map<NetworkFault, number>();
  /** The probability of a fault, from 0 to 1. */
  faultRate = 0;
  /** Called for every received request before it is handled. */
  onRequest: (line: string) => void | Promise<void> = () => {};
  /** Called for every request that was forwarded twice. */
  onDouble: (line: string, body: Buffer) => void = () => {};
  /** Called for every request that the target answered after the client had lost its connection, with the milliseconds in between. */
  onLate: (body: Buffer, milliseconds: number) => void = () => {};
  /** Changes what the client gets, without a fault of the network. */
  onResponse: (line: string, response: BufferedResponse) => BufferedResponse = (_line, response) => response;
  /** Returns a response of its own, as a firewall does; the target does not get the request then. */
  intercept: (line: string, body: Buffer) => BufferedResponse | undefined = () => undefined;
  readonly #server: Server;
  readonly #target: URL;
  readonly #random: () => number;
  readonly #kinds: readonly NetworkFault[];
  readonly #sockets = new Set<Socket>();
  /** The requests that the target has not answered, of clients that wait or have lost their connection. */
  readonly #arriving = new Set<Promise<unknown>>();
  /** By request line, the responses of exports. */
  readonly #replica = new Map<string, BufferedResponse>();
  #port = 0;

  constructor(target: string, random: () => number, kinds: readonly NetworkFault[] = networkFaults) {
    this.#kinds = kinds;
    this.#target = new URL(target);
    this.#random = random;
    this.#server = createServer((incoming, outgoing) => {
      const connection: Connection = { lostAt: undefined };
      outgoing.once('close', () => {
        if (!outgoing.writableFinished) connection.lostAt = performance.now();
      });
      void this.#whileArriving(this.#handle(incoming, connection)).then(
        (answer) => {
          if (answer === 'disconnected' || !answer) return incoming.socket.destroy();
          const { status, headers, body, cutAt } = answer;
          if (cutAt === undefined) return outgoing.writeHead(status, headers as Record<string, string>).end(body);
          outgoing.writeHead(status, { ...headers, 'content-length': String(body.length) } as Record<string, string>);
          if (cutAt === 0) return incoming.socket.destroy();
          return outgoing.write(body.subarray(0, cutAt), () => incoming.socket.destroy());
        },
        () => incoming.socket.destroy(),
      );
    });
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => undefined);
    });
  }

  /** Returns its address, which stays the same after `close`. */
  async open(): Promise<string> {
    await new Promise<void>((opened) => this.#server.listen(this.#port, '127.0.0.1', opened));
    this.#port = (this.#server.address() as AddressInfo).port;
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Refuses connections and ends open ones. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((closed) => this.#server.close(closed));
  }

  /** Resolves when the target has answered every request received so far. */
  async whenAllArrived(): Promise<void> {
    await Promise.allSettled(this.#arriving);
  }

  /** The requests after the first `count`. */
  since(count: number): string[] {
    return this.requests.slice(count);
  }

  async #handle(
    incoming: IncomingMessage,
    connection: Connection,
  ): Promise<(BufferedResponse & { cutAt?: number }) | 'disconnected' | undefined> {
    const body = await readBytes(incoming);
    const line = `${incoming.method} ${incoming.url}`;
    this.requests.push(line);
    await this.onRequest(line);
    const intercepted = this.intercept(line, body);
    if (intercepted) return intercepted;
    const fault = this.#draw();
    if (fault === 'drop before') return 'disconnected';
    if (fault === '429') {
      const body429 = problemJson('Too many requests', 429);
      return { status: 429, headers: { 'content-type': 'application/json', 'retry-after': '1' }, body: body429 };
    }
    if (fault === '5xx before') return internalError;
    if (fault === 'html') return gatewayPage;
    if (fault === 'late') {
      const lateness = new Promise((later) => setTimeout(later, this.#random() * maxLateness));
      void this.#whileArriving(lateness.then(() => this.#forward(incoming, body, connection))).catch(() => undefined);
      return 'disconnected';
    }
    const stale = fault === 'stale' ? this.#replica.get(line) : undefined;
    if (stale) return stale;
    if (fault === 'delay') await new Promise((later) => setTimeout(later, 50 + this.#random() * 400));
    const first = await this.#forward(incoming, body, connection);
    const second = fault === 'twice' ? await this.#forward(incoming, body, connection) : first;
    if (fault === 'twice') this.onDouble(line, body);
    if (fault === '5xx after') return internalError;
    if (line.includes('/json?') && first.status === 200) this.#replica.set(line, first);
    const answer = this.onResponse(line, this.#random() < 0.5 ? first : second);
    if (fault === 'drop after') return 'disconnected';
    if (fault === 'truncated') return withBody(answer, answer.body.subarray(0, Math.floor(this.#random() * answer.body.length)));
    if (fault === 'cut') return { ...answer, cutAt: Math.floor(this.#random() * answer.body.length) };
    return answer;
  }

  #draw(): NetworkFault | undefined {
    if (this.#random() >= this.faultRate) return undefined;
    const fault = this.#kinds[Math.floor(this.#random() * this.#kinds.length)] ?? 'delay';
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
    return fault;
  }

  async #whileArriving<T>(arrival: Promise<T>): Promise<T> {
    this.#arriving.add(arrival);
    try {
      return await arrival;
    } finally {
      this.#arriving.delete(arrival);
    }
  }

  async #forward(incoming: IncomingMessage, body: Buffer, connection: Connection): Promise<BufferedResponse> {
    const response = await this.#request(incoming, body);
    if (connection.lostAt !== undefined) this.onLate(body, performance.now() - connection.lostAt);
    return response;
  }

  #request({ method, url, headers }: IncomingMessage, body: Buffer): Promise<BufferedResponse> {
    const { connection: _connection, ...rest } = headers;
    return new Promise((resolve, reject) => {
      const requests = request(
        {
          hostname: this.#target.hostname,
          port: this.#target.port,
          method,
          path: url,
          headers: { ...rest, host: this.#target.host },
          agent: false,
        },
        (response_) => {
          readBytes(response_).then((bytes) => {
            const { connection: _c, 'transfer-encoding': _t, 'keep-alive': _k, ...responseHeaders } = response_.headers;
            resolve({ status: response_.statusCode ?? 502, headers: responseHeaders, body: bytes });
          }, reject);
        },
      );
      requests.on('error', reject);
      requests.end(body);
    });
  }
}

/** The same response with other bytes, complete as far as its headers say. */
const withBody = (response: BufferedResponse, body: Buffer): BufferedResponse => ({
  ...response,
  headers: { ...response.headers, 'content-length': String(body.length) },
  body,
});

async function readBytes(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}
