/** The real disk with configurable faults: which call fails, on which path, how often. */
import { type Disk, nodeDisk } from '../../../main/platform/disk.ts';
import type { MovedFile } from '../../../main/platform/swap-file.ts';

type Call = 'write' | 'copy' | 'replace' | 'remove' | 'makeFolder' | 'sync' | 'find' | 'settle';
interface Fault {
  readonly call: Call;
  readonly code: string;
  left: number;
  readonly on: RegExp;
}

export class FaultyDisk implements Disk {
  readonly calls: { call: Call; path: string }[] = [];
  #faults: Fault[] = [];
  /** Runs before a call, to simulate another program at the worst moment. */
  before: (call: Call, path: string) => void = () => undefined;
  hasHardLinks = true;

  fail(call: Call, code: string, times = Number.POSITIVE_INFINITY, on = /./): void {
    this.#faults.push({ call, code, left: times, on });
  }

  heal(): void {
    this.#faults = [];
  }

  #meet(call: Call, path: string): void {
    this.calls.push({ call, path });
    this.before(call, path);
    const fault = this.#faults.find((one) => one.call === call && one.left > 0 && one.on.test(path));
    if (!fault) return;
    fault.left -= 1;
    throw Object.assign(new Error(`${fault.code}: ${call} ${path}`), { code: fault.code });
  }

  kind = (path: string) => nodeDisk.kind(path);
  identity = (folder: string) => nodeDisk.identity(folder);
  realPath = (path: string) => nodeDisk.realPath(path);
  listNames = (folder: string) => nodeDisk.listNames(folder);
  listNamesRecursively = (folder: string) => nodeDisk.listNamesRecursively(folder);
  readBytes = (path: string) => nodeDisk.readBytes(path);
  stat = (path: string) => nodeDisk.stat(path);
  statAll = (paths: readonly string[]) => nodeDisk.statAll(paths);
  openFile = (path: string) => nodeDisk.openFile(path);
  readText = (path: string) => nodeDisk.readText(path);
  removeFolder = (folder: string) => nodeDisk.removeFolder(folder);
  removeIfEmpty = (folder: string) => nodeDisk.removeIfEmpty(folder);

  async statAndHash(path: string) {
    this.#meet('find', path);
    return nodeDisk.statAndHash(path);
  }
  async createFolder(path: string) {
    this.#meet('makeFolder', path);
    await nodeDisk.createFolder(path);
  }
  async writeFile(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>, mode: number | null) {
    this.#meet('write', path);
    await nodeDisk.writeFile(path, bytes, mode);
  }
  async copyFile(from: string, to: string, mode: number | null) {
    this.#meet('copy', to);
    return nodeDisk.copyFile(from, to, mode);
  }
  async replaceIfUnchanged(from: string, to: string, was: string | null, keep: string | null) {
    this.#meet('replace', to);
    return nodeDisk.replaceIfUnchanged(from, to, was, keep);
  }
  async removeIfUnchanged(path: string, was: string, keep: string | null) {
    this.#meet('remove', path);
    return nodeDisk.removeIfUnchanged(path, was, keep);
  }
  async restoreOrRemoveKept(file: MovedFile, stamp: string | undefined, spare: string) {
    this.#meet('settle', file.path);
    return nodeDisk.restoreOrRemoveKept(file, stamp, spare);
  }
  async supportsHardLinks(folder: string) {
    return this.hasHardLinks && nodeDisk.supportsHardLinks(folder);
  }
  async syncFolder(folder: string) {
    this.#meet('sync', folder);
    await nodeDisk.syncFolder(folder);
  }
}
