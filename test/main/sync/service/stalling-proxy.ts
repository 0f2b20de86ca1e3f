/** A proxy on a slow line: it passes everything on at once, but of each upload only the beginning until it is released. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

export class StallingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #stalled = new Set<Socket>();
  #isReleased = false;
  #onStalled: () => void = () => undefined;
  /** Resolves when the first upload has begun. */
  readonly whenStalled = new Promise<void>((resolve) => {
    this.#onStalled = resolve;
  });

  constructor(target: string) {
    const { hostname, port } = new URL(target);
    this.#server = createServer((client) => {
      const server = connect(Number(port), hostname);
      for (const [socket, other] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => other.destroy());
      }
      server.pipe(client);
      client.on('data', (piece) => {
        server.write(withHost(piece, `127.0.0.1:${this.#port}`, `${hostname}:${port}`));
        if (this.#isReleased || !piece.includes('multipart/form-data')) return;
        client.pause();
        this.#stalled.add(client);
        this.#onStalled();
      });
    });
  }

  /** Returns its address. */
  async open(): Promise<string> {
    await new Promise<void>((opened) => this.#server.listen(0, '127.0.0.1', opened));
    return `http://127.0.0.1:${this.#port}`;
  }

  get #port(): number {
    // It listens on a port, not on a socket.
    return (this.#server.address() as AddressInfo).port;
  }

  release(): void {
    this.#isReleased = true;
    for (const socket of this.#stalled) socket.resume();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((closed) => this.#server.close(closed));
  }
}

/** The service only accepts requests that name it as their host. */
function withHost(piece: Buffer, from: string, to: string): Buffer {
  const at = piece.indexOf(`host: ${from}\r\n`);
  if (at < 0) return piece;
  return Buffer.concat([piece.subarray(0, at), Buffer.from(`host: ${to}`), piece.subarray(at + `host: ${from}`.length)]);
}
