/**
 * A running Electron for tests: its pages by Chromium's protocol, its main process by Node's inspector.
 *
 * Playwright's own launcher connects to Chromium immediately. If it attaches to the window while that is being created, one of the commands
 * is never answered: about one start in thirty, one in four under load. Here Chromium is only connected once the window has loaded,
 * which Node's inspector reports reliably, so no start needs a second try.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type * as Electron from 'electron';
import { type Browser, chromium, type Page } from 'playwright-core';
import { trackProcess } from './running-processes.ts';

interface ElectronLaunchOptions {
  readonly executable: string;
  /** The folder of the app, unless it is packed, and its own arguments. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Chromium's sandbox; root cannot have it. */
  readonly sandbox: 'on' | 'off';
}

/** Milliseconds until a start or an end counts as failed. */
const limit = 120_000;
const inspectorAddress = /ws:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const browserAddress = /ws:\/\/127\.0\.0\.1:\d+\/devtools\/browser\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Resolves in the main process when a window has loaded its page. */
const firstWindowLoaded = `(({ app, BrowserWindow }) => new Promise((resolve) => {
  const whenLoaded = ({ webContents }) => webContents.isLoadingMainFrame() || webContents.getURL() === ''
    ? webContents.once('did-finish-load', () => resolve())
    : resolve();
  const [window] = BrowserWindow.getAllWindows();
  if (window) whenLoaded(window);
  else app.once('browser-window-created', (_event, created) => whenLoaded(created));
}))(require('electron'))`;

/** Resolves in the main process with the time (`Date.now()`) at which the page of the first window has an element with the selector. */
const whenFirstWindowShows = (selector: string) => `(({ app, BrowserWindow }) => new Promise((resolve, reject) => {
  const inPage = () => new Promise((shown) => {
    const look = () => document.querySelector(${JSON.stringify(selector)}) ? shown(Date.now()) : setTimeout(look, 2);
    look();
  });
  const whenShown = ({ webContents }) => {
    const look = () => webContents.executeJavaScript(\`(\${inPage})()\`).then(resolve, reject);
    if (webContents.getURL() === '') webContents.once('dom-ready', look);
    else look();
  };
  const [window] = BrowserWindow.getAllWindows();
  if (window) whenShown(window);
  else app.once('browser-window-created', (_event, created) => whenShown(created));
}))(require('electron'))`;

export class ElectronApp {
  readonly process: ChildProcess;
  readonly #browser: Browser;
  readonly #inspector: Inspector;

  private constructor(child: ChildProcess, browser: Browser, inspector: Inspector) {
    this.process = child;
    this.#browser = browser;
    this.#inspector = inspector;
    // An app that quits by itself waits for its debugger.
    child.stderr?.on('data', (text: string) => text.includes('Waiting for the debugger to disconnect') && inspector.close());
  }

  /** Throws with everything that was written to stderr where no debugger answers. */
  static async launch(options: ElectronLaunchOptions): Promise<ElectronApp> {
    const { child, inspector, browserUrl } = await startElectron(options);
    try {
      await inspector.evaluate(firstWindowLoaded);
      // Local: chosen files keep their paths, which the app reads them by.
      const browser = await chromium.connectOverCDP(browserUrl, { timeout: limit, isLocal: true });
      return new ElectronApp(child, browser, inspector);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  /** The first window, as soon as it is there. */
  async firstWindow(): Promise<Page> {
    return this.#context.pages()[0] ?? (await this.nextWindow());
  }

  /** The next window that opens. */
  nextWindow(): Promise<Page> {
    return this.#context.waitForEvent('page', { timeout: limit });
  }

  /**
   * Runs the function in the main process, where it gets Electron's module. It cannot use variables around it; argument and result are JSON.
   * Rejects with what the function throws.
   */
  evaluate<R, A = undefined>(run: (electron: typeof Electron, argument: A) => R, argument?: A): Promise<Awaited<R>> {
    return this.#inspector.evaluate(`(${run})(require('electron'), ${JSON.stringify(argument) ?? 'undefined'})`) as Promise<Awaited<R>>;
  }

  /** Closes all windows as a user does. Resolves when they are gone: one that is still closing would be shown instead of a new one. */
  closeWindows(): Promise<void> {
    return this.evaluate(async ({ BrowserWindow }) => {
      await Promise.all(
        BrowserWindow.getAllWindows().map(
          (window) =>
            new Promise<void>((resolve) => {
              window.once('closed', () => resolve());
              window.close();
            }),
        ),
      );
    });
  }

  /** Ends all worker threads of the main process, as a crash would. */
  async terminateWorkers(): Promise<void> {
    const prototype = await this.#inspector.send('Runtime.evaluate', {
      expression: `require('node:worker_threads').Worker.prototype`,
      includeCommandLineAPI: true,
    });
    const workers = await this.#inspector.send('Runtime.queryObjects', { prototypeObjectId: prototype.result?.result?.objectId });
    await this.#inspector.send('Runtime.callFunctionOn', {
      objectId: workers.result?.objects?.objectId,
      // The prototypes of subclasses are among them, which have no fields.
      functionDeclaration: `function () {
        return Promise.all(this.filter((found) => Object.getOwnPropertySymbols(found).length > 0).map((worker) => worker.terminate()));
      }`,
      awaitPromise: true,
    });
  }

  /** Asks the app to quit. One that does not end by itself within the limit is ended, and that is an error. */
  async close(): Promise<void> {
    await quitElectron(this.process, this.#inspector);
  }

  /** Kills the process. */
  kill(): void {
    this.#inspector.close();
    this.process.kill('SIGKILL');
  }

  get #context() {
    const [context] = this.#browser.contexts();
    if (!context) throw new Error('Electron has no browser context.');
    return context;
  }
}

