/**
 * Watches the folder of a target, and combines changes in quick succession into one report. The only file that uses chokidar. It only reports
 * *that* something changed: a comparison of hashes then determines what, so that the target's own writes never cause another run. Whether the
 * game project exists is polled, because watchers do not report a missing folder.
 */

import { join, posix, relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { toFileNameKey } from '../../../shared/text.ts';
import type { Exporter } from '../../exporters/exporter.ts';
import { isOtherStoryFile } from '../../exporters/story-files.ts';
import { errorMessageOf } from '../../platform/errors.ts';
import { Debounce, type Timer } from '../../platform/timer.ts';
import type { TargetDeps } from '../target/target-deps.ts';
import type { TargetRow } from '../target/target-row.ts';
import { isProjectPresent } from './detect-projects.ts';

interface FolderWatcherEvents {
  readonly onChange: () => void;
  /** Called when the folder was missing and is available again. */
  readonly onReturn: () => void;
}

export class FolderWatcher {
  readonly #deps: TargetDeps;
  readonly #exporter: Exporter;
  readonly #onReturn: () => void;
  readonly #debounce: Debounce;
  #fileWatcher: FileWatcher | null = null;
  #exportedPaths: readonly string[] = [];

  constructor(deps: TargetDeps, exporter: Exporter, { onChange, onReturn }: FolderWatcherEvents) {
    this.#deps = deps;
    this.#exporter = exporter;
    this.#onReturn = onReturn;
    this.#debounce = new Debounce(deps.timer, onChange);
  }

  /** Starts watching, unless the folder is already watched. `paths` are the files that matter until the first export. */
  start({ folder, settings }: TargetRow, paths: readonly string[]): void {
    if (this.#fileWatcher) return;
    const exporter = this.#exporter;
    const { disk, timer, log } = this.#deps;
    const fileWatcher = new FileWatcher({
      root: folder,
      polling: settings.polling,
      timer,
      log,
      onReturn: this.#onReturn,
      identity: async () => ((await isProjectPresent(disk, exporter, folder)) ? disk.identity(folder) : null),
      isAlsoRelevant: (path) => isOtherStoryFile(exporter, this.#exportedPaths, path),
      isStoryFile: (path) => path.endsWith(exporter.story.extension),
      onChange: () => {
        if (this.#fileWatcher === fileWatcher) this.#debounce.trigger();
      },
    });
    this.#fileWatcher = fileWatcher;
    fileWatcher.setFiles(paths);
  }

  /** Watches other paths. `exportedPaths` are those of the last export, in whose folders further story files may be created. */
  setPaths(paths: readonly string[], exportedPaths: readonly string[]): void {
    this.#exportedPaths = exportedPaths;
    this.#fileWatcher?.setFiles(paths);
  }

  markMissing(): void {
    this.#fileWatcher?.markMissing();
  }

  /** Discards a change that has not been reported yet. */
  cancelPending(): void {
    this.#debounce.cancel();
  }

  async stop(): Promise<void> {
    const fileWatcher = this.#fileWatcher;
    this.#fileWatcher = null;
    this.cancelPending();
    await fileWatcher?.close();
  }
}

const pollInterval = 1000;
/**
 * The number of polls after which the files are compared even without a report of the system (network drives, too many watchers): many, or
 * few if the user chose polling.
 */
const pollsPerCheck = { watching: 30, polling: 3 };

interface FileWatcherOptions {
  readonly root: string;
  /** Compares the files often instead of watching them. */
  readonly polling: boolean;
  readonly timer: Timer;
  /** Returns a value that identifies the folder of the game project; null if it does not exist. */
  readonly identity: () => Promise<string | null>;
  /** Whether a change of a file that is not watched matters, by its path in the folder. */
  readonly isAlsoRelevant: (path: string) => boolean;
  /** Whether a file may be a story file, by its name. Story files are watched individually, assets by their folder. */
  readonly isStoryFile: (path: string) => boolean;
  /** `path`: of the one file that has changed, in the folder; null if it may be any. */
  readonly onChange: (path: string | null) => void;
  readonly onReturn: () => void;
  readonly log: (line: string) => void;
}

export class FileWatcher {
  readonly #options: FileWatcherOptions;
  #watcher: FSWatcher | null = null;
  /** Normalized by `toFileNameKey`, because the system may report a name in another case or encoding than it was written. */
  #files = new Set<string>();
  #folders = new Set<string>();
  #identity: string | null | undefined;
  #polls = 0;
  #cancel: (() => void) | null = null;
  #closed = false;

  constructor(options: FileWatcherOptions) {
    this.#options = options;
    void this.#poll();
  }

  /** Watches these files and the folders that contain them. */
  setFiles(files: readonly string[]): void {
    const named = files.map(toFileNameKey);
    if (this.#closed || (named.length === this.#files.size && named.every((file) => this.#files.has(file)))) return;
    const before = this.#folders;
    this.#files = new Set(named);
    this.#folders = new Set();
    for (const file of named)
      for (let folder = posix.dirname(file); folder !== '.' && !this.#folders.has(folder); folder = posix.dirname(folder))
        this.#folders.add(folder);
    // Files in folders that are already watched need no other watcher.
    const isSame = this.#watcher && before.size === this.#folders.size && [...before].every((folder) => this.#folders.has(folder));
    if (this.#identity && !isSame) this.#open();
  }

  /** Must be called when the folder was missing, even for a moment, because watchers do not survive that. */
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
    // An error (permissions, a slow network) is not treated as a change.
    const now = await this.#options.identity().catch(() => this.#identity ?? null);
    if (this.#closed) return;
    const before = this.#identity;
    this.#identity = now;
    this.#polls += 1;
    if (now !== before) {
      if (now === null) {
        this.#stop();
        this.#options.onChange(null);
      } else {
        this.#open();
        if (before !== undefined) this.#options.onReturn();
      }
    } else if (this.#polls % pollsPerCheck[this.#options.polling ? 'polling' : 'watching'] === 0) this.#options.onChange(null);
    this.#cancel = this.#options.timer.after(pollInterval, () => void this.#poll());
  }

  #open(): void {
    this.#stop();
    const { root, onChange, log, polling } = this.#options;
    if (this.#files.size === 0 || polling) return;
    const watcher = watch(root, {
      // A watched folder reports its files. A watcher for each of thousands of assets would be too many.
      ignored: (path) => !this.#isFolder(path) && !this.#isStory(path),
      ignoreInitial: true,
      atomic: false,
      ignorePermissionErrors: true,
    });
    this.#watcher = watcher;
    watcher.on('all', (event, path) => {
      const rootGone = event === 'unlinkDir' && this.#keyOf(path) === '';
      if (rootGone) this.markMissing();
      if (rootGone || this.#matters(path)) onChange(rootGone ? null : this.#relative(path));
    });
    // Chokidar drops some events in quick succession, but passes on all raw events of the system.
    watcher.on('raw', (_event, name, details: unknown) => {
      const at = typeof details === 'object' && details !== null && 'watchedPath' in details ? String(details.watchedPath) : root;
      if (!name || this.#files.has(this.#keyOf(at))) onChange(null);
      else if (this.#matters(join(at, name))) onChange(this.#relative(join(at, name)));
    });
    watcher.on('error', (error) => {
      log(`Watching ${root}: ${errorMessageOf(error)}`);
      onChange(null);
    });
    watcher.on('ready', () => onChange(null));
  }

  #stop(): void {
    void this.#watcher?.close();
    this.#watcher = null;
  }

  #keyOf(path: string): string {
    return toFileNameKey(this.#relative(path));
  }

  #relative(path: string): string {
    return relative(this.#options.root, path).split(sep).join('/');
  }

  /**
   * Whether the path is the root or a watched folder in it. Chokidar writes paths with slashes even on Windows, so they are normalized
   * before the comparison.
   */
  #isFolder(path: string): boolean {
    const inRoot = this.#keyOf(path);
    return inRoot === '' || this.#folders.has(inRoot);
  }

  #isStory(path: string): boolean {
    return this.#options.isStoryFile(path) && this.#matters(path);
  }

  #matters(path: string): boolean {
    const inRoot = this.#keyOf(path);
    return this.#files.has(inRoot) || this.#folders.has(inRoot) || this.#options.isAlsoRelevant(this.#relative(path));
  }
}
