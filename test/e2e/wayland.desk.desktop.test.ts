/** The window where Wayland is the only display: a compositor of the test's own, without a screen. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findDisplay } from '../../scripts/display.mjs';
import { createTempFolder, launchApp, type TestApp } from './app.ts';
import { trackProcess } from './running-processes.ts';
import { cardText, createProject, expectFocused } from './user-steps.ts';

const folder = createTempFolder('wayland');
const env = { DISPLAY: '', WAYLAND_DISPLAY: 'wayland-test', XDG_RUNTIME_DIR: folder };
const compositor = trackProcess(
  spawn('weston', ['--backend=headless-backend.so', '--no-config', `--socket=${env.WAYLAND_DISPLAY}`], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  }),
);
let app: TestApp | undefined;

afterAll(async () => {
  await app?.close();
  compositor.kill();
  if (compositor.exitCode === null && compositor.signalCode === null) await once(compositor, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

test('the window opens on Wayland, and what is typed on the board is saved', async () => {
  await expect.poll(() => existsSync(join(folder, env.WAYLAND_DISPLAY))).toBe(true);
  const display = await findDisplay(env);
  if ('reason' in display) throw new Error(display.reason);
  app = await launchApp({ env, switches: display.switches });
  await createProject(app, 'Empty', 'Wayland');
  await app.page.mouse.dblclick(420, 260);
  await expectFocused(cardText(app, 'Title'));
  await app.page.keyboard.type('On Wayland');
  await app.page.keyboard.press('Escape');
  await app.page.locator('.react-flow__node', { hasText: 'On Wayland' }).waitFor();
  await app.screenshot('wayland');
});
