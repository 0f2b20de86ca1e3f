/** The desktop start: one instance a data folder, the parts in a worker, one window. Everything that needs a ready app waits for it. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, nativeTheme, session } from 'electron';
import { fragmentOf, type Place } from '../../shared/place.ts';
import { openLog } from '../log.ts';
import type { Parts } from '../parts.ts';
import { version } from '../version.ts';
import { openBackground } from './background.ts';
import { serveWindow } from './ipc.ts';
import { openKeyStore } from './key-store.ts';
import { lockDown, refusePermissions } from './lock-down.ts';
import { showMenu } from './menu.ts';
import { pageAddress, registerOwnScheme, serveOwnPage } from './own-page.ts';
import { openSettings } from './settings.ts';
import { dictionariesIn, openSpelling } from './spelling.ts';
import { wakeMirror } from './wake-mirror.ts';
import { ground, openWindow } from './window.ts';
import { openWorkerParts } from './worker-parts.ts';

/** Paths of the built files. */
export interface Places {
  readonly dataFolder: string;
  readonly worker: string;
  readonly preload: string;
  readonly screen: string;
}

export function startDesktop(places: Places): void {
  app.setName('Taleport');
  app.setAppUserModelId('app.taleport');
  const wrong = settleIn(places.dataFolder);
  if (wrong) {
    dialog.showErrorBox('Taleport cannot start', wrong);
    app.exit(1);
    return;
  }
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  registerOwnScheme();
  lockDown();
  // Never awaited at the top level of an ES module: the packed app would hang.
  // The worker opens the data meanwhile.
  const log = openLog(places.dataFolder, 'window');
  const parts = openWorkerParts(places.worker, places.dataFolder, log, openKeyStore(join(places.dataFolder, 'keys.json')));
  void app.whenReady().then(() => open(places, parts, log));
}

/** Everything of Chromium's goes below `window`, so that the data folder stays the projects'. */
function settleIn(folder: string): string | undefined {
  try {
    mkdirSync(join(folder, 'window'), { recursive: true, mode: 0o700 });
    app.setPath('userData', folder);
    app.setPath('sessionData', join(folder, 'window'));
    return undefined;
  } catch (error) {
    return `The data folder ${folder} cannot be used: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

function open({ dataFolder, preload, screen }: Places, parts: Parts, log: (line: string) => void): void {
  const settings = openSettings();
  let window: BrowserWindow | undefined;
  const spelling = openSpelling({
    session: session.defaultSession,
    platform: process.platform,
    folder: dictionariesIn(app.getPath('sessionData')),
    choice: settings.spelling,
    keep: settings.keepSpelling,
  });

  const show = (address: string) => {
    window = openWindow({ preload, settings, log, address });
    spelling.watch(window);
    window.once('closed', () => {
      window = undefined;
    });
  };
  // As soon as it may be made: its own process starts while the rest is done here.
  serveOwnPage(session.defaultSession, screen, parts.call);
  refusePermissions(session.defaultSession);
  show(pageAddress());
  /** The window, at a place of its page where one is named. Only what stands behind the `#` is another: the page stays loaded. */
  const focus = (place?: Place) => {
    const address = pageAddress() + (place ? fragmentOf(place) : '');
    if (!window) return show(address);
    if (place) window.loadURL(address).catch((error: unknown) => log(`The page could not be led on: ${String(error)}`));
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  const background = openBackground({
    parts,
    log,
    open: focus,
    quit: () => app.quit(),
    isLookedAt: () => window?.isFocused() ?? false,
    background: settings.background,
  });
  const backgroundSwitch = {
    isOn: settings.background,
    set(on: boolean) {
      settings.keepBackground(on);
      background.refresh();
    },
  };

  const info = { version, shell: 'desktop', platform: process.platform, dataFolder } as const;
  serveWindow({ parts, log, info, background: backgroundSwitch, spelling, window: () => window });
  showMenu(window, []);
  wakeMirror(parts);
  nativeTheme.on('updated', () => window?.setBackgroundColor(ground()));
  app.on('second-instance', () => focus());
  app.on('activate', () => focus());
  app.on('window-all-closed', () => process.platform !== 'darwin' && !settings.background() && app.quit());
  endPartsBeforeQuitting(parts, log);
}

/** The parts close their file before the process goes, so that the next start finds it clean. */
function endPartsBeforeQuitting(parts: { close(): Promise<void> }, log: (line: string) => void): void {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void parts
      .close()
      .catch((error: unknown) => log(`The parts did not close: ${String(error)}`))
      .finally(() => {
        closed = true;
        app.quit();
      });
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}
