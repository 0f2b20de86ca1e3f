/** The desktop start: one instance a data folder, the parts in a worker, one window. Everything that needs a ready app waits for it. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, nativeTheme, session } from 'electron';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import { formatWindowLocation, type WindowLocation } from '../../shared/contracts/window-location.ts';
import { openLog } from '../platform/log.ts';
import { version } from '../platform/version.ts';
import { appPageUrl, registerAppScheme, serveAppPage } from './app-page.ts';
import { setApplicationMenu } from './application-menu.ts';
import { openBackgroundUi } from './background-ui.ts';
import { openDesktopSettings } from './desktop-settings.ts';
import { openEncryptedKeyStore } from './encrypted-key-store.ts';
import { denyPermissions, hardenWebContents } from './harden-web-contents.ts';
import { registerIpcHandlers } from './ipc.ts';
import { openMainWindow, windowBackgroundColor } from './main-window.ts';
import { dictionaryFolder, openSpellChecker } from './spell-checker.ts';
import { syncOnWake } from './sync-on-wake.ts';
import { openWorkerBackend } from './worker-backend.ts';

/** Paths of the built files. */
export interface DesktopPaths {
  readonly dataFolder: string;
  readonly worker: string;
  readonly preload: string;
  readonly rendererFolder: string;
}

export function startDesktop(places: DesktopPaths): void {
  app.setName('Taleport');
  app.setAppUserModelId('app.taleport');
  const wrong = prepareDataFolder(places.dataFolder);
  if (wrong) {
    dialog.showErrorBox('Taleport cannot start', wrong);
    app.exit(1);
    return;
  }
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  registerAppScheme();
  hardenWebContents();
  // Never awaited at the top level of an ES module: the packed app would hang.
  // The worker opens the data meanwhile.
  const log = openLog(places.dataFolder, 'window');
  const parts = openWorkerBackend(places.worker, places.dataFolder, log, openEncryptedKeyStore(join(places.dataFolder, 'keys.json')));
  void app.whenReady().then(() => openApp(places, parts, log));
}

/** Everything of Chromium's goes below `window`, so that the data folder stays the projects'. */
function prepareDataFolder(folder: string): string | undefined {
  try {
    mkdirSync(join(folder, 'window'), { recursive: true, mode: 0o700 });
    app.setPath('userData', folder);
    app.setPath('sessionData', join(folder, 'window'));
    return undefined;
  } catch (error) {
    return `The data folder ${folder} cannot be used: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

function openApp({ dataFolder, preload, rendererFolder }: DesktopPaths, backend: Backend, log: (line: string) => void): void {
  const settings = openDesktopSettings();
  const startWritingSettings = (): Promise<void> =>
    settings.startWriting().catch((error: unknown) => log(`The settings of the window cannot be saved: ${String(error)}`));
  let window: BrowserWindow | undefined;
  const spellChecker = openSpellChecker({
    session: session.defaultSession,
    platform: process.platform,
    folder: dictionaryFolder(app.getPath('sessionData')),
    preferences: settings.spelling,
    savePreferences: settings.setSpelling,
  });

  const show = (address: string) => {
    window = openMainWindow({ preload, settings, log, address });
    window.webContents.once('did-finish-load', () => void startWritingSettings());
    spellChecker.addContextMenu(window);
    window.once('closed', () => {
      window = undefined;
    });
  };
  // As soon as it may be made: its own process starts while the rest is done here.
  serveAppPage(session.defaultSession, rendererFolder, backend.call);
  denyPermissions(session.defaultSession);
  show(appPageUrl());
  /** The window, at a place of its page where one is named. Only what stands behind the `#` is another: the page stays loaded. */
  const focus = (place?: WindowLocation) => {
    const address = appPageUrl() + (place ? formatWindowLocation(place) : '');
    if (!window) return show(address);
    if (place) window.loadURL(address).catch((error: unknown) => log(`The page could not be led on: ${String(error)}`));
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  const background = openBackgroundUi({
    backend,
    log,
    openWindow: focus,
    quit: () => app.quit(),
    isWindowFocused: () => window?.isFocused() ?? false,
    isBackgroundEnabled: settings.background,
  });
  const backgroundSwitch = {
    isOn: settings.background,
    set(on: boolean) {
      settings.setBackground(on);
      background.refresh();
    },
  };

  const info = { version, shell: 'desktop', platform: process.platform, dataFolder } as const;
  registerIpcHandlers({ backend, log, info, backgroundSetting: backgroundSwitch, spellChecker, window: () => window });
  setApplicationMenu(window, []);
  syncOnWake(backend);
  nativeTheme.on('updated', () => window?.setBackgroundColor(windowBackgroundColor()));
  app.on('second-instance', () => focus());
  app.on('activate', () => focus());
  app.on('window-all-closed', () => process.platform !== 'darwin' && !settings.background() && app.quit());
  closeBeforeQuit([() => backend.close(), startWritingSettings], log);
}

/** The backend closes its file before the process ends, so that the next start finds it closed cleanly; what was set last is saved. */
function closeBeforeQuit(steps: readonly (() => Promise<void>)[], log: (line: string) => void): void {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void Promise.all(steps.map((close) => close()))
      .catch((error: unknown) => log(`The backend did not close: ${String(error)}`))
      .finally(() => {
        closed = true;
        app.quit();
      });
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}
