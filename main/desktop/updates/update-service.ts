/** Runs the updater as its state machine says, and reports each state to the window. No Electron here. */
import type { UpdateStatus, UpdatesDisabledReason } from '../../../shared/contracts/updates.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { describeError } from '../../platform/errors.ts';
import { transitionUpdate, type UpdateEffect, type UpdateEvent } from './update-machine.ts';
import type { Updater } from './updater.ts';

export interface UpdateService {
  status(): UpdateStatus;
  /** Does nothing while a check or a download is running, or an update is ready. */
  check(): void;
  /** The check after the start: only if the user has not turned automatic checks off. */
  checkAutomatically(): void;
  setAutomatic(isOn: boolean): void;
  /**
   * The program then starts again after the installation. Resolves with whether an update is ready; rejects with a Problem `busy` while another process
   * prevents the installation.
   */
  restartAfterInstall(): Promise<boolean>;
  /** Installs the update if one is ready. Called just before the process ends, when the backend has closed. */
  installBeforeQuit(): Promise<void>;
}

interface UpdateServiceDeps {
  /** A reason: this program does not check. The updater is loaded for the first check. */
  readonly updater: UpdatesDisabledReason | (() => Promise<Updater>);
  /** Whether the updater can replace this kind of package. Otherwise it only checks. */
  readonly canInstall: boolean;
  readonly downloadPage: string;
  readonly settings: { isAutomatic(): boolean; setAutomatic(isOn: boolean): void };
  readonly now: () => number;
  readonly onChange: (status: UpdateStatus) => void;
  /** Whether any process works with the data folder, which must be complete before a new version opens it. */
  readonly isDataFolderInUse: () => Promise<boolean>;
  /** The data folder of another process that runs the program to be replaced. The installer for Windows would kill it, others would change its files. */
  readonly findOtherDataFolder: () => Promise<string | undefined>;
  readonly log: (line: string) => void;
}

export function createUpdateService(deps: UpdateServiceDeps): UpdateService {
  const { settings, canInstall, downloadPage, log, now, onChange } = deps;
  const loadUpdater = typeof deps.updater === 'function' ? deps.updater : undefined;
  let state: UpdateStatus['state'] =
    typeof deps.updater === 'function' ? { name: 'idle', checkedAt: null } : { name: 'disabled', reason: deps.updater };
  let updater: Updater | undefined;
  let isRestartWanted = false;
  /** A run is a check and the download that follows it. What an aborted run still reports changes nothing. */
  let run = new AbortController();
  /** The updater does one thing at a time: what a run has started ends before the next one starts. */
  let running: Promise<void> = Promise.resolve();

  const status = (): UpdateStatus => ({ state, isAutomatic: settings.isAutomatic(), canInstall, downloadPage });

  function dispatch(event: UpdateEvent): void {
    const next = transitionUpdate(state, event);
    if (next.state === state) return;
    state = next.state;
    onChange(status());
    for (const effect of next.effects) start(effect);
  }

  function start(effect: UpdateEffect): void {
    if (effect !== 'download') run.abort();
    if (effect === 'cancelDownload') return;
    if (effect === 'check') run = new AbortController();
    const { signal } = run;
    running = running.then(() => perform(effect, signal)).catch((error: unknown) => reportFailure(error, signal));
  }

  async function perform(effect: 'check' | 'download', signal: AbortSignal): Promise<void> {
    updater ??= await loadUpdater?.();
    if (!updater || signal.aborted) return;
    const report = (event: UpdateEvent): void => (signal.aborted ? undefined : dispatch(event));
    if (effect === 'check') {
      const update = await updater.check();
      return report(update ? { event: 'found', update, canInstall } : { event: 'upToDate', at: now() });
    }
    await updater.download((done, total) => report({ event: 'progress', done, total }), signal);
    report({ event: 'downloaded' });
  }

  function reportFailure(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    log(`The update failed: ${describeError(error)}`);
    dispatch({ event: 'failed', reason: Problem.from(error).text });
  }

  const check = (): void => dispatch({ event: 'checkRequested' });
  return {
    status,
    check,
    checkAutomatically: () => settings.isAutomatic() && check(),
    setAutomatic(isOn) {
      settings.setAutomatic(isOn);
      if (!isOn) dispatch({ event: 'turnedOff' });
      onChange(status());
    },
    async restartAfterInstall() {
      if (state.name !== 'ready') return false;
      const folder = await deps.findOtherDataFolder();
      if (folder !== undefined) throw new Problem('busy', message('updates.problem.otherProcess', { folder }));
      isRestartWanted = true;
      return true;
    },
    async installBeforeQuit() {
      if (state.name !== 'ready' || !updater) return;
      const { version } = state.update;
      if (await deps.isDataFolderInUse())
        return log(`Taleport ${version} is installed another time: another process works with the data folder`);
      const folder = await deps.findOtherDataFolder();
      if (folder !== undefined)
        return log(`Taleport ${version} is installed another time: another process of the program works with ${folder}`);
      log(`Taleport ${version} is being installed`);
      await updater.install(isRestartWanted);
    },
  };
}
