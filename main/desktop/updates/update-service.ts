/** Updates for the window and the menu: reports each state, and installs an update when the program ends. Does not import Electron. */
import type { AvailableUpdate, UpdateState, UpdateStatus, UpdatesDisabledReason } from '../../../shared/contracts/updates.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { describeError } from '../../platform/errors.ts';

export interface UpdateService {
  status(): UpdateStatus;
  /** Does nothing while a check or a download is running, or an update is ready. */
  check(): void;
  /** Checks after the start, unless the user has turned automatic checks off. */
  checkAutomatically(): void;
  setAutomatic(isOn: boolean): void;
  /** Resolves to whether an update is ready. Rejects with a Problem `busy` while another process prevents the installation. */
  canInstall(): Promise<boolean>;
  /**
   * Installs the update if one is ready. Called directly before the process ends, when the backend has been closed. `restarts`: the new version
   * is started.
   */
  installBeforeQuit(options: { readonly restarts: boolean }): Promise<void>;
}

interface UpdateServiceDeps extends UpdateRunnerDeps {
  readonly downloadPage: string;
  readonly settings: { isAutomatic(): boolean; setAutomatic(isOn: boolean): void };
  readonly onChange: (status: UpdateStatus) => void;
  /** Whether any process uses the data folder, which must be complete before a new version opens it. */
  readonly isDataFolderInUse: () => Promise<boolean>;
  /**
   * The data folder of another process that runs the program to be replaced. The installer for Windows would kill that process, other
   * updates would change its files.
   */
  readonly findOtherDataFolder: () => Promise<string | undefined>;
}

export function createUpdateService(deps: UpdateServiceDeps): UpdateService {
  const { settings, canInstall, downloadPage, log } = deps;
  const runner = new UpdateRunner(deps, reportStatus);

  const status = (): UpdateStatus => ({ state: runner.state, isAutomatic: settings.isAutomatic(), canInstall, downloadPage });
  function reportStatus(): void {
    deps.onChange(status());
  }
  const check = (): void => runner.dispatch({ event: 'checkRequested' });

  return {
    status,
    check,
    checkAutomatically: () => settings.isAutomatic() && check(),
    setAutomatic(isOn) {
      settings.setAutomatic(isOn);
      if (!isOn) runner.dispatch({ event: 'turnedOff' });
      reportStatus();
    },
    async canInstall() {
      if (runner.state.name !== 'ready') return false;
      const folder = await deps.findOtherDataFolder();
      if (folder !== undefined) throw new Problem('busy', message('updates.problem.otherProcess', { folder }));
      return true;
    },
    async installBeforeQuit({ restarts }) {
      if (runner.state.name !== 'ready') return;
      const { version } = runner.state.update;
      if (await deps.isDataFolderInUse())
        return log(`Taleport ${version} is installed another time: another process works with the data folder`);
      const folder = await deps.findOtherDataFolder();
      if (folder !== undefined)
        return log(`Taleport ${version} is installed another time: another process of the program works with ${folder}`);
      log(`Taleport ${version} is being installed`);
      await runner.install(restarts);
    },
  };
}

/** Checks for updates, downloads and installs them. */
export interface Updater {
  /** Resolves to null if there is no newer version for this computer. Rejects with a Problem. */
  check(): Promise<AvailableUpdate | null>;
  /**
   * Downloads the update that `check` has found and reports the bytes received. Resolves when the file is complete and verified. Rejects
   * with a Problem, also when it is aborted.
   */
  download(onProgress: (done: number, total: number) => void, signal: AbortSignal): Promise<void>;
  /**
   * Called directly before the process ends, when the rest of the program has stopped. With `restart`, the new version is started. If the
   * system itself replaces the program, it also quits it; then this only settles if that fails.
   */
  install(restart: boolean): Promise<void>;
}

export type UpdateEvent =
  | { readonly event: 'checkRequested' }
  | { readonly event: 'upToDate'; readonly at: number }
  /** `canInstall`: whether the program itself can replace this kind of package. */
  | { readonly event: 'found'; readonly update: AvailableUpdate; readonly canInstall: boolean }
  | { readonly event: 'progress'; readonly done: number; readonly total: number }
  | { readonly event: 'downloaded' }
  | { readonly event: 'failed'; readonly reason: Message }
  /** The user has turned automatic updates off: a running download, or an update that waits for the program to end, is discarded. */
  | { readonly event: 'turnedOff' };

type UpdateEffect = 'check' | 'download' | 'cancelDownload';

interface UpdateTransition {
  readonly state: UpdateState;
  readonly effects: readonly UpdateEffect[];
}

/**
 * The states of an update, from the check to the installation; actions are returned as effects. Pure. Events that do not fit the state, such as
 * the progress of a cancelled download, are ignored.
 */
export function transitionUpdate(state: UpdateState, event: UpdateEvent): UpdateTransition {
  switch (state.name) {
    case 'idle':
    case 'available':
    case 'failed':
      return event.event === 'checkRequested' ? to({ name: 'checking' }, 'check') : to(state);
    case 'checking':
      return transitionChecking(state, event);
    case 'downloading':
      return transitionDownloading(state, event);
    case 'ready':
      return event.event === 'turnedOff' ? to(notChecked) : to(state);
    case 'disabled':
      return to(state);
  }
}

const notChecked: UpdateState = { name: 'idle', checkedAt: null };
const to = (state: UpdateState, ...effects: UpdateEffect[]): UpdateTransition => ({ state, effects });

function transitionChecking(state: UpdateState, event: UpdateEvent): UpdateTransition {
  if (event.event === 'upToDate') return to({ name: 'idle', checkedAt: event.at });
  if (event.event === 'failed') return to({ name: 'failed', reason: event.reason, update: null });
  if (event.event === 'turnedOff') return to(notChecked);
  if (event.event !== 'found') return to(state);
  const { update, canInstall } = event;
  return canInstall ? to({ name: 'downloading', update, done: 0, total: 0 }, 'download') : to({ name: 'available', update });
}

function transitionDownloading(state: Extract<UpdateState, { name: 'downloading' }>, event: UpdateEvent): UpdateTransition {
  const { update } = state;
  if (event.event === 'progress') return to({ name: 'downloading', update, done: event.done, total: event.total });
  if (event.event === 'downloaded') return to({ name: 'ready', update });
  if (event.event === 'failed') return to({ name: 'failed', reason: event.reason, update });
  return event.event === 'turnedOff' ? to(notChecked, 'cancelDownload') : to(state);
}

interface UpdateRunnerDeps {
  /** The reason why this program does not check for updates, or a function that loads the updater, which is called for the first check. */
  readonly updater: UpdatesDisabledReason | (() => Promise<Updater>);
  /** Whether the updater can replace this kind of package. If not, it only checks. */
  readonly canInstall: boolean;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** Runs the updater according to its state machine. */
class UpdateRunner {
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
