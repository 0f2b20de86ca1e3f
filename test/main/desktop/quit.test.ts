/** How windows close and the program ends. Electron is replaced by its rules for that (shell/browser/browser.cc and window_list.cc). */
import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { t } from '../../../shared/messages/english.ts';

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

class FakeEvent {
  isPrevented = false;
  readonly preventDefault = (): void => {
    this.isPrevented = true;
  };
}

/** Emits the event; returns whether a listener prevented what it announces. */
function isPrevented(emitter: EventEmitter, name: string): boolean {
  const event = new FakeEvent();
  emitter.emit(name, event);
  return event.isPrevented;
}

class FakeApp extends EventEmitter {
  windows: FakeWindow[] = [];
  isQuitting = false;
  hasEnded = false;

  quit(): void {
    if (this.isQuitting || this.hasEnded) return;
    this.isQuitting = !isPrevented(this, 'before-quit');
    if (!this.isQuitting) return;
    if (this.windows.length === 0) this.shutDown();
    for (const window of this.windows) window.close();
  }

  shutDown(): void {
    if (isPrevented(this, 'will-quit')) this.isQuitting = false;
    else this.hasEnded = true;
  }
}

/** The class is not there yet; each test sets an app. */
const app = vi.hoisted((): { current: FakeApp } => Object.create(null));
/** The windows about which the user is asked, in this order, and those that stay open. */
let asked: FakeWindow[] = [];
let staysOpen = new Set<FakeWindow>();
vi.mock('electron', () => ({
  get app() {
    return app.current;
  },
  dialog: {
    showMessageBoxSync(window: FakeWindow) {
      asked.push(window);
      return staysOpen.has(window) ? 1 : 0;
    },
  },
}));

vi.resetModules();
const { createQuit } = await import('../../../main/desktop/quit.ts');
type Quit = ReturnType<typeof createQuit>;

class FakeWindow extends EventEmitter {
  hasForm = false;
  /** Resolves when the page has saved; one that never does does not respond. */
  saved: Promise<void> = Promise.resolve();
  isGone = false;
  readonly webContents = Object.assign(new EventEmitter(), {
    isCrashed: () => false,
    isLoadingMainFrame: () => false,
    send: (): void =>
      void this.saved.then(() =>
        // Only this of the window is used.
        quit.markReadyToClose(this as unknown as BrowserWindow, { hasUnsavedText: this.hasForm }),
      ),
  });
  readonly isDestroyed = (): boolean => this.isGone;
  readonly isMinimized = (): boolean => false;
  readonly focus = (): void => undefined;

  close(): void {
    if (isPrevented(this, 'close')) {
      app.current.isQuitting = false;
      return;
    }
    // The page of another process answers later.
    setImmediate(() => {
      if (this.hasForm && !isPrevented(this.webContents, 'will-prevent-unload')) {
        app.current.isQuitting = false;
        return;
      }
      this.isGone = true;
      app.current.windows = app.current.windows.filter((window) => window !== this);
      this.emit('closed');
      if (app.current.windows.length > 0) return;
      if (app.current.isQuitting) app.current.shutDown();
      else app.current.emit('window-all-closed');
    });
  }
}

let quit: Quit;
let finished: unknown[] = [];
let opened: unknown[] = [];
let backendClosed = Promise.withResolvers<void>();
let others = new Set<unknown>();
/** Without those of the tests around this one, which would end the process. */
const ownListeners = (signal: (typeof signals)[number]) => process.listeners(signal).filter((listener) => !others.has(listener));

beforeEach(() => {
  others = new Set(signals.flatMap((signal) => process.listeners(signal)));
  app.current = new FakeApp();
  [asked, staysOpen, finished, opened] = [[], new Set(), [], []];
  backendClosed = Promise.withResolvers();
  backendClosed.resolve();
  quit = createQuit({
    t,
    log: () => undefined,
    closingSteps: [() => backendClosed.promise],
    finish: async (after) => void finished.push(after ?? 'nothing'),
    open: (request) => opened.push(request ?? 'window'),
  });
});
afterEach(() => {
  for (const signal of signals) for (const listener of ownListeners(signal)) process.off(signal, listener);
});

function openWindow({ hasForm = false } = {}): FakeWindow {
  const window = new FakeWindow();
  window.hasForm = hasForm;
  app.current.windows.push(window);
  // Only this of the window is used.
  quit.askBeforeClosing(window as unknown as BrowserWindow);
  return window;
}

/** Until nothing happens any more. */
async function settle(): Promise<void> {
  for (const _ of Array(10).keys()) await new Promise((resolve) => setImmediate(resolve));
}

