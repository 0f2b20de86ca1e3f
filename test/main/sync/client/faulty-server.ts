/** A server that the test makes misbehave: the test handles each request. It records the requests. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openRemoteClient, type RemoteClient, type RemoteClientOptions } from '../../../../main/sync/client/remote-client.ts';
import { createWaitClock } from '../../../test-environment.ts';

export const secret = 'key-that-nobody-may-see';

export interface FaultyServer {
  readonly url: string;
  readonly port: number;
  readonly requests: string[];
  client(options?: Partial<RemoteClientOptions>): RemoteClient;
  close(): Promise<void>;
}

export async function startFaultyServer(does: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Promise<FaultyServer> {
  const requests: string[] = [];
  const listener: RequestListener = (incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    outgoing.on('error', () => undefined);
    incoming.on('error', () => undefined);
    incoming.resume();
    does(incoming, outgoing);
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const clients: RemoteClient[] = [];
  return {
    url,
    port,
    requests,
    client(options = {}) {
      const client = openRemoteClient({ url, key: () => secret, clock: createWaitClock(() => Date.UTC(2026, 0, 1)), ...options });
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) await client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A complete response with a JSON body. */
export function sendJson(outgoing: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(JSON.stringify(body));
}

/** The start of a longer response, after which the connection ends. */
export function sendCut(outgoing: ServerResponse, status: number): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', 'content-length': '1000' });
  outgoing.write('{"version": 1, "newVersion');
  outgoing.once('drain', () => undefined);
  setImmediate(() => outgoing.destroy());
}
