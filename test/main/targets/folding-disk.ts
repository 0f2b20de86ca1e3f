/** A disk that tells neither case nor the ways to write an accent, as those of Windows and macOS: it keeps the name that came first. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Disk, realDisk } from '../../../main/targets/disk.ts';

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
  ...realDisk,
  kind: (path) => realDisk.kind(there(path)),
  identity: (path) => realDisk.identity(there(path)),
  real: (path) => realDisk.real(there(path)),
  names: (path) => realDisk.names(there(path)),
  allNames: (path) => realDisk.allNames(there(path)),
  text: (path) => realDisk.text(there(path)),
  bytes: (path) => realDisk.bytes(there(path)),
  look: (path) => realDisk.look(there(path)),
  find: (path) => realDisk.find(there(path)),
  open: (path) => realDisk.open(there(path)),
  makeFolder: (path) => realDisk.makeFolder(there(path)),
  write: (path, bytes, mode) => realDisk.write(there(path), bytes, mode),
  copy: (from, to, mode) => realDisk.copy(from, there(to), mode),
  replace: (from, to, was) => realDisk.replace(from, there(to), was),
  remove: (path, was) => realDisk.remove(there(path), was),
  sync: (path) => realDisk.sync(there(path)),
  discard: (path) => realDisk.discard(there(path)),
  removeIfEmpty: (path) => realDisk.removeIfEmpty(there(path)),
};
