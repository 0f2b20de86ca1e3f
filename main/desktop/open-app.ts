/**
 * Opens the app once Electron is ready: its settings, window and menus, and what it does without a window, around a backend that is already
 * opening.
 */
import { app, dialog, nativeTheme, session } from 'electron';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import type { AppInfo } from '../../shared/contracts/ipc/results.ts';
import type { WindowLocation } from '../../shared/contracts/window-location.ts';
import type { Translate } from '../../shared/messages/translator.ts';
import { Problem } from '../../shared/problem.ts';
import { type DataFolderChoice, rememberDataFolder } from '../platform/data-folder.ts';
import { toDiskProblem } from '../platform/disk-error.ts';
import { logPath } from '../platform/log.ts';
import { version } from '../platform/version.ts';
import type { OpenRequest } from './app-arguments.ts';
import { openBackgroundUi, syncOnWake } from './background/background-ui.ts';
import { type DesktopLanguage, openDesktopLanguage } from './desktop-language.ts';
import { type DesktopSettings, openDesktopSettings } from './desktop-settings.ts';
import { type ApplicationMenu, openApplicationMenu, showRecentProjects } from './menu/application-menu.ts';
import { openRecentProjects, type RecentProjects } from './menu/recent-projects.ts';
import type { OpenRequests } from './open-requests.ts';
import { announceOwnProgram, relaunch } from './own-program.ts';
import { type AfterQuit, createQuit } from './quit.ts';
import { openSystemIntegration } from './system-integration.ts';
import { openUpdates } from './updates/open-updates.ts';
import type { UpdateService } from './updates/update-service.ts';
import { denyPermissions, hardenWebContents, serveAppPage } from './window/app-page.ts';
import { type AppWindows, createAppWindows, openMainWindow, windowBackgroundColor } from './window/app-window.ts';
import { registerIpcHandlers } from './window/ipc.ts';
import { createLinkOpener } from './window/open-link.ts';
import { dictionaryFolder, openSpellChecker } from './window/spell-checker.ts';

/** The paths of the built files, and the data folder. */
export interface AppPaths {
  readonly data: DataFolderChoice;
  readonly preload: string;
  readonly rendererFolder: string;
}

interface AppDeps {
  readonly paths: AppPaths;
  readonly backend: Backend;
  readonly requests: OpenRequests;
  readonly log: (line: string) => void;
}

export function openApp({ paths, backend, requests, log }: AppDeps): void {
  const { folder: dataFolder } = paths.data;
  const settings = openDesktopSettings({
    log,
    report: (notice) => appWindows.sendWhenLoaded({ event: 'notice', message: notice }),
  });
  const saveSettings = (): Promise<void> =>
    settings.startWriting().catch((error: unknown) => log(`The settings of the window cannot be saved: ${String(error)}`));
  const language = openDesktopLanguage({
    stored: settings.language,
    save: settings.setLanguage,
    systemLanguages: app.getPreferredSystemLanguages(),
    log,
  });
  const spellChecker = openSpellChecker({
    t: language.t,
    session: session.defaultSession,
    platform: process.platform,
    folder: dictionaryFolder(app.getPath('sessionData')),
    preferences: settings.spelling,
    savePreferences: settings.setSpelling,
  });

  const quit = createQuit({
    t: language.t,
    log,
    closingSteps: [() => backend.close(), saveSettings],
    finish: (after) => finishQuitting(after, { data: paths.data, updates, t: language.t }),
    open: (request) => open(request),
  });
  const appWindows = createAppWindows((address, other) => {
    const window = openMainWindow({
      preload: paths.preload,
      settings,
      log,
      logFile: logPath(dataFolder, 'window'),
      t: language.t,
      quit,
      address,
      other,
    });
    window.webContents.once('did-finish-load', () => void saveSettings());
    spellChecker.addContextMenu(window);
    window.webContents.on('did-navigate', (_, visited) => recent.visit(visited));
    window.webContents.on('did-navigate-in-page', (_, visited) => recent.visit(visited));
    return window;
  }, log);
  // Comes first, because the process of the window starts while everything else is set up here.
  openFirstWindow(appWindows, { backend, rendererFolder: paths.rendererFolder, language, log });

  const showWindow = (place?: WindowLocation): void => {
    if (!quit.postpone(place && toOpenRequest(place))) appWindows.focus(place);
  };
  const openProject = (projectHash: string): void => showWindow({ projectHash, conflictId: null });
  const open = (request?: OpenRequest): void => {
    if (!request || 'projectHash' in request) showWindow(request && { ...request, conflictId: null });
    else if (!quit.postpone(request)) openFile(appWindows, request.file);
  };
  const menu = openApplicationMenu({ language, windows: appWindows, showWindow, openProject });
  appWindows.onCurrentChange(menu.followWindow);
  const recent = listRecentProjects({ backend, settings, language, menu, openProject, data: paths.data, log });
  const updates = openUpdates({ dataFolder, settings, log, send: appWindows.send });
  registerIpcHandlers({
    backend,
    log,
    info: describeApp(paths.data),
    backgroundSetting: openBackground({ backend, settings, language, appWindows, showWindow, quit: () => quit.start(), log }),
    language,
    menu,
    spellChecker,
    updates,
    system: openSystemIntegration(),
    quit,
    openWindow: appWindows.openAnother,
    windows: appWindows,
  });
  void announceOwnProgram(dataFolder);
  syncOnWake(backend);
  followSystem({ appWindows, settings, showWindow });
  requests.openWith(open);
}

