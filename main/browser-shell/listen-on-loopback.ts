/** Listens on this machine only. A port that was asked for must be free; otherwise the usual one, or any free one. */

import { createServer, type RequestListener, type Server } from 'node:http';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

const host = '127.0.0.1';
/** So that the address, and with it what the browser remembers, stays the same from start to start. */
const defaultPort = 4747;

export async function listenOnLoopback(
  handle: RequestListener,
  asked: number | undefined,
): Promise<{ port: number; close(): Promise<void> }> {
  for (const port of asked === undefined ? [defaultPort, 0] : [asked]) {
    const server = await tryPort(handle, port);
    if (server) return server;
  }
  throw new Problem('busy', message('problem.browser.portTaken', { asked: asked ?? defaultPort }));
}

function tryPort(handle: RequestListener, port: number): Promise<{ port: number; close(): Promise<void> } | undefined> {
  const server = createServer(handle);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(error);
    });
    server.listen(port, host, () => resolve({ port: portOf(server), close: () => closeServer(server) }));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
