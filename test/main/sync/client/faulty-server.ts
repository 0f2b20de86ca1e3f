/** A server by hand that does one thing wrong: what it does with each request is the test's to say. It counts what comes. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openRemoteClient, type RemoteClient, type RemoteClientOptions } from '../../../../main/sync/client/remote-client.ts';

export const secret = 'key-that-nobody-may-see';

export interface BadServer {
  readonly url: string;
  readonly port: number;
  readonly asked: string[];
  client(options?: Partial<RemoteClientOptions>): RemoteClient;
  close(): Promise<void>;
}

export async function badServer(does: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Promise<BadServer> {
  const asked: string[] = [];
  const listener: RequestListener = (incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
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
    asked,
    client(options = {}) {
      const client = openRemoteClient({ url, key: () => secret, now: () => Date.UTC(2026, 0, 1), ...options });
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

/** An answer with a JSON body, whole. */
export function json(outgoing: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(JSON.stringify(body));
}

/** The beginning of an answer that was to be longer; then the connection ends. */
export function cut(outgoing: ServerResponse, status: number): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', 'content-length': '1000' });
  outgoing.write('{"version": 1, "newVersion');
  outgoing.once('drain', () => undefined);
  setImmediate(() => outgoing.destroy());
}
