/** The window's process or the backend's worker crashes: both are started again, at the same place and with the unsaved text. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { cardText, createProject, expectFocused } from './user-steps.ts';

let app: TestApp;
beforeAll(async () => {
  app = await launchApp();
  await createProject(app, 'Empty', 'Crash');
});
afterAll(() => app?.close());

const draftTexts = async (): Promise<(string | null)[]> => {
  const call = createBackendCall(app);
  const [{ hash = '' } = {}] = await call('project.list', {});
  return (await call('draft.list', { hash })).map(({ value }) => value);
};
const storedRecords = async (): Promise<string> => {
  const call = createBackendCall(app);
  const [{ hash = '' } = {}] = await call('project.list', {});
  return (await call('project.read', { hash })).records.join('');
};

test('after the worker has ended, the window continues to work, and what is typed is saved', async () => {
  const { page } = app;
  await page.mouse.dblclick(420, 260);
  await expectFocused(cardText(app, 'Title'));
  await page.keyboard.type('Before');
  await expect.poll(storedRecords).toContain('Before');
  await app.electron?.terminateWorkers();
  await page.getByText('A part of Taleport failed and was restarted.').waitFor();
  await page.keyboard.type(' and after');
  await expect.poll(storedRecords).toContain('Before and after');
});

test('after the process of the window has ended, the project is open again and offers the text that was not saved', async () => {
  await expect.poll(draftTexts).toEqual([]);
  // Nothing is saved from now on: these calls of the page are never answered.
  await app.electron?.evaluate(({ ipcMain }) => {
    // Electron keeps the handlers there; its types do not list them.
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, (...input: unknown[]) => unknown> };
    const answer = handlers.get('taleport:call');
    (globalThis as { answer?: unknown }).answer = answer;
    handlers.set('taleport:call', (event, name, input) =>
      name === 'project.send' ? new Promise(() => undefined) : answer?.(event, name, input),
    );
  });
  await app.page.keyboard.type(', never saved');
  await expect.poll(draftTexts).toEqual([expect.stringContaining(', never saved')]);
  await app.electron?.evaluate(({ BrowserWindow, ipcMain }) => {
    // Electron keeps the handlers there; its types do not list them.
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, unknown> };
    handlers.set('taleport:call', (globalThis as { answer?: unknown }).answer);
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const isLoaded = new Promise<void>((resolve) => contents?.once('did-finish-load', () => resolve()));
    contents?.forcefullyCrashRenderer();
    return isLoaded;
  });
  // Playwright regards a page whose process has ended as closed.
  const inWindow = (expression: string) =>
    app.electron?.evaluate(({ BrowserWindow }, code) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code), expression);
  await expect.poll(() => inWindow('document.body.innerText')).toContain('1 text wasn’t saved.');
  await expect.poll(() => inWindow(`document.querySelector('.board[data-ready]') !== null`)).toBe(true);
  await inWindow(`[...document.querySelectorAll('button')].find((button) => button.textContent === 'Go to text').click()`);
  await expect
    .poll(() => inWindow('document.body.innerText'))
    .toMatch(/Text that wasn’t saved:\s+Before and after\s+Added:\s+, never saved/);
});

test('a window that keeps ending asks before it is loaded again', async () => {
  const asked = await app.electron?.evaluate(async ({ BrowserWindow, dialog }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents) return null;
    const isAsked = new Promise<string>((resolve) => {
      // The last parameter holds the options, with a window before it or without.
      dialog.showMessageBox = (async (...parameters: { message?: string }[]) => {
        resolve(parameters.at(-1)?.message ?? '');
        return { response: 0, checkboxChecked: false };
      }) as typeof dialog.showMessageBox;
    });
    const crash = async (): Promise<string> => {
      const isLoaded = new Promise<null>((resolve) => contents.once('did-finish-load', () => resolve(null)));
      contents.forcefullyCrashRenderer();
      return (await Promise.race([isAsked, isLoaded])) ?? crash();
    };
    const text = await crash();
    // The answer loads the page.
    await new Promise<void>((resolve) => contents.once('did-finish-load', () => resolve()));
    return text;
  });
  expect(asked).toBe('Taleport’s window keeps crashing');
});
