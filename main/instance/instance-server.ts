/**
 * The owner's side of the socket: gives other processes of the same user access to the backend in this one. Independent of which calls
 * exist.
 */

import { chmod } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import { listen } from '../platform/listen.ts';
import { waitWithTimeout } from '../platform/timer.ts';
import { InstancePeer } from './instance-peer.ts';
import type { LocalSocketAddress } from './local-socket-address.ts';
import { RunningCalls } from './running-calls.ts';

/** Milliseconds in which a peer may read what was sent to it before its connection is destroyed. */
const closeTimeout = 200;

export interface InstanceServer {
  /** Accepts connections at this address instead of the previous one. Open connections remain. */
  listen(address: LocalSocketAddress): Promise<void>;
  /**
   * Stops listening, rejects further calls, and waits up to `wait` milliseconds for running ones. Connections remain open until `close`.
   */
  drain(wait: number): Promise<void>;
  close(): Promise<void>;
}

/** Calls that arrive before the backend is open wait for it. */
export function createInstanceServer(
  secret: { token: string; version: string },
  backend: Promise<Backend>,
  log: (line: string) => void,
): InstanceServer {
  const peers = new Set<InstancePeer>();
  const calls = new RunningCalls(backend);
  let isDraining = false;
  let server: Server | undefined;
  let closed: Promise<unknown> = Promise.resolve();

  /** `closed` also waits for the connections that were accepted here. */
  function stopListening(): void {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    closed = Promise.all([closed, promise]);
    if (server) server.close(resolve);
    else resolve(undefined);
  }

  return {
    async listen(address) {
      const next = createServer((socket) => {
        const peer = new InstancePeer(socket, { secret, backend, calls, isDraining: () => isDraining });
        peers.add(peer);
        socket.once('close', () => peers.delete(peer));
      });
      await listenAt(next, address, log);
      stopListening();
      server = next;
    },
    async drain(wait) {
      isDraining = true;
      stopListening();
      for (const peer of peers) peer.sendBye();
      await calls.finish(wait);
    },
    async close() {
      for (const peer of peers) peer.end();
      await waitWithTimeout(closeTimeout, closed);
      for (const peer of peers) peer.destroy();
      await closed;
    },
  };
}

async function listenAt(server: Server, address: LocalSocketAddress, log: (line: string) => void): Promise<void> {
  await listen(server, { path: address.listenPath }, log);
  try {
    if (process.platform !== 'win32') await chmod(address.listenPath, 0o600);
    await address.publish();
  } catch (error) {
    server.close();
    throw error;
  }
}
