/** Updates for the window and the menu: reports each state, and installs an update when the program ends. Does not import Electron. */
import type { UpdateStatus } from '../../../shared/contracts/updates.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { UpdateRunner, type UpdateRunnerDeps } from './update-runner.ts';

export interface UpdateService {
  status(): UpdateStatus;
  /** Does nothing while a check or a download is running, or an update is ready. */
  check(): void;
  /** Checks after the start, unless the user has turned automatic checks off. */
  checkAutomatically(): void;
  setAutomatic(isOn: boolean): void;
  /**
   * Prepares an installation after which the program starts again. Resolves to whether an update is ready. Rejects with a Problem `busy`
   * while another process prevents the installation.
   */
  restartAfterInstall(): Promise<boolean>;
  /** Installs the update if one is ready. Called directly before the process ends, when the backend has been closed. */
  installBeforeQuit(): Promise<void>;
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
  let isRestartWanted = false;

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
    async restartAfterInstall() {
      if (runner.state.name !== 'ready') return false;
      const folder = await deps.findOtherDataFolder();
      if (folder !== undefined) throw new Problem('busy', message('updates.problem.otherProcess', { folder }));
      isRestartWanted = true;
      return true;
    },
    async installBeforeQuit() {
      if (runner.state.name !== 'ready') return;
      const { version } = runner.state.update;
      if (await deps.isDataFolderInUse())
        return log(`Taleport ${version} is installed another time: another process works with the data folder`);
      const folder = await deps.findOtherDataFolder();
      if (folder !== undefined)
        return log(`Taleport ${version} is installed another time: another process of the program works with ${folder}`);
      log(`Taleport ${version} is being installed`);
      await runner.install(isRestartWanted);
    },
  };
}
