/** Whether a target's folder is watched, and that a look at it comes once for all that happens within a moment. */
import { isThere } from './detect.ts';
import { isRival } from './rivals.ts';
import { Schedule } from './schedule.ts';
import type { TargetDeps } from './target-deps.ts';
import type { TargetRow } from './target-row.ts';
import { Watch } from './watch.ts';

export interface LookoutOf {
  readonly row: () => TargetRow;
  /** All paths of the export, and those that we know of before there was one. */
  readonly paths: () => readonly string[];
  readonly known: () => readonly string[];
  readonly look: () => void;
  /** The folder is there again. */
  readonly back: () => void;
}

export class Lookout {
  readonly #deps: TargetDeps;
  readonly #of: LookoutOf;
  readonly #looks: Schedule;
  #watch: Watch | null = null;

  constructor(deps: TargetDeps, of: LookoutOf) {
    this.#deps = deps;
    this.#of = of;
    this.#looks = new Schedule(deps.timer, of.look);
  }

  /** Nothing where it is watched already, or is not to be. */
  start(): void {
    const { engine, folder, settings } = this.#of.row();
    const { disk, timer, log, still } = this.#deps;
    if (this.#watch || !settings.on || still) return;
    this.#watch = new Watch({
      ...{ root: folder, polling: settings.polling, timer, log, back: this.#of.back },
      identity: async () => ((await isThere(disk, engine, folder)) ? disk.identity(folder) : null),
      alsoMatters: (path) => isRival(engine, this.#of.paths(), path),
      changed: () => this.#watch && this.#looks.touch(),
    });
    this.#watch.follow(this.#of.known());
  }

  follow(paths: readonly string[]): void {
    this.#watch?.follow(paths);
  }

  lost(): void {
    this.#watch?.lost();
  }

  /** No look that was asked for comes any more. */
  rest(): void {
    this.#looks.cancel();
  }

  async stop(): Promise<void> {
    const watch = this.#watch;
    this.#watch = null;
    this.rest();
    await watch?.close();
  }
}