/** Milliseconds from starting Electron until an element with the selector is in its first window. Electron has ended then. */
export async function timeUntilShown(options: ElectronLaunchOptions, selector: string): Promise<number> {
  const start = Date.now();
  const { child, inspector } = await startElectron(options);
  try {
    const end = await inspector.evaluate(whenFirstWindowShows(selector));
    await quitElectron(child, inspector);
    return Number(end) - start;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

async function startElectron({ executable, args, env, sandbox }: ElectronLaunchOptions) {
  const switches = ['--inspect=127.0.0.1:0', '--remote-debugging-port=0', '--disable-gpu', ...(sandbox === 'on' ? [] : ['--no-sandbox'])];
  const child = trackProcess(spawn(executable, [...switches, ...args], { env, stdio: ['ignore', 'inherit', 'pipe'] }));
  try {
    const [inspectorUrl, browserUrl] = await readAddresses(child);
    return { child, inspector: await Inspector.connect(inspectorUrl), browserUrl };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

async function quitElectron(child: ChildProcess, inspector: Inspector): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  // A form in which the test has left something typed is discarded.
  await inspector
    .evaluate(`(({ app, dialog }) => { dialog.showMessageBoxSync = () => 0; app.quit(); })(require('electron'))`)
    .catch(() => undefined);
  inspector.close();
  const late = setTimeout(() => child.kill('SIGKILL'), limit);
  const [, signal] = await ended;
  clearTimeout(late);
  if (signal === 'SIGKILL') throw new Error(`The app did not end within ${limit / 1000} seconds of being asked to.`);
}

function readAddresses(child: ChildProcess): Promise<[inspector: string, browser: string]> {
  return new Promise((resolve, reject) => {
    let written = '';
    const fail = (reason: string) => {
      clearTimeout(late);
      reject(new Error(`${reason}\n${written}`));
    };
    const late = setTimeout(() => fail(`Electron opened no debuggers within ${limit / 1000} seconds.`), limit);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code, signal) => fail(`Electron ended with ${code ?? signal}.`));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      written += text;
      const [inspector] = inspectorAddress.exec(written) ?? [];
      const [browser] = browserAddress.exec(written) ?? [];
      if (!inspector || !browser) return;
      clearTimeout(late);
      resolve([inspector, browser]);
    });
  });
}

interface InspectorReply {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: {
    readonly result?: { readonly value?: unknown; readonly objectId?: string };
    readonly objects?: { readonly objectId?: string };
    readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
  };
}

/** Node's inspector, as far as evaluating needs it. */
class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (reply: InspectorReply) => void>();
  #nextId = 1;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const reply = JSON.parse(String(data)) as InspectorReply;
      if (reply.id !== undefined) this.#waiting.get(reply.id)?.(reply);
    });
    socket.addEventListener('close', () => {
      for (const answer of this.#waiting.values()) answer({ error: { message: 'The process has ended.' } });
    });
  }

  static async connect(url: string): Promise<Inspector> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error(`The inspector at ${url} cannot be reached.`)), { once: true });
    });
    return new Inspector(socket);
  }

  async evaluate(expression: string): Promise<unknown> {
    // The inspector interrupts whatever runs, also a function that is writing a file, so the expression waits for its turn. The promise is kept
    // because the inspector fails if it is collected before its answer (“Promise was collected”). The command line API brings `require`, only
    // during the evaluation.
    const params = {
      expression: `((require) => {
        const turn = new Promise((resolve) => setImmediate(resolve)).then(() => ${expression});
        (globalThis.evaluations ??= []).push(turn);
        return turn;
      })(require)`,
      includeCommandLineAPI: true,
      awaitPromise: true,
      returnByValue: true,
    };
    return (await this.send('Runtime.evaluate', params)).result?.result?.value;
  }

  async send(method: string, params: Readonly<Record<string, unknown>>): Promise<InspectorReply> {
    const id = this.#nextId++;
    const reply = await new Promise<InspectorReply>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
    this.#waiting.delete(id);
    const thrown = reply.result?.exceptionDetails;
    if (reply.error || thrown) throw new Error(reply.error?.message ?? thrown?.exception?.description ?? thrown?.text);
    return reply;
  }

  close(): void {
    this.#socket.close();
  }
}
