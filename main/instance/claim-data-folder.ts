/** Owning a data folder: the lock is held, the socket listens, the parts run in this process. They go in the opposite order. */
import { randomBytes } from 'node:crypto';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import { removeInstanceRecord, writeInstanceRecord } from './instance-record.ts';
import { startInstanceServer } from './instance-server.ts';
import { createSocketAddress } from './local-socket-address.ts';

export interface ClaimedFolder {
  readonly backend: Backend;
  /** Takes no more calls of others, waits so many milliseconds for those that run, and lets go. */
  close(wait: number): Promise<void>;
}

export interface InstanceOptions {
  /** Takes the lock of a folder, or gives null while another living process has it. */
  readonly lockFolder: (folder: string) => { release(): void } | null;
  readonly openBackend: (folder: string) => Promise<Backend>;
  readonly version: string;
  /** Hears of errors that are no Problems. */
  readonly log: (line: string) => void;
}

/** Nothing where another process has the folder. Others may call as soon as the lock is held; they wait until the parts are open. */
export async function claimDataFolder(
  folder: string,
  { lockFolder, openBackend, version }: InstanceOptions,
): Promise<ClaimedFolder | undefined> {
  const held = lockFolder(folder);
  if (!held) return undefined;
  try {
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

  async function letGo(wait: number, parts: Backend | undefined): Promise<void> {
    await removeInstanceRecord(folder);
    await server.drain(wait);
    await parts?.close();
    // The next owner listens at the same place, so it must be clear before the lock is free.
    await address.remove();
    held.release();
    await server.close();
  }

  try {
    const backend = await open(folder);
    resolve(backend);
    return { backend, close: (wait) => letGo(wait, backend) };
  } catch (error) {
    reject(error);
    await letGo(0, undefined);
    throw error;
  }
}
