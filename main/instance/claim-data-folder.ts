/** Owning a data folder: the lock is held, the socket listens, the backend runs in this process. Closing happens in the opposite order. */
import { randomBytes } from 'node:crypto';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import type { DataFolderLock } from '../engine/storage/data-folder-lock.ts';
import { describeError } from '../platform/errors.ts';
import { type FolderOwnership, watchFolderOwnership } from './folder-ownership.ts';
import { findInstance, InstanceClosedError } from './instance-client.ts';
import { removeInstanceRecord, writeInstanceRecord } from './instance-record.ts';
import { startInstanceServer } from './instance-server.ts';
import { createSocketAddress } from './local-socket-address.ts';

export interface ClaimedFolder {
  /** Rejects calls with InstanceClosedError once this process no longer owns the folder. */
  readonly backend: Backend;
  /** Resolves when the folder was released because another process may have claimed it. */
  readonly closed: Promise<void>;
  /** Accepts no more calls of other processes, waits up to this time, in milliseconds, for running ones, and releases the folder. */
  close(wait: number): Promise<void>;
}

export interface InstanceOptions {
  /** Locks a folder; null while another process has locked it. */
  readonly lockFolder: (folder: string) => DataFolderLock | null;
  readonly openBackend: (folder: string) => Promise<Backend>;
  readonly version: string;
  /** For errors that are no Problems. */
  readonly log: (line: string) => void;
}

/**
 * undefined while another process owns the folder, also if the file of its lock was deleted, so that the lock is free, and if it does not answer. Others
 * may call as soon as the lock is held; they wait until the backend is open.
 */
export async function claimDataFolder(folder: string, options: InstanceOptions): Promise<ClaimedFolder | undefined> {
  const lock = options.lockFolder(folder);
  if (!lock) return undefined;
  try {
    const found = await findInstance(folder);
    if (found.owner === 'none') return await startInstance(folder, lock, options);
    options.log(`The lock of ${folder} was deleted while another Taleport was using the folder; its calls go to that one`);
    if (found.owner === 'answers') await found.client.close();
    lock.release();
    return undefined;
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startInstance(folder: string, lock: DataFolderLock, options: InstanceOptions): Promise<ClaimedFolder> {
  const { openBackend, lockFolder, version, log } = options;
  const token = randomBytes(32).toString('hex');
  const address = await createSocketAddress(folder, randomBytes(16).toString('hex'));
  const { promise: opened, resolve, reject } = Promise.withResolvers<Backend>();
  opened.catch(() => undefined);
  const server = await startInstanceServer(address, { token, version }, opened);
  const ownership = watchFolderOwnership({ folder, token, lock, lockFolder, log });
  let released: Promise<void> | undefined;

  async function release(wait: number, backend: Backend | undefined): Promise<void> {
    await removeInstanceRecord(folder, token);
    await server.drain(wait);
    await backend?.close();
    // The next owner listens at the same address, so it must be free before the lock is.
    await address.remove();
    ownership.release();
    await server.close();
  }

  try {
    await writeInstanceRecord(folder, { pid: process.pid, address: address.path, token });
    const backend = guardBackend(await openBackend(folder), ownership);
    const close = (wait: number): Promise<void> => (released ??= release(wait, backend));
    resolve(backend);
    const closed = ownership.lost
      .then(() => close(0))
      .catch((error: unknown) => log(`${folder} could not be released: ${describeError(error)}`));
    return { backend, closed, close };
  } catch (error) {
    reject(error);
    await release(0, undefined);
    throw error;
  }
}

/** What this process has in memory is not to be used once another one may have changed the folder. */
function guardBackend(backend: Backend, ownership: FolderOwnership): Backend {
  return {
    onEvents: backend.onEvents,
    close: backend.close,
    async call(name, input, clientSignal) {
      if (!ownership.verify()) throw new InstanceClosedError(false);
      return backend.call(name, input, clientSignal);
    },
  };
}
