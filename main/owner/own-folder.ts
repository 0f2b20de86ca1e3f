/** Owning a data folder: the lock is held, the socket listens, the parts run in this process. They go in the opposite order. */
import { randomBytes } from 'node:crypto';
import type { Parts } from '../parts.ts';
import { newAddress } from './address.ts';
import { removeOwnerNote, writeOwnerNote } from './owner-note.ts';
import { serveOwner } from './serve-owner.ts';

export interface Owned {
  readonly parts: Parts;
  /** Takes no more calls of others, waits so many milliseconds for those that run, and lets go. */
  close(wait: number): Promise<void>;
}

export interface Ways {
  /** Takes the lock of a folder, or gives null while another living process has it. */
  readonly lock: (folder: string) => { release(): void } | null;
  readonly open: (folder: string) => Promise<Parts>;
  readonly version: string;
  /** Hears of errors that are no Problems. */
  readonly log: (line: string) => void;
}

/** Nothing where another process has the folder. Others may call as soon as the lock is held; they wait until the parts are open. */
export async function ownFolder(folder: string, { lock, open, version }: Ways): Promise<Owned | undefined> {
  const held = lock(folder);
  if (!held) return undefined;
  try {
    return await serve(folder, held, open, version);
  } catch (error) {
    held.release();
    throw error;
  }
}

async function serve(folder: string, held: { release(): void }, open: Ways['open'], version: string): Promise<Owned> {
  const token = randomBytes(32).toString('hex');
  const address = await newAddress(folder, randomBytes(16).toString('hex'));
  const { promise: opened, resolve, reject } = Promise.withResolvers<Parts>();
  opened.catch(() => undefined);
  const server = await serveOwner(address, { token, version }, opened);
  await writeOwnerNote(folder, { pid: process.pid, address: address.path, token });

  async function letGo(wait: number, parts: Parts | undefined): Promise<void> {
    await removeOwnerNote(folder);
    await server.finish(wait);
    await parts?.close();
    // The next owner listens at the same place, so it must be clear before the lock is free.
    await address.clear();
    held.release();
    await server.end();
  }

  try {
    const parts = await open(folder);
    resolve(parts);
    return { parts, close: (wait) => letGo(wait, parts) };
  } catch (error) {
    reject(error);
    await letGo(0, undefined);
    throw error;
  }
}
