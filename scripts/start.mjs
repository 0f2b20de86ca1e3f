// `npm start`: builds if necessary, then opens the desktop window; if no window can be opened, serves the same app to the
// browser and says why. Runs in the foreground until Ctrl+C. `npm start -- --browser` opens the browser without trying.

import { buildIfStale } from './build.mjs';
import { printUsageIfAsked } from './command-line.mjs';
import { findDisplay, missingLibraries, sandboxProblem } from './display.mjs';
import { exitOnOldNode } from './node-version.mjs';
import { repoPath } from './paths.mjs';
import { provideElectron } from './provide-electron.mjs';
import { startProcess } from './run-process.mjs';

const startupPeriod = 10_000;

/**
 * What a window needs beside the build. It is downloaded while the app is built.
 * @returns {Promise<{ electron: import('./provide-electron.mjs').Electron, display: { switches: string[] } } | { reason: string }>}
 */
async function prepareWindow() {
  const display = await findDisplay();
  if ('reason' in display) return display;
  const electron = await provideElectron({ allowFallback: true });
  return 'reason' in electron ? electron : { electron, display };
}

/**
 * @param {Awaited<ReturnType<typeof prepareWindow>>} prepared
 * @param {string[]} args
 * @returns {Promise<string>} why no window was opened; otherwise it ends the process when the window is closed
 */
async function openWindow(prepared, args) {
  if ('reason' in prepared) return prepared.reason;
  const { electron, display } = prepared;
  const missing = await missingLibraries(electron.executable);
  if (missing) return missing;
  const noSandbox = sandboxProblem(electron.executable);
  if (noSandbox) console.log(`Chromium's sandbox is off, since ${noSandbox}.`);
  if (electron.source === 'fallback') console.log(`This is Electron ${electron.version}, for development only.`);
  console.log('Opening Taleport …');
  const startTime = performance.now();
  const switches = [...display.switches, ...(noSandbox ? ['--no-sandbox'] : []), '--log-level=3'];
  const code = await runElectron(electron, [...switches, repoPath(), ...args]);
  if (code === 0 || performance.now() - startTime > startupPeriod) process.exit(code);
  return 'the window could not be opened';
}

/**
 * @param {import('./provide-electron.mjs').Electron} electron
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
function runElectron({ executable, sqliteBinding }, args) {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const child = startProcess(executable, args, {
    cwd: repoPath(),
    env: sqliteBinding ? { ...env, TALEPORT_SQLITE_BINDING: sqliteBinding } : env,
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * @param {string} reason
 * @param {string[]} args
 */
function serveBrowser(reason, args) {
  const child = startProcess(process.execPath, ['--max-semi-space-size=16', repoPath('out', 'main', 'headless.js'), 'browser', ...args], {
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  let isFirst = true;
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    // Each address opens one tab; when it has been used, the next one is printed.
    process.stdout.write(
      text.replace(/^Taleport: (\S+)$/gm, (/** @type {string} */ _, /** @type {string} */ address) => {
        const wasFirst = isFirst;
        isFirst = false;
        return wasFirst ? `Open Taleport in your browser at ${address} (${reason}). Ctrl+C ends it.` : `For another tab: ${address}`;
      }),
    );
  });
  child.once('close', (code) => process.exit(code ?? 1));
}

printUsageIfAsked('npm start -- [--browser] [OPTION OF taleport, such as --data FOLDER]...');
exitOnOldNode();
const allArguments = process.argv.slice(2);
const args = allArguments.filter((argument) => argument !== '--browser');
const inBrowser = allArguments.includes('--browser');
const preparation = inBrowser ? { reason: 'as asked for' } : prepareWindow();
const wrong = await buildIfStale();
if (wrong) {
  console.error(wrong);
  process.exit(1);
}
serveBrowser(await openWindow(await preparation, args), args);
