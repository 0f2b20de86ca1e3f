/** The running app for a test: the desktop window, the packed app, or the browser shell, as TALEPORT_SHELL says. Always with a data folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../root.ts';
import { openChromium } from './chromium.ts';
import { ElectronApp } from './electron-app.ts';
import { readFirstLine } from './read-first-line.ts';
import { trackProcess } from './running-processes.ts';
import { slowDownPage, slowDownWindow } from './slowdown.ts';

export const shell = process.env.TALEPORT_SHELL === 'desktop' ? 'desktop' : 'browser';
const artifacts = process.env.TALEPORT_ARTIFACTS ?? join(root, 'out-test', 'artifacts');

export interface TestApp {
  readonly page: Page;
  readonly data: string;
  /** The program around the window; null in the browser shell. */
  readonly electron: ElectronApp | null;
  /** Answers the next system dialog with this path; in the browser shell the screen asks for a path itself. */
  choose(path: string): Promise<void>;
  /** A picture kept as an artifact. It also waits for a frame. */
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
  /** Ends the program and leaves its data folder for another start. */
  quit(): Promise<void>;
}

interface TestAppOptions {
  /** The folder of a packed app. */
  readonly packed?: string | undefined;
  /** An installed program, which runs as it is; not the one of this repository. */
  readonly program?: string | undefined;
  readonly data?: string;
  /** What the desktop is to open. */
  readonly open?: string | undefined;
  /** For Electron, before the app's own arguments. */
  readonly switches?: readonly string[];
  /** In addition to the test's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Errors that the page may log because the test causes them: their text, followed by the address of what failed, in parentheses. */
  readonly mayLog?: RegExp;
}

/** The pages that are open. */
const pages = new Set<Page>();

/** A picture of each open page, for whoever looks for the cause. */
export async function pictureFailure(test: string): Promise<void> {
  const name = test.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);
  for (const [at, page] of [...pages].entries()) {
    // A page that does not respond has no picture.
    await page.screenshot({ path: join(artifacts, `failed-${name}-${shell}-${at}.png`), timeout: 10_000 }).catch(() => undefined);
  }
}

export const createTempFolder = (name: string): string => mkdtempSync(join(tmpdir(), `taleport-${name}-`));

/** Starts the app. `quit` and `close` throw if the page has logged errors that `mayLog` does not match. */
export async function launchApp({
  packed,
  program,
  open,
  data = createTempFolder('data'),
  switches = [],
  env = {},
  mayLog,
}: TestAppOptions = {}): Promise<TestApp> {
  mkdirSync(artifacts, { recursive: true });
  const errors: string[] = [];
  const opened = shell === 'desktop' ? await launchDesktop(data, { packed, program, open, switches, env }) : await launchBrowser(data);
  const { page } = opened;
  pages.add(page);
  page.on('close', () => pages.delete(page));
  const quit = async () => {
    await opened.close();
    if (errors.length > 0) throw new Error(`The page logged errors:\n${errors.join('\n')}`);
  };
  // As long as `expect.poll` waits: on a busy machine, Chromium without a GPU takes seconds for a frame.
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    const text = message.text().trim();
    const { url, lineNumber, columnNumber } = message.location();
    const logged = url && text ? `${text} (${url}:${lineNumber}:${columnNumber})` : text;
    if (message.type() === 'error' && !mayLog?.test(logged)) errors.push(logged);
  });
  return {
    page,
    data,
    electron: opened.electron,
    choose: opened.choose,
    screenshot: async (name) =>
      void (await page.screenshot({ path: join(artifacts, `${name}-${packed || program ? 'packed' : shell}.png`) })),
    quit,
    close: () => quit().finally(() => rmSync(data, { recursive: true, force: true })),
  };
}

async function launchDesktop(data: string, { packed, program, open, switches = [], env }: Omit<TestAppOptions, 'data' | 'mayLog'>) {
  const own = packed ? join(packed, 'taleport') : (process.env.TALEPORT_ELECTRON ?? '');
  const app = await ElectronApp.launch({
    executable: program ?? own,
    args: [...switches, ...(program || packed ? [] : [root]), '--data', data, ...(open ? [open] : [])],
    env: { ...environment(packed), ...env },
    sandbox: program ? 'on' : 'off',
  });
  const page = await app.firstWindow();
  await slowDownWindow(app, page);
  await page.setViewportSize({ width: 1360, height: 860 });
  return { page, electron: app, choose: (path: string) => stubFileDialogs(app, path), close: () => app.close() };
}

/**
 * If Electron is older than the app requires (scripts/provide-electron.mjs), a variable names a native module that was built for it. The
 * packed app uses the module in its own folder.
 */
export function environment(packed: string | undefined): Record<string, string> {
  const { TALEPORT_SQLITE_BINDING: binding, ...rest } = process.env;
  const carried = join(
    packed ?? '',
    'resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds',
    `${process.platform}-${process.arch}.node`,
  );
  return { ...rest, ...(binding ? { TALEPORT_SQLITE_BINDING: packed ? carried : binding } : {}) } as Record<string, string>;
}

/** System dialogs cannot be operated from outside: the program gets the choice of the user by a variable. Each says what it is for. */
function stubFileDialogs(app: ElectronApp, path: string): Promise<void> {
  return app.evaluate(({ dialog }, chosen) => {
    const requireTitle = (options: unknown) => {
      if (!(options as { title?: string }).title) throw new Error('The dialog has no title.');
    };
    dialog.showOpenDialog = async (...input: unknown[]) => {
      requireTitle(input.at(-1));
      return { canceled: false, filePaths: [chosen ?? ''] };
    };
    dialog.showSaveDialog = async (...input: unknown[]) => {
      requireTitle(input.at(-1));
      return { canceled: false, filePath: chosen ?? '' };
    };
  }, path);
}

async function launchBrowser(data: string) {
  const args = [join(root, 'out', 'main', 'headless.js'), 'browser', '--port', '0', '--data', data];
  const server = trackProcess(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }));
  const address = await readFirstLine('the browser shell', server);
  const context = await (await openChromium()).newContext({ viewport: { width: 1360, height: 860 } });
  const page = await context.newPage();
  await slowDownPage(page);
  await page.goto(address.replace(/^Taleport: /, ''));
  return {
    page,
    electron: null,
    choose: async () => undefined,
    async close() {
      await context.close();
      await stopServer(server);
    },
  };
}

function stopServer(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once('exit', () => resolve());
    server.kill('SIGTERM');
  });
}
