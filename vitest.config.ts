// Four projects: `unit` (fast, in parallel, no screen), `conformance` (the REST service against its specification; TALEPORT_PLACE says where it
// is), `processes` (tests that start and kill processes, for a minute or two) and `e2e` (a real Chromium or Electron, one file at a time).
// TALEPORT_SHELL says what the e2e tests drive; *.desktop.test.ts and *.browser.test.ts are for one shell only,
// *.desk.desktop.test.ts for Linux with a session bus (scripts/desktop-services.mjs).
import { defineConfig } from 'vitest/config';
import { nodeVersionProblem } from './scripts/node-version.mjs';
import { plantPlugins } from './test/planted-bugs/plants.ts';
import { servicePlants } from './test/planted-bugs/service-plants.ts';
import { syncPlants } from './test/planted-bugs/sync-plants.ts';

const wrong = nodeVersionProblem(process.versions);
if (wrong) throw new Error(wrong);

const processes = [
  'test/crash/**/*.test.ts',
  'test/main/command-line/**/*.test.ts',
  'test/main/delivery/kill.test.ts',
  'test/main/exporters/many-readings.test.ts',
  'test/planted-bugs/*.deep.test.ts',
  'test/mirror-proof/**/*.test.ts',
];
// Few cases among the unit tests, and as many here as the mirror's page says: 10,000 plans, 2,000 seeds.
const manyCases = ['test/main/sync/plan/convergence.property.test.ts', 'test/main/sync/project/sync-runner.property.test.ts'];
// Random requests and the model are for this process; `npm run conformance` judges rule by rule.
const onlyRules = Boolean(process.env.TALEPORT_ONLY_RULES) || (process.env.TALEPORT_PLACE || 'in-process') !== 'in-process';
const otherShell = process.env.TALEPORT_SHELL === 'desktop' ? 'browser' : 'desktop';
const withoutDesk = process.env.TALEPORT_DESK === 'none' ? ['test/e2e/*.desk.desktop.test.ts'] : [];

const plant = process.env.TALEPORT_PLANT;
// On a CI a test that fails is tried once more; the last lines name it, and it is a test to be mended (docs/adr/0076-retry-on-ci.md).
const retry = process.env.CI && !plant ? 1 : 0;

export default defineConfig({
  test: {
    // What is planted must not stay behind for the next run.
    fsModuleCache: !plant,
    maxWorkers: 2,
    projects: [
      {
        plugins: plantPlugins(plant, [...servicePlants, ...syncPlants]),
        test: {
          name: 'unit',
          retry,
          setupFiles: ['test/setup.ts'],
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'test/conformance/**', ...processes],
          environment: 'node',
          testTimeout: 30_000,
        },
      },
      {
        plugins: plantPlugins(plant, [...servicePlants, ...syncPlants]),
        test: {
          name: 'conformance',
          retry,
          setupFiles: ['test/setup.ts'],
          include: ['test/conformance/**/*.test.ts'],
          exclude: onlyRules ? ['test/conformance/{fuzz,model}*.test.ts'] : [],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: plantPlugins(plant, [...servicePlants, ...syncPlants]),
        test: {
          name: 'processes',
          retry,
          setupFiles: ['test/setup.ts'],
          include: [...processes, ...manyCases],
          environment: 'node',
          testTimeout: 240_000,
          maxConcurrency: 2,
          env: { TALEPORT_ROUNDS: process.env.TALEPORT_ROUNDS ?? '17' },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [`test/e2e/**/*.${otherShell}.test.ts`, ...withoutDesk],
          environment: 'node',
          fileParallelism: false,
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // What is waited for comes at once on a free machine, and after all on a busy one.
          expect: { poll: { timeout: 15_000 } },
          retry,
        },
      },
    ],
  },
});
