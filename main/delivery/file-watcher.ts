/**
 * Notices that something happened to our files or to the folder they are in. The only file that knows chokidar. It says
 * only *that* something happened: what it was is found by comparing hashes, so our own writes never loop.
 * Whether the game project is there is polled: a watcher cannot tell of a folder that is gone or not there yet.
 */
import { join, posix, relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { toFileNameKey } from '../../shared/model/file-name-key.ts';
import type { Timer } from './debounce.ts';

const pollInterval = 1000;
/** Where the system does not tell (network drives, too many watchers), we look by ourselves: now and then, or often if the user wants it so. */
const pollsPerCheck = { watching: 30, polling: 3 };

export interface FileWatcherOptions {
  readonly root: string;
  /** Nothing is asked of the system: we look often. */
  readonly polling: boolean;
  readonly timer: Timer;
  /** What the game project is now, null where it is not there. */
  readonly identity: () => Promise<string | null>;
  /** Files of which no one knows yet that they matter, by path in the folder. */
  readonly isAlsoRelevant: (path: string) => boolean;
  /** Whether a file that matters may be a story file, by its name: those are watched one by one, assets by their folder. */
  readonly isStoryFile: (path: string) => boolean;
  readonly onChange: () => void;
  readonly onReturn: () => void;
  readonly log: (line: string) => void;
}

export class FileWatcher {
  readonly #with: FileWatcherOptions;
  #watcher: FSWatcher | null = null;
  /** Folded: what the system tells may be written another way than we wrote it. */
  #files = new Set<string>();
  #folders = new Set<string>();
  #identity: string | null | undefined;
  #polls = 0;
  #cancel: (() => void) | null = null;
  #closed = false;

  constructor(watching: FileWatcherOptions) {
    this.#with = watching;
    void this.#poll();
  }

  /** From now on these files matter, and the folders on the way to them. */
  setFiles(files: readonly string[]): void {
    const named = files.map(toFileNameKey);
    if (this.#closed || (named.length === this.#files.size && named.every((file) => this.#files.has(file)))) return;
    const before = this.#folders;
    this.#files = new Set(named);
    this.#folders = new Set();
    for (const file of named)
      for (let folder = posix.dirname(file); folder !== '.' && !this.#folders.has(folder); folder = posix.dirname(folder))
        this.#folders.add(folder);
    // Files come and go in folders that are watched already: those need no other watcher.
    const isSame = this.#watcher && before.size === this.#folders.size && [...before].every((folder) => this.#folders.has(folder));
    if (this.#identity && !isSame) this.#open();
  }

  /** The folder was seen to be gone, perhaps for a moment only: a watcher does not live through that. */
  markMissing(): void {
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
        this.#with.onChange();
      } else {
        this.#open();
        if (before !== undefined) this.#with.onReturn();
      }
    } else if (this.#polls % pollsPerCheck[this.#with.polling ? 'polling' : 'watching'] === 0) this.#with.onChange();
    this.#cancel = this.#with.timer.after(pollInterval, () => void this.#poll());
  }

  #open(): void {
    this.#stop();
    const { root, onChange, log, polling } = this.#with;
    if (this.#files.size === 0 || polling) return;
    const watcher = watch(root, {
      // Folders tell of all that is in them: a watcher for each of thousands of files would be too many.
      ignored: (path) => path !== root && !this.#isFolder(path) && !this.#isStory(path),
      ignoreInitial: true,
      atomic: false,
      ignorePermissionErrors: true,
    });
    this.#watcher = watcher;
    watcher.on('all', (event, path) => {
      const rootGone = event === 'unlinkDir' && this.#keyOf(path) === '';
      if (rootGone) this.markMissing();
      if (rootGone || this.#matters(path)) onChange();
    });
    // Chokidar drops some events that come close together; what the system told is never dropped.
    watcher.on('raw', (_event, name, details: unknown) => {
      const at = typeof details === 'object' && details !== null && 'watchedPath' in details ? String(details.watchedPath) : root;
      if (!name || this.#files.has(this.#keyOf(at)) || this.#matters(join(at, name))) onChange();
    });
    watcher.on('error', (error) => {
      log(`Watching ${root}: ${error instanceof Error ? error.message : String(error)}`);
      onChange();
    });
    watcher.on('ready', onChange);
  }

  #stop(): void {
    void this.#watcher?.close();
    this.#watcher = null;
  }

  #keyOf(path: string): string {
    return toFileNameKey(this.#relative(path));
  }

  #relative(path: string): string {
    return relative(this.#with.root, path).split(sep).join('/');
  }

  #isFolder(path: string): boolean {
    return this.#folders.has(this.#keyOf(path));
  }

  #isStory(path: string): boolean {
    return this.#with.isStoryFile(path) && this.#matters(path);
  }

  #matters(path: string): boolean {
    const inRoot = this.#keyOf(path);
    return this.#files.has(inRoot) || this.#folders.has(inRoot) || this.#with.isAlsoRelevant(this.#relative(path));
  }
}
