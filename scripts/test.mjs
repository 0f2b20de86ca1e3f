// `npm test`: the unit tests, the conformance suite (in this process, and over HTTP), the tests that start and kill processes, then the end-to-end tests in a Chromium (browser shell) and in a real Electron (desktop). What this
// machine cannot run is named in the last lines; on a CI (CI=true) it is a failure. The last line is "N passed, N failed".
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { buildIfStale } from './build.mjs';
import { missingDesktopServices } from './desktop-services.mjs';
import { displayProblem, missingLibraries } from './display.mjs';
import { findChromium } from './find-chromium.mjs';
import { exitOnOldNode } from './node-version.mjs';
import { packApp } from './pack.mjs';
import { repoPath } from './paths.mjs';
import { provideElectron } from './provide-electron.mjs';
import { runTests } from './run-tests.mjs';
import { startXvfb } from './xvfb.mjs';

const ci = /^(1|true)$/i.test(process.env.CI ?? '');
const artifacts = process.env.TALEPORT_ARTIFACTS || repoPath('out-test', 'artifacts');
const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const skipped = [];
/** @type {string[]} each failure in a line, for the last words */
const failures = [];
/** @type {string[]} likewise, what passed at its second try */
const passedOnRetry = [];

/**
 * @param {string} project
 * @param {string} name
 * @param {NodeJS.ProcessEnv} [more]
 * @param {string} [elsewhere] where the tests run that this stage leaves out on purpose
 */
async function runStage(project, name, more = {}, elsewhere = '') {
  console.log(`\n── ${name} ──`);
  const counted = await runTests(project, name, { ...process.env, TALEPORT_ARTIFACTS: artifacts, ...more });
  total.passed += counted.passed;
  total.failed += counted.failed;
  failures.push(...counted.why.map((why) => `${name}: ${why}`));
  passedOnRetry.push(...counted.again.map((why) => `${name}: ${why}`));
  if (elsewhere && counted.left.length > 0) console.log(`${counted.left.length} tests are for ${elsewhere} only`);
  else for (const test of counted.left) if (realFiles || !/real/i.test(test)) reportSkipped(`${name}: "${test}" did not run`);
  if (counted.passed + counted.failed === 0) reportSkipped(`${name}: there was no test to run`);
}

/** @param {string} what */
function reportSkipped(what) {
  skipped.push(what);
  if (ci) total.failed += 1;
}

async function browserStage() {
  const chromium = findChromium();
  if (!chromium) return reportSkipped('browser: no Chromium (Debian: apt-get install chromium; or set TALEPORT_CHROMIUM to its path)');
  await runStage('e2e', 'browser', { TALEPORT_SHELL: 'browser', TALEPORT_CHROMIUM: chromium });
}

async function desktopStage() {
  const electron = await provideElectron({ allowFallback: true });
  if ('reason' in electron) return reportSkipped(`desktop: no Electron, since ${electron.reason}`);
  const missing = await missingLibraries(electron.executable);
  if (missing) return reportSkipped(`desktop: ${missing}`);
  const screen = (await displayProblem()) ? await startXvfb() : undefined;
  if (screen && 'reason' in screen) return reportSkipped(`desktop: ${screen.reason} (Debian: apt-get install xvfb)`);
  const packed = ci ? await packApp(electron) : undefined;
  if (packed && 'reason' in packed) reportSkipped(`desktop: ${packed.reason}`);
  const missed = process.platform === 'linux' ? await missingDesktopServices() : undefined;
  if (missed) reportSkipped(`desktop: ${missed}`);
  console.log(`Electron ${electron.version} (${electron.source}), ${screen ? 'in Xvfb' : 'on this display'}`);
  await runStage('e2e', 'desktop', {
    TALEPORT_SHELL: 'desktop',
    TALEPORT_ELECTRON: electron.executable,
    TALEPORT_DESK: missed || process.platform !== 'linux' ? 'none' : 'own',
    ...(electron.sqliteBinding && { TALEPORT_SQLITE_BINDING: electron.sqliteBinding }),
    ...(packed && 'folder' in packed && { TALEPORT_PACKED: packed.folder }),
    ...(screen && { DISPLAY: screen.display, WAYLAND_DISPLAY: '' }),
  });
  screen?.end();
}

exitOnOldNode();
const realFiles = existsSync(process.env.TALEPORT_REAL || repoPath('..', 'shared', 'data', 'real'));
mkdirSync(artifacts, { recursive: true });
mkdirSync(repoPath('out-test'), { recursive: true });
const wrong = await buildIfStale();
if (wrong) {
  console.error(wrong);
  failures.push(wrong);
  total.failed += 1;
}
await runStage('unit', 'unit');
await runStage('conformance', 'conformance', { TALEPORT_PLACE: 'in-process' });
await runStage('conformance', 'conformance over serve', { TALEPORT_PLACE: 'serve' }, 'the service in this process');
await runStage('processes', 'processes');
if (!wrong) {
  await browserStage();
  await desktopStage();
}
console.log('');
if (!realFiles) console.log('Not run: the tests with real files (set TALEPORT_REAL to their folder, or lay them at ../shared/data/real)');
for (const what of passedOnRetry) console.log(`Passed at the second try: ${what}`);
for (const what of failures) console.log(`Failed: ${what}`);
for (const what of skipped) console.log(`Not run: ${what}`);
const result = `${total.passed} passed, ${total.failed} failed`;
writeFileSync(repoPath('out-test', 'result'), `${result}\n`);
console.log(result);
process.exit(total.failed > 0 ? 1 : 0);