describe('quitting with two windows', () => {
  test('saves in both, asks nobody and ends', async () => {
    openWindow();
    openWindow();
    quit.start();
    await settle();
    expect([app.current.hasEnded, asked, finished]).toEqual([true, [], ['nothing']]);
  });

  test.each([0, 1])('asks once, and keeps both if the user keeps window %i', async (at) => {
    const windows = [openWindow({ hasForm: at === 0 }), openWindow({ hasForm: at === 1 })];
    staysOpen.add(windows[at] as FakeWindow);
    quit.start();
    await settle();
    expect(asked).toEqual([windows[at]]);
    expect(app.current.windows).toEqual(windows);
    expect(finished).toEqual([]);
    // The next time it asks again.
    staysOpen.clear();
    quit.start();
    await settle();
    expect(asked).toEqual([windows[at], windows[at]]);
    expect(app.current.hasEnded).toBe(true);
  });

  test('text that the user has agreed to discard is kept if the next window stays open, and asked about again', async () => {
    const windows = [openWindow({ hasForm: true }), openWindow({ hasForm: true })];
    staysOpen.add(windows[1] as FakeWindow);
    quit.start();
    await settle();
    expect(app.current.windows).toEqual(windows);
    windows[0]?.close();
    await settle();
    expect(asked).toEqual([...windows, windows[0]]);
    expect(app.current.windows).toEqual([windows[1]]);
  });

  test('a window that opens while the others are asked is asked, too', async () => {
    const slow = Promise.withResolvers<void>();
    const first = openWindow();
    first.saved = slow.promise;
    quit.start();
    const second = openWindow({ hasForm: true });
    staysOpen.add(second);
    slow.resolve();
    await settle();
    expect(asked).toEqual([second]);
    expect(app.current.windows).toEqual([first, second]);
  });

  test('text that is typed after the answer is asked about before it is lost', async () => {
    const slow = Promise.withResolvers<void>();
    openWindow().saved = slow.promise;
    const second = openWindow();
    staysOpen.add(second);
    quit.start({ do: 'update' });
    await settle();
    second.hasForm = true;
    slow.resolve();
    await settle();
    expect(asked).toEqual([second]);
    expect(app.current.hasEnded).toBe(false);
    staysOpen.clear();
    quit.start();
    await settle();
    expect(finished).toEqual(['nothing']);
  });

  test('a signal asks nobody', async () => {
    openWindow({ hasForm: true });
    openWindow();
    for (const listener of ownListeners('SIGTERM')) listener('SIGTERM');
    await settle();
    expect([app.current.hasEnded, asked]).toEqual([true, []]);
  });
});

describe('closing one of two windows', () => {
  test('asks about that window only, and once, however often it is closed', async () => {
    const [first, second] = [openWindow({ hasForm: true }), openWindow({ hasForm: true })];
    staysOpen.add(first);
    first.close();
    first.close();
    await settle();
    expect(asked).toEqual([first]);
    staysOpen.clear();
    first.close();
    await settle();
    expect(app.current.windows).toEqual([second]);
    expect(asked).toEqual([first, first]);
  });

  test('while the program quits, the window closes with the others, or not at all', async () => {
    const [first, second] = [openWindow(), openWindow({ hasForm: true })];
    staysOpen.add(second);
    first.close();
    quit.start();
    await settle();
    expect(app.current.windows).toEqual([first, second]);
    first.close();
    await settle();
    expect(app.current.windows).toEqual([second]);
  });
});

describe('what comes after quitting', () => {
  test.each([{ do: 'update' } as const, { do: 'openDataFolder', folder: '/other' } as const])(
    '%o is done when everything is closed',
    async (after) => {
      openWindow();
      quit.start(after);
      await settle();
      expect(finished).toEqual([after]);
    },
  );

  test.each([{ do: 'update' } as const, { do: 'openDataFolder', folder: '/other' } as const])(
    '%o is dropped if the user keeps a window',
    async (after) => {
      const window = openWindow({ hasForm: true });
      staysOpen.add(window);
      quit.start(after);
      await settle();
      staysOpen.clear();
      quit.start();
      await settle();
      expect(finished).toEqual(['nothing']);
    },
  );
});

describe('starting the program while it closes', () => {
  test('the program that runs opens it itself', () => {
    expect(quit.postpone({ projectHash: 'abc' })).toBe(false);
  });

  test.each([undefined, { projectHash: 'abc' }, { file: '/story.json' }])(
    '%o is opened by a new start while the backend closes',
    async (request) => {
      backendClosed = Promise.withResolvers();
      openWindow();
      quit.start();
      await settle();
      expect(quit.postpone(request)).toBe(true);
      backendClosed.resolve();
      await settle();
      expect(finished).toEqual([{ do: 'open', request }]);
      expect(app.current.hasEnded).toBe(true);
    },
  );

  test('while the user is asked, a request waits for the answer; the window itself is there', async () => {
    const slow = Promise.withResolvers<void>();
    const window = openWindow({ hasForm: true });
    window.saved = slow.promise;
    staysOpen.add(window);
    quit.start();
    expect(quit.postpone()).toBe(false);
    expect(quit.postpone({ projectHash: 'abc' })).toBe(true);
    slow.resolve();
    await settle();
    expect(opened).toEqual([{ projectHash: 'abc' }]);
    staysOpen.clear();
    quit.start();
    await settle();
    expect(finished).toEqual(['nothing']);
  });

  test.each([
    [[undefined, { projectHash: 'abc' }], { projectHash: 'abc' }],
    [[{ file: '/story.json' }, undefined, { projectHash: 'abc' }], { file: '/story.json' }],
  ])('of %o, the first thing that has to be opened is', async (requests, request) => {
    backendClosed = Promise.withResolvers();
    openWindow();
    quit.start();
    await settle();
    for (const each of requests) expect(quit.postpone(each)).toBe(true);
    backendClosed.resolve();
    await settle();
    expect(finished).toEqual([{ do: 'open', request }]);
  });

  test('a start with another data folder opens what was requested meanwhile', async () => {
    backendClosed = Promise.withResolvers();
    quit.start({ do: 'openDataFolder', folder: '/other' });
    await settle();
    quit.postpone({ projectHash: 'abc' });
    backendClosed.resolve();
    await settle();
    expect(finished).toEqual([{ do: 'openDataFolder', folder: '/other', opens: { projectHash: 'abc' } }]);
  });

  test.each([{ do: 'update' } as const, { do: 'openDataFolder', folder: '/other' } as const])(
    'a request during %o is opened here if the user keeps a window',
    async (after) => {
      const window = openWindow({ hasForm: true });
      staysOpen.add(window);
      quit.start(after);
      expect(quit.postpone({ projectHash: 'abc' })).toBe(true);
      await settle();
      expect([opened, finished]).toEqual([[{ projectHash: 'abc' }], []]);
    },
  );
});
