/**
 * The windows of the app: opens the first one, brings it to the front, and opens it again after it was closed while the app continued in the background; and
 * opens more of them, which share the backend.
 */
import { app, BrowserWindow, dialog, nativeTheme, type Rectangle, screen, type WebContents } from 'electron';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { formatWindowLocation, furtherWindowQuery, type WindowLocation } from '../../../shared/contracts/window-location.ts';
import type { Translate } from '../../../shared/messages/translator.ts';
import type { DesktopSettings } from '../desktop-settings.ts';
import type { Quit } from '../quit.ts';
import { appPageUrl } from './app-page.ts';
import { ipcChannels } from './bridge-types.ts';
import { besideWindow, fitToWorkArea } from './window-bounds.ts';

export interface AppWindows {
  open(): void;
  /** Opens another window at a location of the page, on another screen if there is one. */
  openAnother(place: WindowLocation): void;
  /** Shows the current window, at a location of its page if one is given. */
  focus(place?: WindowLocation): void;
  /** The window that had the focus last. Undefined while the app runs in the background. */
  current(): BrowserWindow | undefined;
  /** The window of a page. */
  of(page: WebContents): BrowserWindow | undefined;
  list(): readonly BrowserWindow[];
  /** Called after another window has become the current one, also when there is none any more. */
  onCurrentChange(listener: () => void): void;
  /**
   * Sends events to all pages. Without a window, or before a page has loaded, they are dropped, because a page reads the current state
   * when it starts.
   */
  send(events: BackendEvent[]): void;
  /** To the current window. */
  sendWhenLoaded(event: BackendEvent): void;
}

/** `openWindow` opens a window at an address of our own page, beside `other` if it is not the first one. */
export function createAppWindows(
  openWindow: (address: string, other: BrowserWindow | undefined) => BrowserWindow,
  log: (line: string) => void,
): AppWindows {
  /** The one that had the focus last comes last. */
  let windows: readonly BrowserWindow[] = [];
  let listener = (): void => undefined;
  const current = () => windows.at(-1);
  const setWindows = (next: readonly BrowserWindow[]): void => {
    const before = current();
    windows = next;
    if (current() !== before) listener();
  };
  /** Those that were opened from another one. */
  const further = new WeakSet<BrowserWindow>();
  const open = (address: string): BrowserWindow => {
    const window = openWindow(address, current());
    const others = () => windows.filter((each) => each !== window);
    setWindows([...windows, window]);
    // Nothing else listens to the focus of a window, because it would be called before this.
    window.on('focus', () => setWindows([...others(), window]));
    window.once('closed', () => setWindows(others()));
    return window;
  };
  const addressOf = (place?: WindowLocation, query = ''): string => appPageUrl() + query + (place ? formatWindowLocation(place) : '');

  return {
    open: () => void open(addressOf()),
    openAnother: (place) => void further.add(open(addressOf(place, furtherWindowQuery))),
    focus(place) {
      const window = current();
      if (!window) return void open(addressOf(place));
      // Only the part of the address after `#` changes, so the page stays loaded.
      const query = further.has(window) ? furtherWindowQuery : '';
      if (place)
        window.loadURL(addressOf(place, query)).catch((error: unknown) => log(`The page could not be navigated: ${String(error)}`));
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    current,
    of: (page) => windows.find(({ webContents }) => webContents === page),
    list: () => windows,
    onCurrentChange(next) {
      listener = next;
    },
    send(events) {
      for (const window of windows) if (!window.isDestroyed()) window.webContents.send(ipcChannels.events, events);
    },
    sendWhenLoaded(event) {
      // The page subscribes in its first scripts, so no event is lost once it has loaded.
      const page = current()?.webContents;
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
  readonly quit: Pick<Quit, 'askBeforeClosing'>;
  /** The address of our own page. */
  readonly address: string;
  /** The window that is open already. Where this one is closed is not stored then. */
  readonly other: BrowserWindow | undefined;
}

/**
 * Creates a window: sandboxed, where it was before or beside the other one, and shown as soon as its page has been painted. Its title is that of the page.
 */
export function openMainWindow({ preload, settings, log, logFile, t, quit, address, other }: MainWindowDeps): BrowserWindow {
  const stored = other ? undefined : settings.windowBounds();
  const window = new BrowserWindow({
    ...(other ? boundsBeside(other) : boundsOfFirst(stored)),
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
    if (other) return;
    try {
      settings.setWindowBounds({ ...roundRectangle(window.getNormalBounds()), maximized: window.isMaximized() });
    } catch (error) {
      // The window must close on a full disk as well. Next time, it opens where it was before.
      log(`The position of the window could not be stored: ${String(error)}`);
    }
  });
  quit.askBeforeClosing(window);
  reloadAfterCrash(window, { log, logFile, t });
  window.webContents.on('preload-error', (_, path, error) => log(`${path} failed: ${error.stack}`));
  window
    .loadURL(address)
    .catch((error: unknown) => log(`The page could not be loaded: ${String(error)}`))
    .finally(show);
  return window;
}

function boundsOfFirst(stored: Rectangle | undefined): Rectangle {
  const display = stored ? screen.getDisplayMatching(stored) : screen.getPrimaryDisplay();
  return fitToWorkArea(stored, display.workArea);
}

function boundsBeside(other: BrowserWindow): Rectangle {
  const bounds = other.getNormalBounds();
  const own = screen.getDisplayMatching(bounds);
  const areas = screen.getAllDisplays().filter(({ id }) => id !== own.id);
  return besideWindow(bounds, own.workArea, areas[0]?.workArea);
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
