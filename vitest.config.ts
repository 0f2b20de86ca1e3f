// The projects of the tests:
//   unit         fast, in parallel, no processes, no screen; a sample of the random cases in npm run check   npm run check, npm test
//   conformance  the REST service against its rules; TALEPORT_PLACE says where it is   npm test, npm run test:deep
//   slow         *.slow.test.ts, the command line and the recipes: processes, sockets, copies of the sources, the largest stories   npm test
//   windows      tests that depend on the system, in Node for Windows; under Wine where this is not Windows   npm run test:deep
//   e2e          a real Chromium or Electron, as TALEPORT_SHELL says               npm test (the core), npm run test:deep (the rest)
//   deep         *.deep.test.ts: kills, planted bugs, long days of sync; in full figures the property suites, too   npm run test:deep
// *.desktop.test.ts and *.browser.test.ts are for one shell only, *.desk.desktop.test.ts for Linux with a session bus.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { nodeVersionProblem } from './scripts/node-version.mjs';
import { testWorkers } from './scripts/run-tests.mjs';
import { onlyInDesktop } from './test/e2e/only-in-desktop.ts';
import { LongestFirst } from './test/longest-first.ts';
import { plantPlugins } from './test/planted-bugs/plants.ts';
import { servicePlants } from './test/planted-bugs/service-plants.ts';
import { storagePlants } from './test/planted-bugs/storage-plants.ts';
import { syncPlants } from './test/planted-bugs/sync-plants.ts';
import { windowPlants } from './test/planted-bugs/window-plants.ts';
import { winePool } from './test/windows/wine-pool.ts';

const wrong = nodeVersionProblem(process.versions);
if (wrong) throw new Error(wrong);

const slow = ['test/**/*.slow.test.ts', 'test/main/cli/**/*.test.ts', 'test/recipes/**/*.test.{ts,tsx}'];
const onlyDeep = ['test/**/*.deep.test.ts'];
/** One round among the unit tests of `npm test`, more only in full figures: the random cases that take the longest. */
const inMoreRounds = [
  'test/main/app/foreign-edits.test.ts',
  'test/main/backups/byte-flips.slow.test.ts',
  'test/main/delivery/property.test.ts',
  'test/main/exporters/collection-text-cache.test.ts',
  'test/main/importers/any-file.test.ts',
  'test/main/platform/parse-json-in-slices.test.ts',
  'test/main/sync/plan/convergence.property.test.ts',
  'test/main/sync/project/sync-runner.property.test.ts',
  'test/property/{engine-agreement,project-file}.test.ts',
];
/** What `npm test` runs of the window, and `npm run test:deep` does not repeat: the main job, the first start, and one file of each area that a slip breaks first. */
const coreOfWindow = {
  browser: ['main-job', 'first-start', 'board-edit.browser', 'ten-tasks', 'hostile', 'first-load'],
  desktop: ['main-job', 'first-start', 'hostile', 'first-load', 'window.desktop'],
};
const isFull = process.env.TALEPORT_ROUNDS === 'full';
/** Random requests are for the service in this process; `npm run conformance` judges rule by rule. */
const onlyRules = Boolean(process.env.TALEPORT_ONLY_RULES) || (process.env.TALEPORT_PLACE || 'in-process') !== 'in-process';
const isDesktop = process.env.TALEPORT_SHELL === 'desktop';
const otherShell = isDesktop ? 'browser' : 'desktop';
/** test/e2e/slowdown.ts */
const slowdown = Number(process.env.TALEPORT_SLOWDOWN ?? 1);
const withoutDesktopServices = process.env.TALEPORT_DESK === 'none' ? ['test/e2e/*.desk.desktop.test.ts'] : [];
const toPath = (name: string): string => `test/e2e/${name}.test.ts`;
const coreTests = coreOfWindow[isDesktop ? 'desktop' : 'browser'].map(toPath);
const windowTests = process.env.TALEPORT_E2E === 'core' ? coreTests : ['test/e2e/**/*.test.ts'];
const otherWindowTests = process.env.TALEPORT_E2E === 'rest' ? [...coreTests, ...(isDesktop ? [] : onlyInDesktop.map(toPath))] : [];

