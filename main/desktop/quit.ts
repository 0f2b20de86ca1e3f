/**
 * Closing windows and ending the program, whatever begins it: the user, a signal, an update, another data folder. Pages save what is typed
 * first (ADR 0680), and the user is asked about forms that would be lost (ADR 0444). Quitting asks for all windows before it closes any, so
 * that all of them stay open if the user keeps one (ADR 0953).
 */
import { app, type BrowserWindow, dialog } from 'electron';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { Translate } from '../../shared/messages/translator.ts';
import type { OpenRequest } from './app-arguments.ts';
import { ipcChannels } from './window/bridge-types.ts';

/** What the program does when it has ended. Dropped if the user keeps a window open. */
export type AfterQuit =
  /** Installs the update that is ready, and starts the new version. */
  | { readonly do: 'update' }
  /** Starts again with another data folder; null is the default one. `opens` is what was postponed. */
  | { readonly do: 'openDataFolder'; readonly folder: string | null; readonly opens?: OpenRequest | undefined }
  /** Starts again, because the user has started it while it was closing. */
  | { readonly do: 'open'; readonly request: OpenRequest | undefined };

/** What a page says before its window closes. Of a page that does not respond, the drafts are stored. */
interface PageAnswer {
  readonly hasUnsavedText: boolean;
}

/**
 * - `running`: a window may still be closing by itself.
 * - `asking`: the pages save, and the user is asked. Ends with `closingWindows`, or with `running` if a window stays open.
 * - `closingWindows`: no window has to be asked any more.
 * - `closingBackend`: there are no windows.
 * - `ended`: nothing is left but what comes after quitting.
 */
type QuitState = 'running' | 'asking' | 'closingWindows' | 'closingBackend' | 'ended';

export interface Quit {
  start(after?: AfterQuit): void;
  /** Lets the page of the window save, and asks the user, before the window closes. */
  askBeforeClosing(window: BrowserWindow): void;
  /** The page has answered the event `window.closing`. */
  markReadyToClose(window: BrowserWindow, answer: PageAnswer): void;
  /**
   * Whether what the user wants to open has to wait for the end of the program, which then starts again and opens it. While the user is still
   * asked, only what has to be opened waits: a window that is only to be shown is there. Only one thing is opened, the first that was requested, and
   * nothing if an update is installed: the installer starts the new version.
   */
  postpone(request?: OpenRequest): boolean;
}

interface QuitDeps {
  readonly t: Translate;
  readonly log: (line: string) => void;
  /**
   * Run when all windows are closed: the backend closes its database, so that the next start finds it closed cleanly, and the last changes of
   * settings are saved.
   */
  readonly closingSteps: readonly (() => Promise<void>)[];
  /** The last step, even if one before it has failed. It may end the program itself. */
  readonly finish: (after: AfterQuit | undefined) => Promise<void>;
  /** Opens what was postponed, if the user keeps a window open. */
  readonly open: (request: OpenRequest | undefined) => void;
}

/** Milliseconds. A page that does not respond, or a disk that hangs, does not keep the window open: drafts are stored while the user types. */
const saveTimeout = 5000;

