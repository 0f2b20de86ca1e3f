/** Owning a data folder: the lock is held, the socket listens, the backend runs in this process. Closing happens in the opposite order. */
import { randomBytes } from 'node:crypto';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import { connectToInstance } from './instance-client.ts';
import { removeInstanceRecord, writeInstanceRecord } from './instance-record.ts';
import { startInstanceServer } from './instance-server.ts';
import { createSocketAddress } from './local-socket-address.ts';

export interface ClaimedFolder {
  readonly backend: Backend;
  /** Accepts no more calls of other processes, waits so many milliseconds for those that run, and releases the folder. */
  close(wait: number): Promise<void>;
}

export interface InstanceOptions {
  /** Locks a folder; null while another process has locked it. */
  readonly lockFolder: (folder: string) => { release(): void } | null;
  readonly openBackend: (folder: string) => Promise<Backend>;
  readonly version: string;
  /** For errors that are no Problems. */
  readonly log: (line: string) => void;
}

/**
 * undefined while another process owns the folder, also if the file of its lock was deleted, so that the lock is free. Others may call as soon as the
 * lock is held; they wait until the backend is open.
 */
export async function claimDataFolder(
  folder: string,
  { lockFolder, openBackend, version, log }: InstanceOptions,
): Promise<ClaimedFolder | undefined> {
  const held = lockFolder(folder);
  if (!held) return undefined;
  try {
    const owner = await connectToInstance(folder);
    if (owner) {
      log(`The lock of ${folder} was deleted while another Taleport was using the folder; its calls go to that one`);
      await owner.close();
      held.release();
      return undefined;
    }
    return await startInstance(folder, held, openBackend, version);
  } catch (error) {
    held.release();
    throw error;
  }
}

async function startInstance(
  folder: string,
  held: { release(): void },
  open: InstanceOptions['openBackend'],
  version: string,
): Promise<ClaimedFolder> {
  const token = randomBytes(32).toString('hex');
  const address = await createSocketAddress(folder, randomBytes(16).toString('hex'));
  const { promise: opened, resolve, reject } = Promise.withResolvers<Backend>();
  opened.catch(() => undefined);
  const server = await startInstanceServer(address, { token, version }, opened);
  await writeInstanceRecord(folder, { pid: process.pid, address: address.path, token });

  async function release(wait: number, backend: Backend | undefined): Promise<void> {
    await removeInstanceRecord(folder);
    await server.drain(wait);
    await backend?.close();
    // The next owner listens at the same address, so it must be free before the lock is.
    await address.remove();
    held.release();
    await server.close();
  }

  try {
    const backend = await open(folder);
    resolve(backend);
    return { backend, close: (wait) => release(wait, backend) };
  } catch (error) {
    reject(error);
    await release(0, undefined);
    throw error;
  }
}