/** What works with files, processes and sockets, and so depends on the system. */
const windowsTests = [
  'test/windows/*.test.ts',
  'test/main/app/{export-to-file,project-file,targets,data-folder/verify-data-folder}.test.ts',
  'test/main/assets/safe-file-name.test.ts',
  'test/main/cli/{targets,two-processes}.test.ts',
  'test/main/delivery/assets.test.ts',
  'test/main/delivery/folder/{detect-projects,file-watcher,incremental-file-writer,safe-path,unchanged}.test.ts',
  'test/main/delivery/{foreign/foreign,history/history,target/target-service}.test.ts',
  'test/main/delivery/faults.slow.test.ts',
  'test/main/desktop/{app-arguments,window/chosen-files,open-request,windows-arguments,updates/update-policy}.test.ts',
  'test/main/{instance,platform}/*.test.ts',
];

const plant = process.env.TALEPORT_PLANT;
const plugins = plantPlugins([...servicePlants, ...storagePlants, ...syncPlants, ...windowPlants]);
/**
 * In milliseconds: they only end what hangs. How fast the machine is, and what else runs on it, must not decide: a test that takes a second on a
 * free machine took a minute on two cores under a load of 24. So tests set no limits of their own (test/test-rules.test.ts). A planted bug may
 * be one that makes a test wait for ever, which is caught, too.
 */
const testLimit = plant ? 20_000 : 600_000;
const pollLimit = 120_000;
const limits = { testTimeout: testLimit, hookTimeout: testLimit, expect: { poll: { timeout: pollLimit } } };
/** The line of a failure in the summary, which may be all that is known of a CI, says what was received. */
const failures = { chaiConfig: { truncateThreshold: 250 } };
const common = { setupFiles: ['test/setup.ts'], environment: 'node' as const, ...limits, ...failures };

export default defineConfig({
  test: {
    fsModuleCache: true,
    maxWorkers: testWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins,
        test: {
          ...common,
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'test/conformance/**', 'test/windows/**', ...slow, ...onlyDeep],
          // The files of a worker share its modules: loading them anew for each file took a fifth of the time. test/setup.ts restores the
          // globals after each file.
          isolate: false,
          pool: 'threads',
        },
      },
      {
        plugins,
        test: {
          ...common,
          name: 'conformance',
          include: ['test/conformance/**/*.test.ts'],
          exclude: onlyRules ? ['test/conformance/fuzz*.test.ts'] : [],
        },
      },
      {
        plugins,
        test: { ...common, name: 'slow', include: slow, exclude: onlyDeep },
      },
      {
        plugins,
        test: {
          ...common,
          name: 'deep',
          // One of them runs all unit tests, in a copy (test/recipes/each-recipe.deep.test.ts).
          testTimeout: 4 * testLimit,
          include: [...onlyDeep, ...(isFull ? inMoreRounds : [])],
          maxConcurrency: availableParallelism(),
        },
      },
      {
        test: {
          ...common,
          name: 'windows',
          include: windowsTests,
          isolate: false,
          pool: process.platform === 'win32' ? 'forks' : winePool,
        },
      },
      {
        test: {
          name: 'e2e',
          include: windowTests,
          exclude: [`test/e2e/**/*.${otherShell}.test.ts`, ...withoutDesktopServices, ...otherWindowTests],
          environment: 'node',
          setupFiles: ['test/e2e/setup.ts'],
          // Electron's windows share the keyboard of their screen: one worker for each screen (test/e2e/setup.ts).
          maxWorkers: isDesktop ? Math.max(1, process.env.TALEPORT_DISPLAYS?.split(' ').length ?? 1) : testWorkers,
          ...limits,
          ...failures,
          testTimeout: testLimit * slowdown,
          hookTimeout: testLimit * slowdown,
        },
      },
    ],
  },
});
