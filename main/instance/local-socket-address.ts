/** Where the process that owns a data folder listens: in the folder itself if the path is short enough, else in a private temporary folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The maximum length of a socket's path in bytes on macOS, the lowest of all systems; without the final zero. */
const maxSocketPathBytes = 103;

export interface LocalSocketAddress {
  readonly path: string;
  /** Removes the temporary folder, if there is one. */
  remove(): Promise<void>;
}

/** `name` must not be guessable: on Windows it is the only protection against other users. */
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
