/**
 * The address at which the owner of a data folder listens: in the folder itself if the path is short enough, or else in a private temporary
 * folder.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The maximum length of a socket's path in bytes on macOS, the lowest of all systems, without the terminating zero. */
const maxSocketPathBytes = 103;

export interface LocalSocketAddress {
  /** The path to which others connect. */
  readonly path: string;
  /** The path at which to listen. */
  readonly listenPath: string;
  /** Must be called when listening has begun. Afterwards, connections to `path` arrive. */
  publish(): Promise<void>;
  /** Whether connections to `path` arrive. */
  isInPlace(): Promise<boolean>;
  /** Removes what `publish` has created, unless another process has replaced it. */
  remove(): Promise<void>;
}

export const socketPathIn = (folder: string): string => join(folder, 'instance.sock');

/** The lock of the folder must be held. `name` must not be guessable: on Windows, it is the only protection against other users. */
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

/** Removes sockets of processes that were killed before they published them. */
async function removeUnpublishedSockets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(unpublishedPrefix));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

/**
 * When Node stops listening, it removes whichever socket is at the path where it began to listen. So that path is only used for a moment,
 * and by this process alone; then the socket is renamed.
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
