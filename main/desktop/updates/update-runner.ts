/** Runs the updater according to its state machine. Does not import Electron. */
import type { UpdateState, UpdatesDisabledReason } from '../../../shared/contracts/updates.ts';
import { Problem } from '../../../shared/problem.ts';
import { describeError } from '../../platform/errors.ts';
import { transitionUpdate, type UpdateEffect, type UpdateEvent } from './update-machine.ts';
import type { Updater } from './updater.ts';

export interface UpdateRunnerDeps {
  /** The reason why this program does not check for updates, or a function that loads the updater, which is called for the first check. */
  readonly updater: UpdatesDisabledReason | (() => Promise<Updater>);
  /** Whether the updater can replace this kind of package. If not, it only checks. */
  readonly canInstall: boolean;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

export class UpdateRunner {
  readonly #deps: UpdateRunnerDeps;
  readonly #onChange: () => void;
  #state: UpdateState;
  #updater: Updater | undefined;
  /** A run is a check and the download that follows it. What an aborted run reports afterwards is ignored. */
  #run = new AbortController();
  /** The updater can only do one thing at a time, so the next run starts when the previous one has ended. */
  #running: Promise<void> = Promise.resolve();

  constructor(deps: UpdateRunnerDeps, onChange: () => void) {
    const { updater } = deps;
    this.#deps = deps;
    this.#onChange = onChange;
    this.#state = typeof updater === 'function' ? { name: 'idle', checkedAt: null } : { name: 'disabled', reason: updater };
  }

  get state(): UpdateState {
    return this.#state;
  }

  dispatch(event: UpdateEvent): void {
    const next = transitionUpdate(this.#state, event);
    if (next.state === this.#state) return;
    this.#state = next.state;
    this.#onChange();
    for (const effect of next.effects) this.#start(effect);
  }

  /** Installs the update that is ready. */
  async install(restartsAfterwards: boolean): Promise<void> {
    await this.#updater?.install(restartsAfterwards);
  }

  #start(effect: UpdateEffect): void {
    if (effect !== 'download') this.#run.abort();
    if (effect === 'cancelDownload') return;
    if (effect === 'check') this.#run = new AbortController();
    const { signal } = this.#run;
    this.#running = this.#running.then(() => this.#perform(effect, signal)).catch((error: unknown) => this.#reportFailure(error, signal));
  }

  async #perform(effect: 'check' | 'download', signal: AbortSignal): Promise<void> {
    const { updater: loadUpdater, canInstall, now } = this.#deps;
    if (typeof loadUpdater !== 'function') return;
    this.#updater ??= await loadUpdater();
    if (signal.aborted) return;
    const report = (event: UpdateEvent): void => (signal.aborted ? undefined : this.dispatch(event));
    if (effect === 'check') {
      const update = await this.#updater.check();
      return report(update ? { event: 'found', update, canInstall } : { event: 'upToDate', at: now() });
    }
    await this.#updater.download((done, total) => report({ event: 'progress', done, total }), signal);
    report({ event: 'downloaded' });
  }

  #reportFailure(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#deps.log(`The update failed: ${describeError(error)}`);
    this.dispatch({ event: 'failed', reason: Problem.from(error).text });
  }
}
