/** Where the process that owns a data folder listens: in the folder itself if the path is short enough, else in a private temporary folder. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The maximum length of a socket's path in bytes on macOS, the lowest of all systems; without the final zero. */
const maxSocketPathBytes = 103;

export interface LocalSocketAddress {
  /** Where others connect. */
  readonly path: string;
  /** Where to listen. */
  readonly listenPath: string;
  /** Call when listening has begun: connections to `path` arrive from now on. */
  publish(): Promise<void>;
  /** Whether connections to `path` still arrive. */
  isInPlace(): Promise<boolean>;
  /** Removes what `publish` has created, unless another process has replaced it. */
  remove(): Promise<void>;
}

export const socketPathIn = (folder: string): string => join(folder, 'instance.sock');

/** The lock of the folder must be held. `name` must not be guessable: on Windows it is the only protection against other users. */
export async function createSocketAddress(folder: string, name: string): Promise<LocalSocketAddress> {
  if (process.platform === 'win32') {
    const path = `\\\\.\\pipe\\taleport-${name}`;
    return { path, listenPath: path, publish: async () => undefined, isInPlace: async () => true, remove: async () => undefined };
  }
  await removeUnpublishedSockets(folder);
  const inFolder = createFileAddress(socketPathIn(folder));
  if (Buffer.byteLength(inFolder.listenPath) <= maxSocketPathBytes) return inFolder;
  const address = createFileAddress(socketPathIn(await mkdtemp(join(tmpdir(), 'taleport-'))));
  return { ...address, remove: () => rm(dirname(address.path), { recursive: true, force: true }) };
}

const unpublishedPrefix = 'instance.new';

/** A process that was killed before it published its socket has left it. */
async function removeUnpublishedSockets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(unpublishedPrefix));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

/**
 * Node removes the path where it listened when it stops, whichever socket is there, so that path is used for a moment only, and by this process alone.
 */
function createFileAddress(path: string): LocalSocketAddress {
  const listenPath = join(dirname(path), `${unpublishedPrefix}-${randomBytes(4).toString('hex')}`);
  let published: bigint | undefined;
  const isInPlace = async (): Promise<boolean> => published !== undefined && (await socketIdentity(path)) === published;
  return {
    path,
    listenPath,
    async publish() {
      published = await socketIdentity(listenPath);
      await rename(listenPath, path);
    },
    isInPlace,
    async remove() {
      if (await isInPlace()) await rm(path, { force: true });
    },
  };
}

const socketIdentity = async (path: string): Promise<bigint | undefined> =>
  (await stat(path, { bigint: true }).catch(() => undefined))?.ino;
