/**
 * The owner's side of the socket: gives other processes of the same user access to the backend in this one. Independent of which calls
 * exist.
 */

import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import { listen } from '../platform/listen.ts';
import { waitWithTimeout } from '../platform/timer.ts';
import { InstancePeer, RunningCalls } from './instance-peer.ts';
import { findRecordOwner, removeInstanceRecord, writeInstanceRecord } from './instance-record.ts';
import { createSocketAddress, type LocalSocketAddress } from './local-socket-address.ts';

/** Milliseconds in which a peer may read what was sent to it before its connection is destroyed. */
const closeTimeout = 200;

interface InstanceServer {
  /** Accepts connections at this address instead of the previous one. Open connections remain. */
  listen(address: LocalSocketAddress): Promise<void>;
  /**
   * Rejects further calls, and waits up to `wait` milliseconds for running ones. Until `close`, connections remain open, and others are accepted: their
   * processes see that this one has not ended yet.
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
      for (const peer of peers) peer.sendBye();
      await calls.finish(wait);
    },
    async close() {
      stopListening();
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

interface InstancePublisher {
  publish(): Promise<void>;
  /** Publishes again what was deleted; simultaneous calls share one publication. The lock of the folder must be held and in place. */
  verify(): Promise<void>;
  /** Removes the record, so that no further process connects. */
  withdraw(): Promise<void>;
  /** Frees the address, at which the next owner will listen. Must be called before the lock is released. */
  freeAddress(): Promise<void>;
}

/**
 * Publishes the address of this process for others: its socket and its record. Either may be deleted while it runs, for example by a
 * clean-up program. They are then created again, because the lock is still held: otherwise no other process could use the folder, and none
 * could reach this one.
 */
export function createInstancePublisher(
  folder: string,
  token: string,
  server: Pick<InstanceServer, 'listen'>,
  log: (line: string) => void,
): InstancePublisher {
  let address: LocalSocketAddress | undefined;
  let isWithdrawn = false;
  let publishing: Promise<void> | undefined;
  let verifying: Promise<void> | undefined;

  async function publish(): Promise<void> {
    await address?.remove();
    address = await createSocketAddress(folder, randomBytes(16).toString('hex'));
    await server.listen(address);
    await writeInstanceRecord(folder, { pid: process.pid, address: address.path, token });
  }

  const isPublished = async (): Promise<boolean> =>
    findRecordOwner(folder, token) === 'self' && address !== undefined && (await address.isInPlace());

  async function publishAgainIfDeleted(): Promise<void> {
    // The first publication may still be running or may have failed.
    await publishing?.catch(() => undefined);
    if (publishing === undefined || isWithdrawn || (await isPublished()) || isWithdrawn) return;
    publishing = publish();
    await publishing;
    log(`The socket or the record of ${folder} was deleted and has been created again`);
  }

  return {
    publish: () => (publishing = publish()),
    // Two publications at the same time would remove each other's sockets.
    verify: () =>
      (verifying ??= publishAgainIfDeleted().finally(() => {
        verifying = undefined;
      })),
    async withdraw() {
      isWithdrawn = true;
      await publishing?.catch(() => undefined);
      await removeInstanceRecord(folder, token);
    },
    freeAddress: async () => address?.remove(),
  };
}
