/** Several windows of the program: the menu bar is that of the focused one, and quitting closes all of them or none. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../root.ts';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import type { ElectronApp } from './electron-app.ts';
import { createProject } from './user-steps.ts';

let app: TestApp;
let electron: ElectronApp;
/** Shows the list of projects; the first window shows a project. */
let second: Page;
beforeEach(async () => {
  app = await launchApp();
  if (!app.electron) throw new Error('This test is for the desktop.');
  electron = app.electron;
  await createProject(app, 'Empty', 'Two screens');
  [second] = await Promise.all([electron.nextWindow(), createBackendCall(app)('window.openAnother', { projectHash: null })]);
  await second.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
});
afterEach(() => app?.close());

const countWindows = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** The question whether to discard a text is answered with the button at this index. */
const answerWith = (button: number) =>
  electron.evaluate(({ dialog }, response) => {
    const record = globalThis as { asked?: number };
    record.asked = 0;
    dialog.showMessageBoxSync = () => {
      record.asked = (record.asked ?? 0) + 1;
      return response;
    };
  }, button);
const countAsked = () => electron.evaluate(() => (globalThis as { asked?: number }).asked);

/** A restart is only recorded, in a file, because the process ends. */
const recordRestart = (file: string) =>
  electron.evaluate(({ app: program }, path) => {
    program.relaunch = (options) => process.getBuiltinModule('node:fs').writeFileSync(path, JSON.stringify(options?.args));
  }, file);

async function typeIntoForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New project…', exact: true }).click();
  const name = page.getByRole('dialog', { name: 'New project' }).getByLabel('Name');
  await name.fill('Lighthouse');
}

test('the menu bar contains what the focused window can do', async () => {
  const focus = (index: number) =>
    electron.evaluate(({ BrowserWindow }, at) => {
      BrowserWindow.getAllWindows()
        .sort((one, other) => one.id - other.id)
        [at]?.focus();
    }, index);
  const isEnabled = () => electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('variables')?.enabled);
  for (const [index, expected] of [
    [0, true],
    [1, false],
    [0, true],
  ] as const) {
    await focus(index);
    await expect.poll(isEnabled).toBe(expected);
  }
  await electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('variables')?.click());
  await app.page.getByRole('tabpanel', { name: 'Variables' }).waitFor();
  await app.screenshot('two-windows-menu');
});

test('quitting asks once and keeps both windows if the user keeps one; the restart that it was for is dropped', async () => {
  const restarts = join(app.data, 'restarts');
  await typeIntoForm(second);
  await recordRestart(restarts);
  await answerWith(1);
  await createBackendCall(app)('window.openDataFolder', { folder: null });
  await expect.poll(countAsked).toBe(1);
  expect(await countWindows()).toBe(2);
  expect(await second.getByRole('dialog', { name: 'New project' }).getByLabel('Name').inputValue()).toBe('Lighthouse');
  await electron.evaluate(({ app: program }) => program.quit());
  await expect.poll(countAsked).toBe(2);
  expect(await countWindows()).toBe(2);
  await answerWith(0);
  await app.quit();
  expect(existsSync(restarts)).toBe(false);
});

test('a signal ends the program without a question, which nobody would answer', async () => {
  await typeIntoForm(second);
  await answerWith(1);
  const ended = once(electron.process, 'exit');
  electron.process.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('a link that is opened while the program closes is opened by the next start', async () => {
  const restarts = join(app.data, 'restarts');
  const [{ hash = '' } = {}] = await createBackendCall(app)('project.list', {});
  await recordRestart(restarts);
  await electron.evaluate(
    ({ app: program }, argv) => void program.once('will-quit', () => program.emit('second-instance', {}, argv, '/')),
    ['electron', root, `taleport://open/${hash}`],
  );
  await app.quit();
  expect(JSON.parse(readFileSync(restarts, 'utf8')).slice(-3)).toEqual(['--data', app.data, `taleport://open/${hash}`]);
});

test('without a window, an entry of the menu bar opens one and is run there', async () => {
  await createBackendCall(app)('window.background', { on: true });
  const isEnabled = (name: string) => electron.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.enabled, name);
  await expect.poll(() => isEnabled('settings')).toBe(true);
  await electron.closeWindows();
  await expect.poll(countWindows).toBe(0);
  expect([await isEnabled('settings'), await isEnabled('variables'), await isEnabled('addElement')]).toEqual([true, false, false]);
  const [opened] = await Promise.all([
    electron.nextWindow(),
    electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('settings')?.click()),
  ]);
  await opened.getByRole('dialog', { name: 'Settings' }).waitFor();
});
