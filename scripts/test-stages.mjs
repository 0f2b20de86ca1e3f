// The stages of `npm test`, `npm run test:deep` and `npm run test:windows`, and their final lines: what failed, what did not run, "N passed, N failed".
// Tests that this machine cannot run are listed; on a CI (CI=true) they count as failures.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { makeTestArchives } from './archives-for-tests.mjs';
import { buildIfStale } from './build.mjs';
import { makeTestDebs } from './debs-for-tests.mjs';
import { missingDesktopServices } from './desktop-services.mjs';
import { findDisplay, missingLibraries } from './display.mjs';
import { findChromium } from './find-chromium.mjs';
import { makeMemoryFolder } from './memory-folder.mjs';
import { exitOnOldNode } from './node-version.mjs';
import { packApp } from './pack.mjs';
import { repoPath } from './paths.mjs';
import { provideElectron } from './provide-electron.mjs';
import { runTests, testWorkers } from './run-tests.mjs';
import { provideWine } from './wine.mjs';
import { startScreens } from './xvfb.mjs';

const isCi = /^(1|true)$/i.test(process.env.CI ?? '');
const hasRealFiles = existsSync(process.env.TALEPORT_REAL || repoPath('..', 'shared', 'data', 'real'));

/** In minutes, for a stage that does not end: many times what it takes, as that depends on the machine. The full figures take hours. */
const stageLimit = process.env.TALEPORT_ROUNDS === 'full' ? undefined : 240;

export class TestStages {
  #passed = 0;
  #failed = 0;
  /** @type {string[]} one line per failure, for the summary */
  #failures = [];
  /** @type {string[]} */
  #notRun = [];
  /** @type {NodeJS.ProcessEnv} for the tests that start Taleport: the built program starts four times as fast as its sources */
  #program = {};
  #artifacts = process.env.TALEPORT_ARTIFACTS || repoPath('out-test', 'artifacts');
  /** @type {{ name: string, seconds: number }[]} */
  #times = [];
  /** @type {NodeJS.ProcessEnv} where tests create their files */
  #temporary = {};

