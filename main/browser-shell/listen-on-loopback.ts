/** Listens on this machine only: on the requested port, which must be free, else on the default port or any free one. */

import { createServer, type RequestListener, type Server } from 'node:http';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

const host = '127.0.0.1';
/** The same at each start, because browsers store data by address. */
const defaultPort = 4747;

export async function listenOnLoopback(
  handle: RequestListener,
  requestedPort: number | undefined,
): Promise<{ port: number; close(): Promise<void> }> {
  for (const port of requestedPort === undefined ? [defaultPort, 0] : [requestedPort]) {
    const server = await tryPort(handle, port);
    if (server) return server;
  }
  throw new Problem('busy', message('problem.browser.portTaken', { port: requestedPort ?? defaultPort }));
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
