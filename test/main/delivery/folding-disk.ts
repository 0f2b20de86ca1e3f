/** A disk that ignores case and accent normalization, like those of Windows and macOS: it keeps the first name. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Disk, nodeDisk } from '../../../main/platform/disk.ts';

const fold = (name: string): string => name.normalize('NFC').toLowerCase();

/** The name that is there, for each part of the path. */
function there(path: string): string {
  if (dirname(path) === path) return path;
  const folder = there(dirname(path));
  const name = basename(path);
  try {
    return join(folder, readdirSync(folder).find((each) => fold(each) === fold(name)) ?? name);
  } catch {
    return join(folder, name);
  }
}

export const foldingDisk: Disk = {
  ...nodeDisk,
  kind: (path) => nodeDisk.kind(there(path)),
  identity: (path) => nodeDisk.identity(there(path)),
  realPath: (path) => nodeDisk.realPath(there(path)),
  listNames: (path) => nodeDisk.listNames(there(path)),
  listNamesRecursively: (path) => nodeDisk.listNamesRecursively(there(path)),
  readText: (path) => nodeDisk.readText(there(path)),
  readBytes: (path) => nodeDisk.readBytes(there(path)),
  stat: (path) => nodeDisk.stat(there(path)),
  statAll: (paths) => nodeDisk.statAll(paths.map(there)),
  statAndHash: (path) => nodeDisk.statAndHash(there(path)),
  openFile: (path) => nodeDisk.openFile(there(path)),
  createFolder: (path) => nodeDisk.createFolder(there(path)),
  writeFile: (path, bytes, mode) => nodeDisk.writeFile(there(path), bytes, mode),
  copyFile: (from, to, mode) => nodeDisk.copyFile(from, there(to), mode),
  replaceIfUnchanged: (from, to, was, keep) => nodeDisk.replaceIfUnchanged(from, there(to), was, keep),
  removeIfUnchanged: (path, was, keep) => nodeDisk.removeIfUnchanged(there(path), was, keep),
  syncFolder: (path) => nodeDisk.syncFolder(there(path)),
  removeFolder: (path) => nodeDisk.removeFolder(there(path)),
  removeIfEmpty: (path) => nodeDisk.removeIfEmpty(there(path)),
};
