/**
 * Notices that something happened to our files or to the folder they are in. The only file that knows chokidar. It says
 * only *that* something happened: what it was is found by comparing hashes, so our own writes never loop.
 * Whether the game project is there is polled: a watcher cannot tell of a folder that is gone or not there yet.
 */
import { dirname, join, relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import type { Timer } from './schedule.ts';

const pollTime = 1000;
/** Where the system does not tell (network drives, too many watchers), we look by ourselves. */
const pollsPerLook = 30;

export interface Watching {
  readonly root: string;
  readonly timer: Timer;
  /** What the game project is now, null where it is not there. */
  readonly identity: () => Promise<string | null>;
  /** Files of which no one knows yet that they matter, by path in the folder. */
  readonly alsoMatters: (path: string) => boolean;
  readonly changed: () => void;
  readonly back: () => void;
  readonly log: (line: string) => void;
}

export class Watch {
  readonly #with: Watching;
  #watcher: FSWatcher | null = null;
  #files: ReadonlySet<string> = new Set();
  #folders: ReadonlySet<string> = new Set();
  #identity: string | null | undefined;
  #polls = 0;
  #cancel: (() => void) | null = null;
  #closed = false;

  constructor(watching: Watching) {
    this.#with = watching;
    void this.#poll();
  }

  /** From now on these files matter, and the folders on the way to them. */
  follow(files: readonly string[]): void {
    if (this.#closed || (files.length === this.#files.size && files.every((file) => this.#files.has(file)))) return;
    this.#files = new Set(files);
    const folders = new Set<string>();
    for (const file of files) for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.add(folder);
    this.#folders = folders;
    if (this.#identity) this.#open();
  }

  /** The folder was seen to be gone, perhaps for a moment only: a watcher does not live through that. */
  lost(): void {
    if (this.#closed || this.#identity === undefined) return;
    this.#identity = null;
    this.#stop();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancel?.();
    await this.#watcher?.close();
  }

  async #poll(): Promise<void> {
    // Not to be asked now (permissions, a network that is slow): as before.
    const now = await this.#with.identity().catch(() => this.#identity ?? null);
    if (this.#closed) return;
    const before = this.#identity;
    this.#identity = now;
    this.#polls += 1;
    if (now !== before) {
      if (now === null) {
        this.#stop();
        this.#with.changed();
      } else {
        this.#open();
        if (before !== undefined) this.#with.back();
      }
    } else if (this.#polls % pollsPerLook === 0) this.#with.changed();
    this.#cancel = this.#with.timer.after(pollTime, () => void this.#poll());
  }

  #open(): void {
    this.#stop();
    if (this.#files.size === 0) return;
    const { root, changed, log } = this.#with;
    const watcher = watch(root, {
      ignored: (path) => path !== root && !this.#matters(path),
      ignoreInitial: true,
      atomic: false,
      ignorePermissionErrors: true,
    });
    this.#watcher = watcher;
    watcher.on('all', (event, path) => {
      const rootGone = event === 'unlinkDir' && this.#inRoot(path) === '';
      if (rootGone) this.lost();
      if (rootGone || this.#matters(path)) changed();
    });
    // Chokidar drops some events that come close together; what the system told is never dropped.
    watcher.on('raw', (_event, name, details: unknown) => {
      const at = typeof details === 'object' && details !== null && 'watchedPath' in details ? String(details.watchedPath) : root;
      if (!name || this.#files.has(this.#inRoot(at)) || this.#matters(join(at, name))) changed();
    });
    watcher.on('error', (error) => {
      log(`Watching ${root}: ${error instanceof Error ? error.message : String(error)}`);
      changed();
    });
    watcher.on('ready', changed);
  }

  #stop(): void {
    void this.#watcher?.close();
    this.#watcher = null;
  }

  #inRoot(path: string): string {
    return relative(this.#with.root, path).split(sep).join('/');
  }

  #matters(path: string): boolean {
    const inRoot = this.#inRoot(path);
    return this.#files.has(inRoot) || this.#folders.has(inRoot) || this.#with.alsoMatters(inRoot);
  }
}
