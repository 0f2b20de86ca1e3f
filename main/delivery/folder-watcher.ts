/** Whether a target's folder is watched, and that a look at it comes once for all that happens within a moment. */

import { getExporter } from '../exporters/exporters.ts';
import { isOtherStoryFile } from '../exporters/other-story-files.ts';
import { Debounce } from './debounce.ts';
import { isProjectPresent } from './detect-projects.ts';
import { FileWatcher } from './file-watcher.ts';
import type { TargetDeps } from './target-deps.ts';
import type { TargetRow } from './target-row.ts';

export interface FolderWatcherOptions {
  readonly row: () => TargetRow;
  /** All paths of the export, and those that we know of before there was one. */
  readonly paths: () => readonly string[];
  readonly knownPaths: () => readonly string[];
  readonly onChange: () => void;
  /** The folder is there again. */
  readonly onReturn: () => void;
}

export class FolderWatcher {
  readonly #deps: TargetDeps;
  readonly #of: FolderWatcherOptions;
  readonly #looks: Debounce;
  #watch: FileWatcher | null = null;

  constructor(deps: TargetDeps, of: FolderWatcherOptions) {
    this.#deps = deps;
    this.#of = of;
    this.#looks = new Debounce(deps.timer, of.onChange);
  }

  /** Nothing where it is watched already, or is not to be. */
  start(): void {
    const { engine, folder, settings } = this.#of.row();
    const { disk, timer, log, isManualOnly } = this.#deps;
    const exporter = getExporter(engine);
    if (this.#watch || !settings.on || isManualOnly) return;
    this.#watch = new FileWatcher({
      ...{ root: folder, polling: settings.polling, timer, log, onReturn: this.#of.onReturn },
      identity: async () => ((await isProjectPresent(disk, exporter, folder)) ? disk.identity(folder) : null),
      isAlsoRelevant: (path) => isOtherStoryFile(exporter, this.#of.paths(), path),
      isStoryFile: (path) => path.endsWith(exporter.story.extension),
      onChange: () => this.#watch && this.#looks.trigger(),
    });
    this.#watch.setFiles(this.#of.knownPaths());
  }

  setPaths(paths: readonly string[]): void {
    this.#watch?.setFiles(paths);
  }

  markMissing(): void {
    this.#watch?.markMissing();
  }

  /** No look that was asked for comes any more. */
  cancelPending(): void {
    this.#looks.cancel();
  }

  async stop(): Promise<void> {
    const watch = this.#watch;
    this.#watch = null;
    this.cancelPending();
    await watch?.close();
  }
}
