/** Where the process that owns a data folder listens: in the folder itself if the path is short enough, else in a private temporary folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Bytes that a socket's path may have on macOS, the shortest of all systems; without its closing zero. */
const maxSocketPathBytes = 103;

export interface LocalSocketAddress {
  readonly path: string;
  /** Removes what was made for it. */
  remove(): Promise<void>;
}

/** `name` must not be guessable: on Windows it is all that keeps others from trying. */
export async function createSocketAddress(folder: string, name: string): Promise<LocalSocketAddress> {
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\taleport-${name}`, remove: async () => undefined };
  const inFolder = join(folder, 'instance.sock');
  if (Buffer.byteLength(inFolder) <= maxSocketPathBytes) {
    await rm(inFolder, { force: true });
    return { path: inFolder, remove: () => rm(inFolder, { force: true }) };
  }
  const path = join(await mkdtemp(join(tmpdir(), 'taleport-')), 'instance.sock');
  return { path, remove: () => rm(dirname(path), { recursive: true, force: true }) };
}