  /** @param {{ temporaryFiles: 'disk' | 'memory' }} options `memory`: where there is enough of it */
  constructor({ temporaryFiles }) {
    exitOnOldNode();
    const folder = temporaryFiles === 'memory' ? makeMemoryFolder() : undefined;
    if (folder) this.#temporary = { TMPDIR: folder };
    mkdirSync(this.#artifacts, { recursive: true });
    mkdirSync(repoPath('out-test'), { recursive: true });
  }

  /** @returns {Promise<boolean>} whether the app is built, and up to date */
  async build() {
    const problem = await buildIfStale();
    this.#program = problem ? {} : { TALEPORT_HEADLESS: repoPath('out', 'main', 'headless.js') };
    if (!problem) return true;
    console.error(problem);
    this.#failures.push(problem);
    this.#failed += 1;
    return false;
  }

  /**
   * Runs projects of vitest.config.ts, together.
   * @param {string | readonly string[]} projects
   * @param {string} name of the stage and its report
   * @param {NodeJS.ProcessEnv} [environment] in addition to that of this process
   * @param {string} [runElsewhere] where the tests run that this stage omits on purpose
   */
  async run(projects, name, environment = {}, runElsewhere = '') {
    console.log(`\n── ${name} ──`);
    const start = performance.now();
    const all = { ...process.env, ...this.#temporary, TALEPORT_ARTIFACTS: this.#artifacts, ...this.#program, ...environment };
    const counted = await runTests([projects].flat(), name, all, stageLimit);
    this.#times.push({ name, seconds: Math.round((performance.now() - start) / 1000) });
    this.#passed += counted.passed;
    this.#failed += counted.failed;
    this.#failures.push(...counted.failures.map((reason) => `${name}: ${reason}`));
    // Everything runs on Linux; what does not run on other systems is for Linux.
    const elsewhere = runElsewhere || (process.platform === 'linux' ? '' : 'other systems');
    if (elsewhere && counted.notRun.length > 0) console.log(`${counted.notRun.length} tests are for ${elsewhere} only`);
    else for (const test of counted.notRun) if (hasRealFiles || !/real/i.test(test)) this.#leaveOut(`${name}: "${test}" did not run`);
    if (counted.passed + counted.failed === 0) this.#leaveOut(`${name}: there was no test to run`);
  }

  /** @param {'core' | 'rest'} extent of the tests of the window: those of `npm test`, or all others */
  async browser(extent) {
    const chromium = findChromium();
    if (!chromium) return this.#leaveOut('browser: no Chromium (Debian: apt-get install chromium; or set TALEPORT_CHROMIUM to its path)');
    await this.run('e2e', 'browser', { TALEPORT_SHELL: 'browser', TALEPORT_CHROMIUM: chromium, TALEPORT_E2E: extent });
  }

  /**
   * @param {'core' | 'rest'} extent as for `browser`; `rest` also packs and tests the packed app and its Debian package, and needs a session bus on Linux
   */
  async desktop(extent) {
    const electron = await provideElectron({ allowFallback: true });
    if ('reason' in electron) return this.#leaveOut(`desktop: no Electron, since ${electron.reason}`);
    const missing = await missingLibraries(electron.executable);
    if (missing) return this.#leaveOut(`desktop: ${missing}`);
    const display = await findDisplay();
    // Electron's older versions and the tests of its windows need X11. The windows on a screen share its keyboard, so that each worker has a screen.
    const screens = 'reason' in display || display.switches.length > 0 ? await startScreens(testWorkers) : [];
    if ('reason' in screens) return this.#leaveOut(`desktop: ${screens.reason} (Debian: apt-get install xvfb)`);
    console.log(
      `Electron ${electron.version} (${electron.source}), ${screens.length > 0 ? `in Xvfb × ${screens.length}` : 'on this display'}`,
    );
    const isRest = extent === 'rest';
    const packed = isRest ? await packApp(electron) : undefined;
    if (packed && 'reason' in packed) this.#leaveOut(`desktop: ${packed.reason}`);
    const packages = packed && 'folder' in packed && process.platform === 'linux' ? await this.#makeTestPackages(packed.folder) : {};
    const missingServices = isRest && process.platform === 'linux' ? await missingDesktopServices() : undefined;
    if (missingServices) this.#leaveOut(`desktop: ${missingServices}`);
    await this.run('e2e', 'desktop', {
      TALEPORT_SHELL: 'desktop',
      TALEPORT_E2E: extent,
      TALEPORT_ELECTRON: electron.executable,
      TALEPORT_DESK: missingServices || process.platform !== 'linux' ? 'none' : 'own',
      ...(electron.sqliteBinding && { TALEPORT_SQLITE_BINDING: electron.sqliteBinding }),
      ...(packed && 'folder' in packed && { TALEPORT_PACKED: packed.folder }),
      ...packages,
      ...(screens.length > 0 && { TALEPORT_DISPLAYS: screens.map(({ display }) => display).join(' '), WAYLAND_DISPLAY: '' }),
    });
    for (const screen of screens) screen.end();
  }

  /**
   * @param {string} folder of the packed app
   * @returns {Promise<NodeJS.ProcessEnv>} where its tests find the packages
   */
  async #makeTestPackages(folder) {
    const debs = await makeTestDebs(folder);
    if ('reason' in debs) this.#leaveOut(`the Debian package: ${debs.reason}`);
    const archives = await makeTestArchives(folder);
    if ('reason' in archives) this.#leaveOut(`the archives, the .rpm and the AppImage: ${archives.reason}`);
    return {
      ...('files' in debs && { TALEPORT_DEBS: debs.files.join(':') }),
      ...('files' in archives && { TALEPORT_ARCHIVES: archives.files.join(':') }),
    };
  }

  /** The tests in Node for Windows: on Windows as it is, elsewhere under Wine. */
  async windows() {
    const wine = process.platform === 'win32' ? undefined : await provideWine();
    if (wine && 'reason' in wine) return this.#leaveOut(`windows: ${wine.reason}`);
    await this.run('windows', 'windows', wine?.environment, 'other systems');
    await wine?.end();
  }

  /**
   * Prints the summary, writes it to out-test/<name>.result with the totals in its first line, and ends the process.
   * @param {string} name of the command
   */
  finish(name) {
    console.log('');
    for (const { name: stage, seconds } of this.#times) console.log(`${stage}: ${seconds} s`);
    if (!hasRealFiles)
      console.log('Not run: the tests with real files (set TALEPORT_REAL to their folder, or put them into ../shared/data/real)');
    const problems = [...this.#failures.map((failure) => `Failed: ${failure}`), ...this.#notRun.map((what) => `Not run: ${what}`)];
    const totals = `${this.#passed} passed, ${this.#failed} failed`;
    writeFileSync(repoPath('out-test', `${name}.result`), [totals, ...problems, ''].join('\n'));
    for (const line of problems) console.log(line);
    if (this.#notRun.length > 0 && process.platform === 'linux')
      console.log('On Debian and Ubuntu, .ci/install-packages installs what is missing');
    console.log(totals);
    process.exit(this.#failed > 0 ? 1 : 0);
  }

  /** @param {string} what */
  #leaveOut(what) {
    this.#notRun.push(what);
    if (isCi) this.#failed += 1;
  }
}
