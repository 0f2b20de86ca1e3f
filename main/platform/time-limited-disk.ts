/**
 * A disk whose operations end with the error ETIMEDOUT when it does not respond, as a network folder whose server is gone. The system
 * cannot cancel an operation, so as long as one is pending, further ones fail at once: otherwise each retry would occupy one more of the
 * few threads that all targets share.
 */
import type { Disk } from './disk.ts';

/** In milliseconds: for an operation on one entry or folder, and for one that reads or writes whole files. */
export const diskTimeLimits = { operation: 60_000, transfer: 600_000 };

/**
 * Gives the process more threads for its disks than the four of Node, which a few game folders on a disk that does not respond would occupy:
 * nothing else could be read or written. Must be called before the first operation.
 */
export function reserveDiskThreads(): void {
  process.env.UV_THREADPOOL_SIZE ??= '32';
}

/** The number of operations on all disks that have not ended, whether or not they have exceeded their limit. */
let pendingCount = 0;

/**
 * Ends the process although a disk does not respond. `process.exit` waits for every operation that has begun, and a hanging one cannot be
 * cancelled: the process would stay until its disk responds.
 */
export function exitProcess(code: number): never {
  if (pendingCount > 0 && process.platform !== 'win32') {
    // Replaces this process by one that ends with this code. Node warns that the function is experimental.
    process.removeAllListeners('warning');
    process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {});
    process.kill(process.pid, 'SIGKILL');
  }
  process.exit(code);
}

export function limitDisk(disk: Disk): Disk {
  let pending = 0;

  async function within<T>(limit: number, place: string, run: () => Promise<T>): Promise<T> {
    if (pending > 0) throw timeoutError(place);
    const { promise, reject } = Promise.withResolvers<never>();
    pendingCount += 1;
    const work = run().finally(() => {
      pendingCount -= 1;
    });
    const timer = setTimeout(() => {
      pending += 1;
      const settle = (): void => {
        pending -= 1;
      };
      work.then(settle, settle);
      reject(timeoutError(place));
    }, limit);
    try {
      return await Promise.race([work, promise]);
    } finally {
      clearTimeout(timer);
    }
  }
  const briefly = <T>(place: string, run: () => Promise<T>): Promise<T> => within(diskTimeLimits.operation, place, run);
  const atLength = <T>(place: string, run: () => Promise<T>): Promise<T> => within(diskTimeLimits.transfer, place, run);

  return {
    kind: (path) => briefly(path, () => disk.kind(path)),
    identity: (folder) => briefly(folder, () => disk.identity(folder)),
    realPath: (path) => briefly(path, () => disk.realPath(path)),
    listNames: (folder) => briefly(folder, () => disk.listNames(folder)),
    listNamesRecursively: (folder) => atLength(folder, () => disk.listNamesRecursively(folder)),
    readText: (path) => atLength(path, () => disk.readText(path)),
    readBytes: (path) => atLength(path, () => disk.readBytes(path)),
    stat: (path) => briefly(path, () => disk.stat(path)),
    statAll: (paths) => briefly(paths[0] ?? '', () => disk.statAll(paths)),
    statAndHash: (path) => atLength(path, () => disk.statAndHash(path)),
    createFolder: (path) => briefly(path, () => disk.createFolder(path)),
    async openFile(path) {
      const file = await briefly(path, () => disk.openFile(path));
      return {
        read: (at, into) => briefly(path, () => file.read(at, into)),
        close: () => briefly(path, () => file.close()),
      };
    },
    writeFile: (path, bytes, mode) => atLength(path, () => disk.writeFile(path, bytes, mode)),
    copyFile: (from, to, mode) => atLength(to, () => disk.copyFile(from, to, mode)),
    supportsHardLinks: (folder) => briefly(folder, () => disk.supportsHardLinks(folder)),
    replaceIfUnchanged: (from, to, sha256, keep) => atLength(to, () => disk.replaceIfUnchanged(from, to, sha256, keep)),
    removeIfUnchanged: (path, sha256, keep) => atLength(path, () => disk.removeIfUnchanged(path, sha256, keep)),
    restoreOrRemoveKept: (file, stamp, spare) => atLength(file.path, () => disk.restoreOrRemoveKept(file, stamp, spare)),
    syncFolder: (folder) => briefly(folder, () => disk.syncFolder(folder)),
    removeFolder: (folder) => atLength(folder, () => disk.removeFolder(folder)),
    removeIfEmpty: (folder) => briefly(folder, () => disk.removeIfEmpty(folder)),
  };
}

const timeoutError = (path: string): Error => Object.assign(new Error(`The disk does not respond: ${path}`), { code: 'ETIMEDOUT' });
