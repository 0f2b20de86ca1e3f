/**
 * Starts the desktop app: one instance per data folder, the backend in a worker, one window. Everything that requires a ready app waits for
 * that.
 */

import { join } from 'node:path';
import { app, dialog, Menu } from 'electron';
import { type Message, message } from '../../shared/messages/message.ts';
import { createDataFolder, isDataFolderGone } from '../platform/data-folder.ts';
import { describeDiskError } from '../platform/disk-error.ts';
import { errorMessageOf } from '../platform/errors.ts';
import { openLog } from '../platform/log.ts';
import { registerAppScheme } from './app-page.ts';
import { chooseOtherDataFolder } from './choose-other-data-folder.ts';
import { loadSystemTranslator } from './desktop-language.ts';
import { openEncryptedKeyStore } from './encrypted-key-store.ts';
import { type AppPaths, openApp } from './open-app.ts';
import { collectOpenRequests } from './open-requests.ts';
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
  const backend = openWorkerBackend(paths.worker, dataFolder, log, openEncryptedKeyStore(join(dataFolder, 'keys.json')));
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