interface FirstWindowDeps extends Pick<AppDeps, 'backend' | 'log'> {
  readonly rendererFolder: string;
  readonly language: DesktopLanguage;
}

/** Restricts what any page may do, and then opens the first window. */
function openFirstWindow(appWindows: AppWindows, { backend, rendererFolder, language, log }: FirstWindowDeps): void {
  const openLink = createLinkOpener(language.t, appWindows.current);
  hardenWebContents((address) => {
    openLink(address).catch((error: unknown) => log(`A link could not be opened: ${String(error)}`));
  });
  serveAppPage(session.defaultSession, rendererFolder, backend.call);
  denyPermissions(session.defaultSession);
  appWindows.open();
}

const describeApp = ({ folder, defaultFolder }: DataFolderChoice): AppInfo => ({
  version,
  shell: 'desktop',
  platform: process.platform,
  dataFolder: folder,
  ...(defaultFolder !== undefined && { defaultDataFolder: defaultFolder }),
});

interface BackgroundDeps extends Pick<AppDeps, 'backend' | 'log'> {
  readonly settings: DesktopSettings;
  readonly language: DesktopLanguage;
  readonly appWindows: AppWindows;
  readonly showWindow: (place?: WindowLocation) => void;
  readonly quit: () => void;
}

/** Creates the tray item and the notifications. Returns the setting that determines whether the app continues without a window. */
function openBackground({ backend, settings, language, appWindows, showWindow, quit, log }: BackgroundDeps) {
  const background = openBackgroundUi({
    backend,
    language,
    log,
    openWindow: showWindow,
    quit,
    isWindowFocused: () => appWindows.current()?.isFocused() ?? false,
    isBackgroundEnabled: settings.background,
  });
  return {
    isOn: settings.background,
    set(on: boolean): void {
      settings.setBackground(on);
      background.refresh();
    },
  };
}

interface RecentProjectDeps extends Pick<AppDeps, 'backend' | 'log'> {
  readonly settings: DesktopSettings;
  readonly language: DesktopLanguage;
  readonly menu: ApplicationMenu;
  readonly openProject: (hash: string) => void;
  readonly data: DataFolderChoice;
}

/** The recent projects. The application menu and the menus of the system show them and are updated with them. */
function listRecentProjects({ backend, settings, language, menu, openProject, data, log }: RecentProjectDeps): RecentProjects {
  const namedFolder = data.defaultFolder === undefined ? data.folder : undefined;
  const recent = openRecentProjects({
    backend,
    stored: settings.recentProjects,
    save: settings.setRecentProjects,
    log,
    onChange() {
      menu.setRecentProjects(recent.list());
      showRecentProjects(recent.list(), { t: language.t, dataFolder: namedFolder, open: openProject });
    },
  });
  return recent;
}

interface FinishDeps {
  readonly data: DataFolderChoice;
  readonly updates: Pick<UpdateService, 'installBeforeQuit'>;
  readonly t: Translate;
}

/**
 * The last step of quitting. A program that starts again by itself installs its update another time: an installer replaces the program while
 * nothing of it runs, and would start it without what is to be opened.
 */
async function finishQuitting(after: AfterQuit | undefined, { data, updates, t }: FinishDeps): Promise<void> {
  switch (after?.do) {
    case undefined:
    case 'update':
      return await updates.installBeforeQuit({ restarts: after !== undefined });
    case 'open':
      return relaunch({ opens: after.request });
    case 'openDataFolder':
      return relaunch({ dataFolder: rememberForRestart(after.folder, data, t), opens: after.opens });
  }
}

/**
 * Stores the folder for the next start. Returns the folder that the arguments have to name. If it cannot be stored, the program opens the same
 * one again.
 */
function rememberForRestart(folder: string | null, { defaultFolder }: DataFolderChoice, t: Translate): string | null {
  if (defaultFolder === undefined) return folder;
  try {
    rememberDataFolder(defaultFolder, folder ?? defaultFolder);
  } catch (error) {
    dialog.showErrorBox(t('desktop.dataFolderNotChanged'), t(Problem.from(toDiskProblem(error, defaultFolder)).text));
  }
  return null;
}

interface FollowSystemDeps {
  readonly appWindows: AppWindows;
  readonly settings: DesktopSettings;
  readonly showWindow: () => void;
}

function followSystem({ appWindows, settings, showWindow }: FollowSystemDeps): void {
  nativeTheme.on('updated', () => {
    for (const window of appWindows.list()) window.setBackgroundColor(windowBackgroundColor());
  });
  app.on('activate', () => showWindow());
  app.on('window-all-closed', () => process.platform !== 'darwin' && !settings.background() && app.quit());
}

const toOpenRequest = ({ projectHash }: WindowLocation): OpenRequest | undefined => (projectHash === null ? undefined : { projectHash });

function openFile(appWindows: AppWindows, file: string): void {
  appWindows.focus();
  app.addRecentDocument(file);
  appWindows.sendWhenLoaded({ event: 'file.opened', path: file });
}
