/** Starts the desktop app: one instance per data folder, the backend in a worker, one window. Everything that needs a ready app waits for it. */

import { join } from 'node:path';
import { app, dialog, nativeTheme, session } from 'electron';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { createDataFolder, type DataFolderChoice, isDataFolderGone, rememberDataFolder } from '../platform/data-folder.ts';
import { describeDiskError } from '../platform/disk-error.ts';
import { logPath, openLog } from '../platform/log.ts';
import { version } from '../platform/version.ts';
import { registerAppScheme, serveAppPage } from './app-page.ts';
import { createAppWindow } from './app-window.ts';
import { openApplicationMenu } from './application-menu.ts';
import { openBackgroundUi } from './background-ui.ts';
import { chooseOtherDataFolder } from './choose-other-data-folder.ts';
import { loadSystemTranslator, openDesktopLanguage } from './desktop-language.ts';
import { openDesktopSettings } from './desktop-settings.ts';
import { openEncryptedKeyStore } from './encrypted-key-store.ts';
import { denyPermissions, hardenWebContents } from './harden-web-contents.ts';
import { registerIpcHandlers } from './ipc.ts';
import { openMainWindow, windowBackgroundColor } from './main-window.ts';
import { createLinkOpener } from './open-link.ts';
import { collectOpenRequests, type OpenRequests } from './open-requests.ts';
import { announceOwnProgram } from './own-program.ts';
import { showRecentProjects } from './recent-menus.ts';
import { openRecentProjects } from './recent-projects.ts';
import { relaunchWith } from './relaunch.ts';
import { dictionaryFolder, openSpellChecker } from './spell-checker.ts';
import { syncOnWake } from './sync-on-wake.ts';
import { openSystemIntegration } from './system-integration.ts';
import { openUpdates } from './updates/open-updates.ts';
import { openWorkerBackend } from './worker-backend.ts';

/** The arguments, and paths of the built files. */
interface DesktopPaths {
  readonly args: readonly string[];
  readonly data: DataFolderChoice;
  readonly worker: string;
  readonly preload: string;
  readonly rendererFolder: string;
}

