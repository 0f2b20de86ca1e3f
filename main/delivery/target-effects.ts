/** Performs the effects that target-state.ts decides on: timers, watching, storing, publishing. */
import type { Target } from '../../shared/contracts/targets.ts';
import { formatIsoTime } from '../../shared/environment.ts';
import { Debounce } from './debounce.ts';
import type { ExportHistory } from './export-history.ts';
import { FolderWatcher } from './folder-watcher.ts';
import type { StoredTarget } from './stored-target.ts';
import type { TargetDeps } from './target-deps.ts';
import type { TargetEffect, TargetEvent } from './target-state.ts';

interface TargetEffectsOptions {
  readonly target: StoredTarget;
  readonly history: ExportHistory;
  readonly dispatch: (event: TargetEvent) => void;
  readonly present: () => Target;
  readonly enqueueRun: () => void;
  readonly enqueueInspection: () => void;
}

export class TargetEffects {
  readonly #deps: TargetDeps;
  readonly #options: TargetEffectsOptions;
  readonly #debounce: Debounce;
  readonly #watcher: FolderWatcher;
  /** The state that was last announced, as JSON; empty if none was. */
  #published = '';
  #cancelRetry: () => void = () => undefined;

  constructor(deps: TargetDeps, options: TargetEffectsOptions) {
    const { target, dispatch } = options;
    this.#deps = deps;
    this.#options = options;
    this.#debounce = new Debounce(deps.timer, () => dispatch({ type: 'debounceElapsed' }));
    this.#watcher = new FolderWatcher(deps, target.exporter, {
      onChange: () => dispatch({ type: 'folderChanged' }),
      onReturn: () => dispatch({ type: 'folderReturned' }),
    });
  }

  perform(effect: TargetEffect): void {
    const { timer, emit } = this.#deps;
    const { target, history, dispatch, enqueueRun, enqueueInspection } = this.#options;
    switch (effect.type) {
      case 'scheduleStart':
        timer.after(0, () => dispatch({ type: 'startElapsed' }));
        break;
      case 'scheduleDebounce':
        this.#debounce.trigger();
        break;
      case 'cancelDebounce':
        this.#debounce.cancel();
        break;
      case 'scheduleRetry':
        this.#cancelRetry();
        this.#cancelRetry = timer.after(effect.delay, () => dispatch({ type: 'retryElapsed' }));
        break;
      case 'cancelRetry':
        this.#cancelRetry();
        break;
      case 'enqueueRun':
        enqueueRun();
        break;
      case 'enqueueInspection':
        enqueueInspection();
        break;
      case 'cancelInspection':
        this.#watcher.cancelPending();
        break;
      case 'startWatching':
        this.#watcher.start(target.row, target.manifest.paths());
        break;
      case 'stopWatching':
        this.stopWatching().catch((error: unknown) => target.logError(error));
        break;
      case 'markFolderMissing':
        this.#watcher.markMissing();
        break;
      case 'watchPaths': {
        const { exported, others } = effect;
        this.#watcher.setPaths(others ? [...new Set([...exported, ...target.manifest.paths(), ...others])] : exported, exported);
        break;
      }
      case 'storeExport':
        target.update({ version: effect.version, lastExport: formatIsoTime(effect.exportedAt) });
        break;
      case 'recordExport': {
        const { version, texts, copies, written, removed } = effect.delivery;
        const hasWrittenFiles = written.length + removed.length > 0;
        history.record({ at: effect.exportedAt, version, texts, assets: copies, hasWrittenFiles });
        break;
      }
      case 'publish':
        this.#publish();
        break;
      case 'announceDelivery': {
        const { written, removed } = effect;
        emit({ event: 'target.delivered', delivery: { id: target.id, written, removed }, hash: target.row.hash });
        break;
      }
    }
  }

  stopWatching(): Promise<void> {
    return this.#watcher.stop();
  }

  #publish(): void {
    const target = this.#options.present();
    const text = JSON.stringify(target);
    if (text === this.#published) return;
    this.#published = text;
    this.#deps.emit({ event: 'target.changed', target });
  }
}
