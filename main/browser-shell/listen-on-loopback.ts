/** Listens on this machine only: on the requested port, which must be free, or else on the default port or any free one. */

import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { createAdaptorServer, type WebSocketServerLike } from '@hono/node-server';
import { WebSocketServer } from 'ws';
import { maxPageMessageBytes } from '../../shared/contracts/page-connection.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { errorCodeOf } from '../platform/errors.ts';
import { listen } from '../platform/listen.ts';
import { portOf } from '../rest-api/http/http-listener.ts';

const host = '127.0.0.1';
/** The same port at each start, because browsers store data by address. */
const defaultPort = 4747;

type Fetch = (request: Request, env: object) => Response | Promise<Response>;

/** `fetch` also accepts or rejects the handshakes of WebSockets. */
export async function listenOnLoopback(
  fetch: Fetch,
  requestedPort: number | undefined,
  log: (line: string) => void,
): Promise<{ port: number; close(): Promise<void> }> {
  for (const port of requestedPort === undefined ? [defaultPort, 0] : [requestedPort]) {
    const server = await tryPort(fetch, port, log);
    if (server) return server;
  }
  throw new Problem('busy', message('problem.browser.portTaken', { port: requestedPort ?? defaultPort }));
}

async function tryPort(
  fetch: Fetch,
  port: number,
  log: (line: string) => void,
): Promise<{ port: number; close(): Promise<void> } | undefined> {
  // Not compressed, because over the loopback interface compression only costs time.
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: maxPageMessageBytes, perMessageDeflate: false });
  // The types of the two libraries only differ in whether `noServer` is optional. Without TLS or HTTP/2, the server is one of `node:http`.
  const server = createAdaptorServer({ fetch, websocket: { server: webSockets as WebSocketServerLike }, serverOptions }) as Server;
  destroyOtherUpgrades(server);
  const sockets = trackSockets(server);
  try {
    await listen(server, { port, host }, log);
    return { port: portOf(server), close: () => closeServer(server, sockets) };
  } catch (error) {
    if (['EADDRINUSE', 'EACCES'].includes(errorCodeOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** Any other upgrade, such as the one to HTTP/2 that curl offers, is declined: the request is answered as an ordinary one. */
const serverOptions: ServerOptions = { shouldUpgradeCallback: isWebSocketHandshake };

function isWebSocketHandshake({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Node.js before 24.9 does not call `shouldUpgradeCallback`. Wraps the listener of the library, which only rejects handshakes if it is the
 * only listener.
 */
function destroyOtherUpgrades(server: Server): void {
  const listeners = server.listeners('upgrade');
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request, socket, head) => {
    if (!isWebSocketHandshake(request)) socket.destroy();
    else for (const listener of listeners) listener.call(server, request, socket, head);
  });
}

/** Includes the upgraded sockets, which the server does not close by itself. */
function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

function closeServer(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of sockets) socket.destroy();
  });
}
