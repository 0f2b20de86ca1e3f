/**
 * The only window of the app: opens it, brings it to the front, and opens it again after it was closed while the app continued in the
 * background.
 */
import { app, BrowserWindow, dialog, nativeTheme, type Rectangle, screen } from 'electron';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { formatWindowLocation, type WindowLocation } from '../../../shared/contracts/window-location.ts';
import type { Translate } from '../../../shared/messages/translator.ts';
import { isEndedBySignal } from '../close-before-quit.ts';
import type { DesktopSettings } from '../desktop-settings.ts';
import { appPageUrl } from './app-page.ts';
import { ipcChannels } from './bridge-types.ts';
import { saveBeforeClosing } from './save-before-closing.ts';
import { fitToWorkArea } from './window-bounds.ts';

export interface AppWindow {
  open(): void;
  /** Shows the window, at a location of its page if one is given. */
  focus(place?: WindowLocation): void;
  /** Undefined while the app runs in the background. */
  current(): BrowserWindow | undefined;
  /**
   * Sends events to the page. Without a window, or before the page has loaded, they are dropped, because the page reads the current state
   * when it starts.
   */
  send(events: BackendEvent[]): void;
  sendWhenLoaded(event: BackendEvent): void;
}

/** `openWindow` opens a window at an address of our own page. */
export function createAppWindow(openWindow: (address: string) => BrowserWindow, log: (line: string) => void): AppWindow {
  let window: BrowserWindow | undefined;
  let isQuitting = false;
  app.once('will-quit', () => {
    isQuitting = true;
  });

  const open = (address: string): void => {
    window = openWindow(address);
    window.once('closed', () => {
      window = undefined;
    });
  };

  return {
    open: () => open(appPageUrl()),
    focus(place) {
      // The backend is closed, and an update may be being installed.
      if (isQuitting) return;
      // Only the part of the address after `#` changes, so the page stays loaded.
      const address = appPageUrl() + (place ? formatWindowLocation(place) : '');
      if (!window) return open(address);
      if (place) window.loadURL(address).catch((error: unknown) => log(`The page could not be navigated: ${String(error)}`));
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    current: () => window,
    send: (events) => window?.webContents.send(ipcChannels.events, events),
    sendWhenLoaded(event) {
      // The page subscribes in its first scripts, so no event is lost once it has loaded.
      const page = window?.webContents;
      const send = () => page?.send(ipcChannels.events, [event]);
      if (page?.isLoadingMainFrame()) page.once('did-finish-load', send);
      else send();
    },
  };
}

/** The color until the page has been painted. Equals its `--desk` (renderer/ui/tokens.css). */
export const windowBackgroundColor = (): string => (nativeTheme.shouldUseDarkColors ? backgroundColors.dark : backgroundColors.light);
const backgroundColors = { dark: '#161513', light: '#e9e4da' };

interface MainWindowDeps {
  readonly preload: string;
  readonly settings: DesktopSettings;
  readonly log: (line: string) => void;
  /** The path of the log. */
  readonly logFile: string;
  readonly t: Translate;
  /** The address of our own page. */
  readonly address: string;
}

/** Creates the window: sandboxed, where it was before, and shown as soon as its page has been painted. Its title is that of the page. */
export function openMainWindow({ preload, settings, log, logFile, t, address }: MainWindowDeps): BrowserWindow {
  const stored = settings.windowBounds();
  const display = stored ? screen.getDisplayMatching(stored) : screen.getPrimaryDisplay();
  const window = new BrowserWindow({
    ...fitToWorkArea(stored, display.workArea),
    minWidth: 640,
    minHeight: 420,
    title: 'Taleport',
    show: false,
    backgroundColor: windowBackgroundColor(),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: true,
      devTools: !app.isPackaged,
    },
  });
  if (stored?.maximized) window.maximize();
  let isShown = false;
  const show = (): void => {
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    window.show();
  };
  // Wayland draws no hidden window, so there the event never occurs and the window is shown when its page has loaded
  // (electron/electron#48859).
  window.once('ready-to-show', show);
  window.on('close', () => {
    try {
      settings.setWindowBounds({ ...roundRectangle(window.getNormalBounds()), maximized: window.isMaximized() });
    } catch (error) {
      // The window must close on a full disk as well. Next time, it opens where it was before.
      log(`The position of the window could not be stored: ${String(error)}`);
    }
  });
  saveBeforeClosing(window, log);
  window.webContents.on('will-prevent-unload', (event) => {
    if (isEndedBySignal() || confirmDiscard(window, t)) event.preventDefault();
  });
  reloadAfterCrash(window, { log, logFile, t });
  window.webContents.on('preload-error', (_, path, error) => log(`${path} failed: ${error.stack}`));
  window
    .loadURL(address)
    .catch((error: unknown) => log(`The page could not be loaded: ${String(error)}`))
    .finally(show);
  return window;
}

/** Asks before text that was typed into a form is discarded (ADR 0444). */
function confirmDiscard(window: BrowserWindow, t: Translate): boolean {
  const answer = dialog.showMessageBoxSync(window, {
    type: 'warning',
    message: t('common.discard.title'),
    buttons: [t('common.discard.confirm'), t('common.cancel')],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return answer === 0;
}

/** How often the page may crash within this time (in milliseconds) before the user is asked. */
const maxReloads = 3;
const reloadPeriod = 60_000;

function reloadAfterCrash(window: BrowserWindow, { log, logFile, t }: Pick<MainWindowDeps, 'log' | 'logFile' | 't'>): void {
  let ends: number[] = [];
  const ask = async (): Promise<void> => {
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message: t('desktop.windowFailing.title'),
      detail: t('desktop.windowFailing.detail', { file: logFile }),
      buttons: [t('desktop.windowFailing.reload'), t('menu.app.quit')],
      noLink: true,
    });
    if (response !== 0) return app.quit();
    ends = [];
    window.webContents.reload();
  };
  window.webContents.on('render-process-gone', (_, { reason }) => {
    log(`The page of the window ended: ${reason}`);
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    const now = performance.now();
    ends = [...ends.filter((time) => now - time < reloadPeriod), now];
    if (ends.length <= maxReloads) window.webContents.reload();
    else ask().catch((error: unknown) => log(`The window could not be reloaded: ${String(error)}`));
  });
}

const roundRectangle = ({ x, y, width, height }: Rectangle): Rectangle => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});
