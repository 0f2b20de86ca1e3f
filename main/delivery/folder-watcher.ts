/** Watches the folder of a target, and combines changes in quick succession into one report. */
import type { Exporter } from '../exporters/exporter.ts';
import { isOtherStoryFile } from '../exporters/other-story-files.ts';
import { Debounce } from './debounce.ts';
import { isProjectPresent } from './detect-projects.ts';
import { FileWatcher } from './file-watcher.ts';
import type { TargetDeps } from './target-deps.ts';
import type { TargetRow } from './target-row.ts';

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
