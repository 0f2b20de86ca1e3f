/** Runs with each file of end-to-end tests. */
import { afterAll, afterEach } from 'vitest';
import { removeFoldersOfFile } from '../new-folder.ts';
import { pictureFailure } from './app.ts';
import { closeChromium } from './chromium.ts';
import { killRunningProcesses } from './running-processes.ts';

// Electron's windows share the keyboard of their screen, so that each worker has a screen of its own (scripts/test-stages.mjs).
const displays = process.env.TALEPORT_DISPLAYS?.split(' ') ?? [];
const display = displays[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % displays.length];
if (display) process.env.DISPLAY = display;

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await pictureFailure(task.name);
});

// Registered before the file's own hooks, so that it runs after them.
afterAll(async () => {
  await closeChromium();
  const left = killRunningProcesses();
  removeFoldersOfFile();
  if (left.length > 0) throw new Error(`The tests left programs running:\n${left.join('\n')}`);
});
