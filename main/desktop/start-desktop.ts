/**
 * Starts the desktop app: one instance per data folder, the backend in a worker, one window. Everything that requires a ready app waits for
 * that.
 */
import { join } from 'node:path';
import { app, dialog, Menu, session } from 'electron';
import { type Message, message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import {
  chooseDataFolder,
  createDataFolder,
  type DataFolderChoice,
  isDataFolderGone,
  rememberDataFolder,
} from '../platform/data-folder.ts';
import { describeDiskError, toDiskProblem } from '../platform/disk-error.ts';
import { errorMessageOf } from '../platform/errors.ts';
import { openLog } from '../platform/log.ts';
import { loadSystemTranslator } from './desktop-language.ts';
import { openEncryptedKeyStore } from './encrypted-key-store.ts';
import { type AppPaths, openApp } from './open-app.ts';
import { collectOpenRequests } from './open-requests.ts';
import { relaunch } from './own-program.ts';
import { registerAppScheme } from './window/app-page.ts';
import { assertDataFolder } from './window/calls.ts';
import { openWorkerBackend } from './worker-backend.ts';

interface DesktopPaths extends AppPaths {
  /** The arguments of the program. */
  readonly args: readonly string[];
  /** The script of the worker thread in which the backend runs. */
  readonly worker: string;
}

export function startDesktop(paths: DesktopPaths): void {
  app.setName('Taleport');
  app.setAppUserModelId('app.taleport');
  const { folder: dataFolder, defaultFolder = dataFolder } = paths.data;
  const isGone = isDataFolderGone(paths.data);
  const fault = prepareDataFolder(isGone ? defaultFolder : dataFolder);
  if (fault) {
    // On Linux, dialogs cannot be shown before the app is ready, and nobody would see why a start from the menu fails.
    void app
      .whenReady()
      .then(() => showStartError(fault))
      .finally(() => app.exit(1));
    return;
  }
  if (isGone) {
    void app.whenReady().then(() => chooseOtherDataFolder({ ...paths.data, defaultFolder }));
    return;
  }
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  const requests = collectOpenRequests(paths.args);
  // Sandboxes every process of a page, whatever the window options say. With --no-sandbox, which root needs, no process would start then.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  registerAppScheme();
  // Otherwise Electron builds its default menu before the app is ready, although openApp replaces it.
  Menu.setApplicationMenu(null);
  // Must not be awaited at the top level of an ES module, because the packed app would hang. The worker opens the data in the meantime.
  const log = openLog(dataFolder, 'window');
  const keys = openEncryptedKeyStore(join(dataFolder, 'keys.json'));
  const resolveProxy = async (url: string): Promise<string> => {
    await app.whenReady();
    return session.defaultSession.resolveProxy(url);
  };
  const backend = openWorkerBackend(paths.worker, dataFolder, log, { keys, resolveProxy });
  void app.whenReady().then(() => openApp({ paths, backend, requests, log }));
}

/** Stores Chromium's own files in the folder `window`, separate from the projects. Returns the reason if the folder cannot be used. */
function prepareDataFolder(folder: string): Message | undefined {
  try {
    createDataFolder(join(folder, 'window'));
    app.setPath('userData', folder);
    app.setPath('sessionData', join(folder, 'window'));
    return undefined;
  } catch (error) {
    const reason = errorMessageOf(error);
    return describeDiskError(error, folder) ?? message('problem.app.dataFolderUnusable', { folder, reason });
  }
}

async function showStartError(fault: Message): Promise<void> {
  const { t } = await loadSystemTranslator(app.getPreferredSystemLanguages());
  dialog.showErrorBox(t('desktop.cannotStart'), t(fault));
}

/**
 * Handles a start whose remembered data folder does not exist: creating an empty one in its place would look as if all projects were lost. Asks
 * until the folder is available again or another one is chosen, then restarts the program; or quits.
 */
async function chooseOtherDataFolder(missingFolder: DataFolderChoice & { readonly defaultFolder: string }): Promise<void> {
  const { t } = await loadSystemTranslator(app.getPreferredSystemLanguages());
  const { folder, defaultFolder, unreadableFile } = missingFolder;

  async function choose(): Promise<boolean> {
    const [chosen] = (await dialog.showOpenDialog({ properties: ['openDirectory'] })).filePaths;
    if (chosen === undefined) return false;
    await assertDataFolder(chosen);
    rememberDataFolder(defaultFolder, chosen);
    return true;
  }

  const useDefault = (): boolean => {
    rememberDataFolder(defaultFolder, defaultFolder);
    return true;
  };
  const answers = [
    { label: t('desktop.dataFolderGone.retry'), run: () => !isDataFolderGone(chooseDataFolder()) },
    { label: t('desktop.dataFolderGone.choose'), run: choose },
    { label: t('desktop.dataFolderGone.useDefault'), run: useDefault },
  ];
  for (;;) {
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: t('desktop.dataFolderGone.title'),
      detail:
        unreadableFile === undefined
          ? t('desktop.dataFolderGone.detail', { folder, defaultFolder })
          : t('desktop.dataFolderGone.unreadable', { file: unreadableFile }),
      buttons: [...answers.map(({ label }) => label), t('desktop.dataFolderGone.quit')],
      defaultId: 0,
      cancelId: answers.length,
      noLink: true,
    });
    const answer = answers[response];
    if (!answer) return app.exit();
    try {
      if (await answer.run()) break;
    } catch (error) {
      const { text } = Problem.from(toDiskProblem(error, defaultFolder));
      dialog.showErrorBox(t('desktop.dataFolderGone.title'), t(text));
    }
  }
  relaunch({ dataFolder: null, opens: 'unchanged' });
  app.exit();
}

/** Whether no display is configured. Chromium reports one that is configured but does not respond. */
export const isDisplayMissing = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;

/** Handles a start without a display, as on a server, where Chromium would crash without an explanation. */
export async function reportMissingDisplay(): Promise<void> {
  const { t } = await loadSystemTranslator(app.getPreferredSystemLanguages());
  console.error(t('desktop.noDisplay'));
}
