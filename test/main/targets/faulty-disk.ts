/** The real disk with faults as methods: what fails, on which path, how often. */
import { type Disk, realDisk } from '../../../main/targets/disk.ts';

type Call = 'write' | 'copy' | 'replace' | 'remove' | 'makeFolder' | 'sync' | 'find';
interface Fault {
  readonly call: Call;
  readonly code: string;
  left: number;
  readonly on: RegExp;
}

export class FaultyDisk implements Disk {
  readonly calls: { call: Call; path: string }[] = [];
  #faults: Fault[] = [];
  /** Runs before a call: someone else's doing at the worst moment. */
  before: (call: Call, path: string) => void = () => undefined;

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

  kind = (path: string) => realDisk.kind(path);
  identity = (folder: string) => realDisk.identity(folder);
  real = (path: string) => realDisk.real(path);
  names = (folder: string) => realDisk.names(folder);
  allNames = (folder: string) => realDisk.allNames(folder);
  bytes = (path: string) => realDisk.bytes(path);
  look = (path: string) => realDisk.look(path);
  open = (path: string) => realDisk.open(path);
  text = (path: string) => realDisk.text(path);
  discard = (folder: string) => realDisk.discard(folder);
  removeIfEmpty = (folder: string) => realDisk.removeIfEmpty(folder);

  async find(path: string) {
    this.#meet('find', path);
    return realDisk.find(path);
  }
  async makeFolder(path: string) {
    this.#meet('makeFolder', path);
    await realDisk.makeFolder(path);
  }
  async write(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>, mode: number | null) {
    this.#meet('write', path);
    await realDisk.write(path, bytes, mode);
  }
  async copy(from: string, to: string, mode: number | null) {
    this.#meet('copy', to);
    await realDisk.copy(from, to, mode);
  }
  async replace(from: string, to: string, was: string | null) {
    this.#meet('replace', to);
    return realDisk.replace(from, to, was);
  }
  async remove(path: string, was: string) {
    this.#meet('remove', path);
    return realDisk.remove(path, was);
  }
  async sync(folder: string) {
    this.#meet('sync', folder);
    await realDisk.sync(folder);
  }
}
