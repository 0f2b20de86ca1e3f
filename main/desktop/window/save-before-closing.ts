/** Lets the page save what is typed in the fields of records before its window closes (ADR 0680). */
import { app, type BrowserWindow } from 'electron';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { ipcChannels } from './bridge-types.ts';

/** Milliseconds. A page that does not respond, or a disk that hangs, does not keep the window open: drafts are stored while the user types. */
const saveTimeout = 5000;

const waiting = new WeakMap<BrowserWindow, () => void>();

/** The page has answered the event `window.closing`. */
export const markReadyToClose = (window: BrowserWindow): void => waiting.get(window)?.();

/** Whatever closes the window: the user, quitting, the end of the session or an update. */
export function saveBeforeClosing(window: BrowserWindow, log: (line: string) => void): void {
  let state: 'open' | 'saving' | 'saved' = 'open';
  let isQuitting = false;
  const startQuitting = () => {
    isQuitting = true;
  };
  app.on('before-quit', startQuitting);
  window.once('closed', () => app.off('before-quit', startQuitting));
  // The user has chosen to keep the window open.
  window.webContents.on('will-prevent-unload', () => {
    state = 'open';
    isQuitting = false;
  });
  window.on('close', (event) => {
    const { webContents } = window;
    if (state === 'saved' || webContents.isCrashed() || webContents.isLoadingMainFrame()) return;
    // Quitting ends here, and starts again when the page has answered.
    event.preventDefault();
    if (state === 'saving') return;
    state = 'saving';
    void askPage(window).then((isAnswered) => {
      if (!isAnswered) log('The page did not save in time before its window closed');
      if (window.isDestroyed()) return;
      state = 'saved';
      if (isQuitting) app.quit();
      else window.close();
    });
  });
  // Windows ends the program soon after this event and does not wait for the window.
  window.on('query-session-end', () => sendClosing(window));
}

const sendClosing = (window: BrowserWindow): void =>
  window.webContents.send(ipcChannels.events, [{ event: 'window.closing' }] satisfies BackendEvent[]);

/** Resolves to whether the page has answered in time. */
function askPage(window: BrowserWindow): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => end(false), saveTimeout);
    const end = (isAnswered: boolean): void => {
      clearTimeout(late);
      waiting.delete(window);
      resolve(isAnswered);
    };
    waiting.set(window, () => end(true));
    window.webContents.once('render-process-gone', () => end(false));
    sendClosing(window);
  });
}