export function startDesktop(paths: DesktopPaths): void {
  app.setName('Taleport');
  app.setAppUserModelId('app.taleport');
  const { folder: dataFolder, defaultFolder = dataFolder } = paths.data;
  const isGone = isDataFolderGone(paths.data);
  const fault = prepareDataFolder(isGone ? defaultFolder : dataFolder);
  if (fault) {
    // On Linux there are no dialogs before the app is ready: nobody would see why a start from the menu fails.
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
  // Every process of a page is sandboxed, whatever a window asks for. Together with --no-sandbox, which root needs, no process would start.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  registerAppScheme();
  // Never awaited at the top level of an ES module: the packed app would hang.
  // The worker opens the data in the meantime.
  const log = openLog(dataFolder, 'window');
  const backend = openWorkerBackend(paths.worker, dataFolder, log, openEncryptedKeyStore(join(dataFolder, 'keys.json')));
  void app.whenReady().then(() => openApp(paths, backend, requests, log));
}

/** Chromium's own files are in the folder `window`, apart from the projects. Returns why the folder cannot be used. */
function prepareDataFolder(folder: string): Message | undefined {
  try {
    createDataFolder(join(folder, 'window'));
    app.setPath('userData', folder);
    app.setPath('sessionData', join(folder, 'window'));
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return describeDiskError(error, folder) ?? message('problem.app.dataFolderUnusable', { folder, reason });
  }
}

async function showStartError(fault: Message): Promise<void> {
  const { t } = await loadSystemTranslator(app.getPreferredSystemLanguages());
  dialog.showErrorBox(t('desktop.cannotStart'), t(fault));
}

function openApp(
  { data: { folder: dataFolder, defaultFolder }, preload, rendererFolder }: DesktopPaths,
  backend: Backend,
  requests: OpenRequests,
  log: (line: string) => void,
): void {
  const settings = openDesktopSettings();
  const language = openDesktopLanguage({
    stored: settings.language,
    save: settings.setLanguage,
    systemLanguages: app.getPreferredSystemLanguages(),
    log,
  });
  const startWritingSettings = (): Promise<void> =>
    settings.startWriting().catch((error: unknown) => log(`The settings of the window cannot be saved: ${String(error)}`));
  const spellChecker = openSpellChecker({
    t: language.t,
    session: session.defaultSession,
    platform: process.platform,
    folder: dictionaryFolder(app.getPath('sessionData')),
    preferences: settings.spelling,
    savePreferences: settings.setSpelling,
  });

  const appWindow = createAppWindow((address) => {
    const window = openMainWindow({ preload, settings, log, logFile: logPath(dataFolder, 'window'), t: language.t, address });
    window.webContents.once('did-finish-load', () => void startWritingSettings());
    spellChecker.addContextMenu(window);
    window.webContents.on('did-navigate', (_, visited) => recent.visit(visited));
    window.webContents.on('did-navigate-in-page', (_, visited) => recent.visit(visited));
    return window;
  }, log);
  const openLink = createLinkOpener(language.t, appWindow.current);
  hardenWebContents((address) => {
    openLink(address).catch((error: unknown) => log(`A link could not be opened: ${String(error)}`));
  });

  // First of all: the window's process starts while the rest is set up here.
  serveAppPage(session.defaultSession, rendererFolder, backend.call);
  denyPermissions(session.defaultSession);
  appWindow.open();
  const background = openBackgroundUi({
    backend,
    language,
    log,
    openWindow: appWindow.focus,
    quit: () => app.quit(),
    isWindowFocused: () => appWindow.current()?.isFocused() ?? false,
    isBackgroundEnabled: settings.background,
  });
  const backgroundSetting = {
    isOn: settings.background,
    set(on: boolean) {
      settings.setBackground(on);
      background.refresh();
    },
  };

  const info = {
    version,
    shell: 'desktop',
    platform: process.platform,
    dataFolder,
    ...(defaultFolder !== undefined && { defaultDataFolder: defaultFolder }),
  } as const;
  const openProject = (projectHash: string) => appWindow.focus({ projectHash, conflictId: null });
  const menu = openApplicationMenu({ language, window: appWindow.current, openProject });
  const recent = openRecentProjects({
    backend,
    stored: settings.recentProjects,
    save: settings.setRecentProjects,
    log,
    onChange() {
      menu.setRecentProjects(recent.list());
      showRecentProjects(recent.list(), language.t, openProject);
    },
  });
  const updates = openUpdates({ dataFolder, settings, log, send: appWindow.send });
  const quit = () => app.quit();
  const restartWith = (folder: string | null) => {
    if (defaultFolder !== undefined) rememberDataFolder(defaultFolder, folder ?? defaultFolder);
    relaunchWith(defaultFolder === undefined ? folder : null);
    app.quit();
  };
  const system = openSystemIntegration();
  registerIpcHandlers({
    backend,
    log,
    info,
    backgroundSetting,
    language,
    menu,
    spellChecker,
    updates,
    system,
    quit,
    restartWith,
    window: appWindow.current,
  });
  void announceOwnProgram(dataFolder);
  syncOnWake(backend);
  nativeTheme.on('updated', () => appWindow.current()?.setBackgroundColor(windowBackgroundColor()));
  requests.openWith((request) => {
    if (request && 'file' in request) {
      appWindow.focus();
      app.addRecentDocument(request.file);
      appWindow.sendWhenLoaded({ event: 'file.opened', path: request.file });
    } else if (request) openProject(request.projectHash);
    else appWindow.focus();
  });
  app.on('activate', () => appWindow.focus());
  app.on('window-all-closed', () => process.platform !== 'darwin' && !settings.background() && app.quit());
  closeBeforeQuit([() => backend.close(), startWritingSettings], updates.installBeforeQuit, log);
}

/**
 * The backend closes its file before the process ends, so that the next start finds it closed cleanly; the last changes of settings are saved. Then
 * `last` runs, whether or not that succeeded; it may quit the app itself.
 */
function closeBeforeQuit(steps: readonly (() => Promise<void>)[], last: () => Promise<void>, log: (line: string) => void): void {
  let progress: 'running' | 'closing' | 'closed' = 'running';
  const close = async (): Promise<void> => {
    progress = 'closing';
    await Promise.all(steps.map((step) => step())).catch((error: unknown) => log(`The backend did not close: ${String(error)}`));
    progress = 'closed';
    await last().catch((error: unknown) => log(`The update was not installed: ${String(error)}`));
    app.quit();
  };
  app.on('will-quit', (event) => {
    if (progress === 'closed') return;
    event.preventDefault();
    if (progress === 'running') void close();
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}
