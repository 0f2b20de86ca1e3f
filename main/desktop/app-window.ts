/**
 * The only window of the app: opens it, brings it to the front, and opens it again after it was closed while the app continued in the
 * background.
 */
import { app, type BrowserWindow } from 'electron';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { formatWindowLocation, type WindowLocation } from '../../shared/contracts/window-location.ts';
import { appPageUrl } from './app-page.ts';
import { ipcChannels } from './bridge-types.ts';

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
