/** Watches the folder of a target, and reports changes in quick succession once. */
import type { Exporter } from '../exporters/exporter.ts';
import { isOtherStoryFile } from '../exporters/other-story-files.ts';
import { Debounce } from './debounce.ts';
import { isProjectPresent } from './detect-projects.ts';
import { FileWatcher } from './file-watcher.ts';
import type { TargetDeps } from './target-deps.ts';
import type { TargetRow } from './target-row.ts';

interface FolderWatcherEvents {
  readonly onChange: () => void;
  /** The folder was missing and is available again. */
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

  /** Does nothing where the folder is watched already. `paths`: those that matter until the first export. */
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

  /** `exportedPaths`: those of the last export, whose folders other story files may be in. */
  setPaths(paths: readonly string[], exportedPaths: readonly string[]): void {
    this.#exportedPaths = exportedPaths;
    this.#fileWatcher?.setFiles(paths);
  }

  markMissing(): void {
    this.#fileWatcher?.markMissing();
  }

  /** Discards a change that is not reported yet. */
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
