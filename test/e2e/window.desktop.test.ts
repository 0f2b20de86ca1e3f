/** The desktop window: its zoom, its menu, and that it opens no other window. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {} from '../../renderer/platform/bridge.ts';
import { launchApp, type TestApp } from './app.ts';
import { createProject } from './user-steps.ts';

let app: TestApp;
beforeAll(async () => {
  // Chromium logs the addresses that it refuses itself.
  app = await launchApp({ mayLog: /Not allowed to load local resource|Refused to run the JavaScript URL/ });
  await createProject(app, 'Sample', 'Window');
});
afterAll(() => app?.close());

test('shortcuts zoom in and out, and the window still fits at 200 %', async () => {
  const press = (keys: string) => app.page.keyboard.press(keys);
  const ratio = () => app.page.evaluate(() => devicePixelRatio);
  const first = await ratio();
  await press('Control+=');
  await expect.poll(ratio).toBeGreaterThan(first);
  for (const _ of [1, 2, 3, 4, 5]) await press('Control+=');
  await expect.poll(ratio).toBeCloseTo(first * 2, 1);
  await app.screenshot('at-200');
  expect(await app.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await press('Control+0');
  await expect.poll(ratio).toBeCloseTo(first, 2);
});

test('its menu contains the actions, and runs them', async () => {
  await app.electron?.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('variables')?.click());
  const variables = app.page.getByRole('tabpanel', { name: 'Variables' });
  await variables.waitFor();
  await app.page.keyboard.press('Control+w');
  await variables.waitFor({ state: 'detached' });
});

test('Select all and Delete of its Edit menu apply to what has the focus: the board, a text, a list', async () => {
  const { page } = app;
  const choose = (label: string) =>
    app.electron?.evaluate(({ Menu }, name) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      items?.find((item) => item.label === name)?.click();
    }, label);
  const board = page.locator('.board');
  await board.focus();
  await choose('Select all');
  const cards = await page.locator('.react-flow__node').count();
  await expect.poll(() => page.locator('.react-flow__node.selected').count()).toBe(cards);
  await page.keyboard.press('Alt+n');
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.fill('Coast');
  await choose('Select all');
  expect(await name.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd])).toEqual([0, 5]);
  await choose('Delete');
  await expect.poll(() => name.inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await name.waitFor({ state: 'detached' });
  await page.keyboard.press('Alt+a');
  const rows = page.getByRole('treegrid').getByRole('row');
  await rows.first().focus();
  await choose('Select all');
  await expect.poll(async () => (await rows.count()) === (await page.getByRole('row', { selected: true }).count())).toBe(true);
});

test('its File menu opens the projects that were opened last', async () => {
  const first = app.page.url();
  await createProject(app, 'Empty', 'Second & last');
  const recent = () =>
    app.electron?.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()
        ?.getMenuItemById('recentProjects')
        ?.submenu?.items.map(({ label }) => label),
    );
  await expect.poll(recent).toEqual(['Second && last', 'Window']);
  // The name in the task bar.
  const title = () => app.electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle());
  await expect.poll(title).toBe('Second & last – Taleport');
  await app.electron?.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('recentProjects')?.submenu?.items[1]?.click());
  await expect.poll(recent).toEqual(['Window', 'Second && last']);
  await expect.poll(() => app.page.url()).toBe(first);
  // The address changes before the project is open, and only the first one has cards.
  await app.page.locator('.react-flow__node').first().waitFor();
});

test('closing it or quitting asks before it discards what was typed into a form', async () => {
  const { page } = app;
  const answerWith = (button: number) =>
    app.electron?.evaluate(({ dialog }, response) => {
      const record = globalThis as { discarded?: string[] };
      record.discarded = [];
      // The last parameter holds the options, with a window before it or without.
      dialog.showMessageBoxSync = ((...parameters: unknown[]) => {
        record.discarded?.push(String(Reflect.get(Object(parameters.at(-1)), 'message')));
        return response;
      }) as typeof dialog.showMessageBoxSync;
    }, button);
  const asked = () => app.electron?.evaluate(() => (globalThis as { discarded?: string[] }).discarded);
  await page.keyboard.press('Alt+n');
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.waitFor();
  await page.keyboard.type('Lighthouse');
  await expect.poll(() => name.inputValue()).toBe('Lighthouse');
  for (const end of ['close', 'quit'] as const) {
    await answerWith(1);
    await app.electron?.evaluate(({ app: program, BrowserWindow }, way) => {
      if (way === 'close') BrowserWindow.getAllWindows()[0]?.close();
      else program.quit();
    }, end);
    await expect.poll(asked).toEqual(['Discard unsaved text?']);
    expect(await name.inputValue()).toBe('Lighthouse');
  }
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: 'Discard unsaved text?' }).getByRole('button', { name: 'Discard' }).click();
  await name.waitFor({ state: 'detached' });
});

describe('an address outside of the app', () => {
  /** From now on answers each dialog with the button at this index, and records the addresses instead of opening a browser. */
  const answerWith = (button: number) =>
    app.electron?.evaluate(({ dialog, shell }, response) => {
      const record = globalThis as { asked?: unknown[]; opened?: string[] };
      record.asked = [];
      record.opened = [];
      // The last parameter holds the options, with a window before it or without.
      dialog.showMessageBox = (async (...parameters: unknown[]) => {
        record.asked?.push(parameters.at(-1));
        return { response, checkboxChecked: false };
      }) as typeof dialog.showMessageBox;
      shell.openExternal = async (address) => void record.opened?.push(address);
    }, button);
  const recorded = () =>
    app.electron?.evaluate(() => {
      const { asked = [], opened = [] } = globalThis as { asked?: { detail?: string }[]; opened?: string[] };
      return { shown: asked.map(({ detail }) => detail), opened };
    });

  test('opens no window; the browser opens it only after the user has seen it and agreed', async () => {
    await answerWith(1);
    expect(await app.page.evaluate(() => window.open('https://example.com/?a=1') === null)).toBe(true);
    await expect.poll(recorded).toEqual({ shown: ['https://example.com/?a=1'], opened: [] });
    await answerWith(0);
    await app.page.evaluate(() => window.open('https://example.com/?a=2'));
    await expect.poll(recorded).toEqual({ shown: ['https://example.com/?a=2'], opened: ['https://example.com/?a=2'] });
  });

  test('does not replace the page', async () => {
    await answerWith(1);
    const before = app.page.url();
    await app.page.evaluate(() => location.assign('https://example.com/away'));
    await expect.poll(recorded).toEqual({ shown: ['https://example.com/away'], opened: [] });
    expect(app.page.url()).toBe(before);
  });

  test.each(['file:///etc/passwd', 'javascript:1', 'smb://server/share', 'https://bank.example@example.com/'])(
    '%s is not even asked about',
    async (address) => {
      await answerWith(0);
      await app.page.evaluate((to) => window.open(to), address);
      await app.page.evaluate(() => window.open('https://example.com/last'));
      await expect.poll(recorded).toEqual({ shown: ['https://example.com/last'], opened: ['https://example.com/last'] });
    },
  );

  test('a frame cannot be navigated anywhere', async () => {
    const prevented = await app.electron?.evaluate(({ BrowserWindow }) => {
      const navigate = (url: string) => {
        let isPrevented = false;
        const event = { url, isMainFrame: false, preventDefault: () => (isPrevented = true) };
        BrowserWindow.getAllWindows()[0]?.webContents.emit('will-frame-navigate', event);
        return isPrevented;
      };
      return ['https://example.com/', 'app://taleport/', 'about:srcdoc'].map(navigate);
    });
    expect(prevented).toEqual([true, true, false]);
  });
});

