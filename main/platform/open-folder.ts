/**
 * Creates, moves and removes entries through a folder that is open, so that a folder which another program replaces by a link in the
 * meantime gets nothing, and neither does the folder to which the link leads. Paths must contain no links.
 *
 * On Linux, `/proc/self/fd` names the open folder itself. Other systems have no such name: there, the folder is compared before and after,
 * which reports the replacement, but cannot undo what happened in between.
 */
import { closeSync, constants, existsSync, openSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';

const hasOpenFolders = process.platform === 'linux' && existsSync('/proc/self/fd');
const flags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Calls `run` with a path of the open folder. Throws an error with the code ELOOP if the folder is or becomes one behind a link. */
export function runInOpenFolderSync<T>(folder: string, run: (at: string) => T): T {
  if (!hasOpenFolders) {
    const before = identityOf(folder);
    const result = run(folder);
    if (identityOf(folder) !== before) throw replacedError(folder);
    return result;
  }
  const file = openSync(folder, flags);
  try {
    assertSamePath(readlinkSync(pathOf(file)), folder);
    return run(pathOf(file));
  } finally {
    closeSync(file);
  }
}

/** The folders that calls have open at the moment: thousands of files that are created in one at a time open it once. */
const openFolders = new Map<string, { readonly handle: Promise<FileHandle>; users: number }>();

/** The same without blocking this thread while the disk is slow. */
export async function runInOpenFolder<T>(folder: string, run: (at: string) => Promise<T>): Promise<T> {
  if (!hasOpenFolders) {
    const before = await identityOfLater(folder);
    const result = await run(folder);
    if ((await identityOfLater(folder)) !== before) throw replacedError(folder);
    return result;
  }
  const opened = openFolders.get(folder) ?? { handle: open(folder, flags), users: 0 };
  opened.users += 1;
  openFolders.set(folder, opened);
  try {
    const { fd } = await opened.handle;
    // The system answers this without the disk.
    assertSamePath(readlinkSync(pathOf(fd)), folder);
    return await run(pathOf(fd));
  } finally {
    opened.users -= 1;
    if (opened.users === 0) {
      openFolders.delete(folder);
      await opened.handle.then(
        (handle) => handle.close(),
        () => undefined,
      );
    }
  }
}

const pathOf = (file: number): string => `/proc/self/fd/${file}`;

/** Identifies the folder. Throws if its path contains a link. */
function identityOf(folder: string): string {
  assertSamePath(realpathSync.native(folder), folder);
  const { dev, ino } = statSync(folder, { bigint: true });
  return `${dev}:${ino}`;
}

async function identityOfLater(folder: string): Promise<string> {
  assertSamePath(await realpath(folder), folder);
  const { dev, ino } = await stat(folder, { bigint: true });
  return `${dev}:${ino}`;
}

/** File systems that ignore case or encode accents in their own way report the name as it was created. */
function assertSamePath(real: string, expected: string): void {
  const normalized = (path: string): string => path.normalize('NFC').toLowerCase();
  if (real !== expected && normalized(real) !== normalized(expected)) throw replacedError(expected);
}

const replacedError = (folder: string): Error => Object.assign(new Error(`${folder} was replaced`), { code: 'ELOOP' });
