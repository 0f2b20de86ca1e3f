/**
 * Opens the app once Electron is ready: its settings, window and menus, and what it does without a window, around a backend that is already
 * opening.
 */
import { app, nativeTheme, session } from 'electron';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import type { AppInfo } from '../../shared/contracts/ipc/results.ts';
import { type DataFolderChoice, rememberDataFolder } from '../platform/data-folder.ts';
import { logPath } from '../platform/log.ts';
import { version } from '../platform/version.ts';
import { openBackgroundUi, syncOnWake } from './background/background-ui.ts';
import { closeBeforeQuit } from './close-before-quit.ts';
import { type DesktopLanguage, openDesktopLanguage } from './desktop-language.ts';
import { type DesktopSettings, openDesktopSettings } from './desktop-settings.ts';
import { type ApplicationMenu, openApplicationMenu, showRecentProjects } from './menu/application-menu.ts';
import { openRecentProjects, type RecentProjects } from './menu/recent-projects.ts';
import type { OpenRequests } from './open-requests.ts';
import { announceOwnProgram, relaunchWith } from './own-program.ts';
import { openSystemIntegration } from './system-integration.ts';
import { openUpdates } from './updates/open-updates.ts';
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
  const { folder: dataFolder, defaultFolder } = paths.data;
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

  const appWindows = createAppWindows((address, other) => {
    const window = openMainWindow({
      preload: paths.preload,
      settings,
      log,
      logFile: logPath(dataFolder, 'window'),
      t: language.t,
      address,
      other,
    });
    window.on('focus', () => menu.followWindow());
    window.webContents.once('did-finish-load', () => void saveSettings());
    spellChecker.addContextMenu(window);
    window.webContents.on('did-navigate', (_, visited) => recent.visit(visited));
    window.webContents.on('did-navigate-in-page', (_, visited) => recent.visit(visited));
    return window;
  }, log);
  // Comes first, because the process of the window starts while everything else is set up here.
  openFirstWindow(appWindows, { backend, rendererFolder: paths.rendererFolder, language, log });

  const openProject = (projectHash: string): void => appWindows.focus({ projectHash, conflictId: null });
  const menu = openApplicationMenu({ language, window: appWindows.current, openProject });
  const recent = listRecentProjects({ backend, settings, language, menu, openProject, log });
  const updates = openUpdates({ dataFolder, settings, log, send: appWindows.send });
  registerIpcHandlers({
    backend,
    log,
    info: describeApp(paths.data),
    backgroundSetting: openBackground({ backend, settings, language, appWindows, log }),
    language,
    menu,
    spellChecker,
    updates,
    system: openSystemIntegration(),
    quit: () => app.quit(),
    restartWith: (folder) => restartWith(folder, defaultFolder),
    openWindow: appWindows.openAnother,
    windows: appWindows,
  });
  void announceOwnProgram(dataFolder);
  syncOnWake(backend);
  followSystem(appWindows, settings);
  performOpenRequests(requests, appWindows, openProject);
  closeBeforeQuit([() => backend.close(), saveSettings], updates.installBeforeQuit, log);
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
}

/** Creates the tray item and the notifications. Returns the setting that determines whether the app continues without a window. */
function openBackground({ backend, settings, language, appWindows, log }: BackgroundDeps) {
  const background = openBackgroundUi({
    backend,
    language,
    log,
    openWindow: appWindows.focus,
    quit: () => app.quit(),
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
}

/** The recent projects. The application menu and the menus of the system show them and are updated with them. */
function listRecentProjects({ backend, settings, language, menu, openProject, log }: RecentProjectDeps): RecentProjects {
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
  return recent;
}

/** Quits, and starts again with this data folder, or the default one for null. */
function restartWith(folder: string | null, defaultFolder: string | undefined): void {
  if (defaultFolder !== undefined) rememberDataFolder(defaultFolder, folder ?? defaultFolder);
  relaunchWith(defaultFolder === undefined ? folder : null);
  app.quit();
}

function followSystem(appWindows: AppWindows, settings: DesktopSettings): void {
  nativeTheme.on('updated', () => {
    for (const window of appWindows.list()) window.setBackgroundColor(windowBackgroundColor());
  });
  app.on('activate', () => appWindows.focus());
  app.on('window-all-closed', () => process.platform !== 'darwin' && !settings.background() && app.quit());
}

function performOpenRequests(requests: OpenRequests, appWindows: AppWindows, openProject: (hash: string) => void): void {
  requests.openWith((request) => {
    if (request && 'file' in request) {
      appWindows.focus();
      app.addRecentDocument(request.file);
      appWindows.sendWhenLoaded({ event: 'file.opened', path: request.file });
    } else if (request) openProject(request.projectHash);
    else appWindows.focus();
  });
}