export function createQuit({ t, log, closingSteps, finish, open }: QuitDeps): Quit {
  let state: QuitState = 'running';
  let after: AfterQuit | undefined;
  /** What waits for the end of the program, apart from `after`: either may be wanted first. */
  let postponed: { readonly request: OpenRequest | undefined } | undefined;
  /** The system or a terminal is ending the process. It kills a process that waits for an answer. */
  let isForced = false;
  const windows = new Set<BrowserWindow>();
  /** The windows whose pages are saving. */
  const saving = new Map<BrowserWindow, Promise<PageAnswer>>();
  const answers = new WeakMap<BrowserWindow, (answer: PageAnswer) => void>();
  /** The windows that may close, and whether the user has agreed to discard what is typed in them. */
  let ready = new Map<BrowserWindow, { readonly discardsText: boolean }>();

  const mustAsk = (window: BrowserWindow): boolean =>
    !ready.has(window) && !window.isDestroyed() && !window.webContents.isCrashed() && !window.webContents.isLoadingMainFrame();

  const save = (window: BrowserWindow): Promise<PageAnswer> => {
    const running = saving.get(window) ?? askPage(window).finally(() => saving.delete(window));
    saving.set(window, running);
    return running;
  };

  function askPage(window: BrowserWindow): Promise<PageAnswer> {
    const { webContents } = window;
    return new Promise((resolve) => {
      const end = (answer: PageAnswer): void => {
        clearTimeout(late);
        answers.delete(window);
        window.off('closed', giveUp);
        webContents.off('render-process-gone', giveUp);
        resolve(answer);
      };
      const giveUp = (): void => {
        log('The page did not save before its window closed');
        end({ hasUnsavedText: false });
      };
      const late = setTimeout(giveUp, saveTimeout);
      answers.set(window, end);
      window.on('closed', giveUp);
      webContents.on('render-process-gone', giveUp);
      sendClosing(window);
    });
  }

  /** Asks the user if text would be lost. Returns whether the window may close; otherwise nothing is closed any more. */
  function confirm(window: BrowserWindow, { hasUnsavedText }: PageAnswer): boolean {
    if (hasUnsavedText && !isForced && !confirmDiscard(window, t)) {
      cancel();
      return false;
    }
    ready.set(window, { discardsText: hasUnsavedText });
    return true;
  }

  function cancel(): void {
    if (state === 'closingBackend' || state === 'ended') return;
    state = 'running';
    ready = new Map();
    const waiting = postponed;
    after = undefined;
    postponed = undefined;
    if (waiting) open(waiting.request);
  }

  /** Asks for all windows. Ends early if the user keeps one, also one that closes by itself meanwhile. */
  async function askAll(asked: readonly BrowserWindow[]): Promise<void> {
    state = 'asking';
    // Cancelling replaces it.
    const attempt = ready;
    const found = await Promise.all(asked.map(async (window) => ({ window, answer: await save(window) })));
    for (const { window, answer } of found) if (attempt === ready && mustAsk(window)) confirm(window, answer);
    if (attempt !== ready) return;
    // A window may have been opened meanwhile, which is asked then.
    state = 'running';
    app.quit();
  }

  async function closeOne(window: BrowserWindow): Promise<void> {
    const answer = await save(window);
    // If the program is quitting, all windows close together.
    if (mustAsk(window) && confirm(window, answer) && state === 'running') window.close();
  }

  function nextStep(): AfterQuit | undefined {
    if (after?.do === 'openDataFolder') return { ...after, opens: postponed?.request };
    return after ?? (postponed && { do: 'open', ...postponed });
  }

  async function close(): Promise<void> {
    state = 'closingBackend';
    for (const step of await Promise.allSettled(closingSteps.map((each) => each())))
      if (step.status === 'rejected') log(`A step of closing has failed: ${String(step.reason)}`);
    state = 'ended';
    await finish(nextStep()).catch((error: unknown) => log(`What comes after quitting has failed: ${String(error)}`));
    app.quit();
  }

  app.on('before-quit', (event) => {
    if (state === 'closingBackend' || state === 'ended') return;
    const asked = [...windows].filter(mustAsk);
    if (asked.length === 0) {
      state = 'closingWindows';
      return;
    }
    // Quitting ends here, and starts again when the pages have answered.
    event.preventDefault();
    if (state !== 'asking') void askAll(asked);
  });
  app.on('will-quit', (event) => {
    if (state === 'ended') return;
    event.preventDefault();
    if (state !== 'closingBackend') void close();
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      isForced = true;
      app.quit();
    });

  return {
    start(wanted) {
      after = wanted ?? after;
      app.quit();
    },
    askBeforeClosing(window) {
      windows.add(window);
      window.once('closed', () => {
        windows.delete(window);
        ready.delete(window);
      });
      window.on('close', (event) => {
        if (!mustAsk(window)) return;
        event.preventDefault();
        if (!saving.has(window)) void closeOne(window);
      });
      // The page is reloaded, or something was typed after it has answered.
      window.webContents.on('will-prevent-unload', (event) => {
        if (isForced || ready.get(window)?.discardsText || confirmDiscard(window, t)) event.preventDefault();
        else cancel();
      });
      // Windows ends the program soon after this event and does not wait for the window.
      window.on('query-session-end', () => sendClosing(window));
    },
    markReadyToClose: (window, answer) => answers.get(window)?.(answer),
    postpone(request) {
      if (state === 'running' || (state === 'asking' && !request)) return false;
      // A request replaces the wish to only show the window.
      if (!postponed?.request) postponed = { request };
      return true;
    },
  };
}

const sendClosing = (window: BrowserWindow): void =>
  window.webContents.send(ipcChannels.events, [{ event: 'window.closing' }] satisfies BackendEvent[]);

/** Asks before text that was typed into a form is discarded. */
function confirmDiscard(window: BrowserWindow, t: Translate): boolean {
  if (window.isMinimized()) window.restore();
  window.focus();
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