test('its page is sandboxed, isolated and without Node', async () => {
  const preferences = await app.electron?.evaluate(({ BrowserWindow }) => {
    // Electron's types do not list the method.
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> };
    const { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag } = contents.getLastWebPreferences();
    return { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag };
  });
  expect(preferences).toEqual({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true, webviewTag: false });
  const isSandboxEnabled = await app.electron?.evaluate(({ app: { commandLine } }) => {
    return commandLine.hasSwitch('enable-sandbox') !== commandLine.hasSwitch('no-sandbox');
  });
  expect(isSandboxEnabled).toBe(true);
  expect(await app.page.evaluate(() => 'require' in window || 'process' in window)).toBe(false);
});

test('its page has the headers that protect it, and none for which Chromium starts a second process', async () => {
  const headers = await app.page.evaluate(async () => Object.fromEntries((await fetch('/')).headers));
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' });
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers).not.toHaveProperty('cross-origin-opener-policy');
});

test('the page gets the bridge and nothing of Electron', async () => {
  expect(await app.page.evaluate(() => Object.keys(window.taleport ?? {}).sort())).toEqual(['ask', 'on', 'pathOf', 'shell']);
  expect(await app.page.evaluate(() => ['electron', 'ipcRenderer', 'contextBridge', 'module'].filter((name) => name in window))).toEqual(
    [],
  );
});

test('an export is written only to a file that was chosen in a save dialog', async () => {
  const file = join(app.data, 'not-chosen.json');
  const result = await app.page.evaluate(
    (path) => window.taleport?.ask('project.export', { hash: 'x', file: path, options: { format: 'json' } }),
    file,
  );
  expect(result).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
  expect(existsSync(file)).toBe(false);
});
