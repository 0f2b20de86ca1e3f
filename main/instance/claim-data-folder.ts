/**
 * Claims a data folder: holds its lock, listens on its socket, and runs the backend in this process. Closing happens in the opposite order.
 */
import { randomBytes } from 'node:crypto';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import type { DataFolderLock } from '../engine/storage/data-folder-lock.ts';
import { describeError } from '../platform/errors.ts';
import { waitWithTimeout } from '../platform/timer.ts';
import { type FolderOwnership, watchFolderOwnership } from './folder-ownership.ts';
import { findInstance, InstanceClosedError } from './instance-client.ts';
import { createInstancePublisher, createInstanceServer } from './instance-server.ts';

interface ClaimedFolder {
  /** Rejects calls with InstanceClosedError if this process does not own the folder any more. */
  readonly backend: Backend;
  /** Resolves when the folder was released because another process may have claimed it. */
  readonly closed: Promise<void>;
  /** Rejects further calls of other processes, waits up to `wait` milliseconds for running ones, and releases the folder. */
  close(wait: number): Promise<void>;
}

export interface InstanceOptions {
  /** Locks a folder; null while another process has locked it. */
  readonly lockFolder: (folder: string) => DataFolderLock | null;
  /**
   * Must verify the ownership again if it has waited before it opens the projects, and throw InstanceClosedError if the ownership is lost.
   */
  readonly openBackend: (folder: string, ownership: Pick<FolderOwnership, 'verify' | 'markLost'>) => Promise<Backend>;
  /**
   * Called before a folder that was open is claimed or connected to again. Throws a Problem if its projects do not exist, because no new
   * ones must be created in their place.
   */
  readonly assertProjectsExist?: (folder: string) => void;
  readonly version: string;
  /** Writes a line to the log. */
  readonly log: (line: string) => void;
}

/** Milliseconds in which the backend must close after its folder was lost. Callers then continue with the new owner. */
const closeAfterLossTimeout = 15_000;

/**
 * Returns undefined while another process owns the folder, even if that process does not respond, or if the file of its lock was deleted,
 * so that the lock is free. Other processes may make calls as soon as the lock is held; these wait until the backend is open.
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

/** Returns undefined if another process has claimed the folder before its projects were open. */
async function startInstance(folder: string, lock: DataFolderLock, options: InstanceOptions): Promise<ClaimedFolder | undefined> {
  const { openBackend, lockFolder, version, log } = options;
  const token = randomBytes(32).toString('hex');
  const { promise: opened, resolve, reject } = Promise.withResolvers<Backend>();
  opened.catch(() => undefined);
  const server = createInstanceServer({ token, version }, opened, log);
  const publisher = createInstancePublisher(folder, token, server, log);
  const ownership = watchFolderOwnership({ folder, token, lock, lockFolder, log, onVerified: publisher.verify });
  let released: Promise<void> | undefined;

  const release = (wait: number, closeBackend: () => Promise<unknown>): Promise<void> =>
    runAll([
      () => server.drain(wait),
      closeBackend,
      () => publisher.withdraw(),
      () => publisher.freeAddress(),
      async () => ownership.release(),
      () => server.close(),
    ]);

  try {
    await publisher.publish();
    const backend = guardBackend(await openBackend(folder, ownership), ownership);
    const close = (wait: number): Promise<void> => (released ??= release(wait, backend.close));
    resolve(backend);
    const closed = ownership.lost
      .then(() => (released ??= release(0, () => waitWithTimeout(closeAfterLossTimeout, backend.close()))))
      .catch((error: unknown) => log(`${folder} could not be released: ${describeError(error)}`));
    return { backend, closed, close };
  } catch (error) {
    reject(error);
    await release(0, async () => undefined);
    if (error instanceof InstanceClosedError) return undefined;
    throw error;
  }
}

/** Runs one step after another, even if one fails. Throws the first error. */
async function runAll(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Rejects calls once another process may have changed the folder, because the data in memory may be outdated. */
function guardBackend(backend: Backend, ownership: FolderOwnership): Backend {
  return {
    onEvents: backend.onEvents,
    close: backend.close,
    async call(name, input, clientSignal) {
      if (!ownership.verify()) throw new InstanceClosedError({ mayHaveRun: false });
      return backend.call(name, input, clientSignal);
    },
  };
}
