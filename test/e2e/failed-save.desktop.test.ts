/** A text that cannot be stored stays in its field, says so, also after Escape, and is saved when there is space. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { cardText, createProject, expectFocused } from './user-steps.ts';

let app: TestApp;
beforeAll(async () => {
  app = await launchApp();
  await createProject(app, 'Empty', 'Full disk');
});
afterAll(() => app?.close());

const storedRecords = async (): Promise<string> => {
  const call = createBackendCall(app);
  const [{ hash = '' } = {}] = await call('project.list', {});
  return (await call('project.read', { hash })).records.join('');
};

/** From now on, every write is answered as on a full disk, or as usual again. */
const setDisk = (disk: 'full' | 'free') =>
  app.electron?.evaluate(({ ipcMain }, state) => {
    // Electron keeps the handlers there; its types do not list them.
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, (...input: unknown[]) => unknown> };
    const kept = globalThis as { answer?: ((...input: unknown[]) => unknown) | undefined };
    kept.answer ??= handlers.get('taleport:call');
    const { answer } = kept;
    const text = { key: 'problem.disk.pathFull', params: { path: '/data' } };
    const problem = { code: 'store', title: '', status: 500, detail: null, errors: [], errorCode: 1014, text, reason: 'diskFull' };
    handlers.set('taleport:call', (event, name, input) =>
      state === 'full' && ['project.send', 'draft.put', 'draft.discard'].includes(String(name))
        ? { ok: false, problem }
        : answer?.(event, name, input),
    );
  }, disk);

test('a full disk: the text stays in its field and is saved when there is space', async () => {
  const { page } = app;
  const pill = page.locator('.saved-status');
  await page.locator('.board').focus();
  await page.keyboard.press('e');
  await expectFocused(cardText(app, 'Title'));
  await page.keyboard.press('Enter');
  await expectFocused(cardText(app, 'Content'));
  await setDisk('full');
  await page.keyboard.type('The lamp goes out');
  await pill.getByText('Not saved: disk full', { exact: true }).waitFor();
  await page
    .locator('.card-editor')
    .getByText(/^Not saved yet; .* is full/)
    .waitFor();
  await app.screenshot('not-saved');
  await page.keyboard.press('Escape');
  await page.locator('.card-editor').waitFor({ state: 'detached' });
  expect(await pill.textContent()).toBe('Not saved: disk full');
  // At 200 % there is only room for its icon.
  await page.setViewportSize({ width: 680, height: 700 });
  await page.locator('.workspace-header[data-fold="compact"]').waitFor();
  await page.getByRole('button', { name: 'Not saved: disk full', exact: true }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Not saved: disk full' })
    .getByText(/ is full/)
    .waitFor();
  await app.screenshot('not-saved-compact');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('.board').focus();
  await page.keyboard.press('Enter');
  await expectFocused(cardText(app, 'Title'));
  expect(await cardText(app, 'Content').textContent()).toBe('The lamp goes out');
  await page.keyboard.press('Escape');
  await page.locator('.card-editor').waitFor({ state: 'detached' });
  expect(await storedRecords()).not.toContain('The lamp goes out');
  await setDisk('free');
  await expect.poll(storedRecords).toContain('The lamp goes out');
  await page.locator('.react-flow__node').getByText('The lamp goes out').waitFor();
  await expect.poll(() => pill.textContent()).toMatch(/^Saved/);
});

test('where neither a text nor its draft can be stored, closing asks', async () => {
  const { page } = app;
  await page.keyboard.press('Enter');
  await expectFocused(cardText(app, 'Title'));
  await setDisk('full');
  await page.keyboard.type('Night');
  await page.locator('.saved-status').getByText('Not saved: disk full', { exact: true }).waitFor();
  const asked = await app.electron?.evaluate(({ BrowserWindow, dialog }) => {
    const isAsked = new Promise<string>((resolve) => {
      // The last parameter holds the options, with a window before it or without.
      dialog.showMessageBoxSync = ((...parameters: { message?: string }[]) => {
        resolve(parameters.at(-1)?.message ?? '');
        return 1;
      }) as typeof dialog.showMessageBoxSync;
    });
    BrowserWindow.getAllWindows()[0]?.close();
    return isAsked;
  });
  expect(asked).toBe('Discard unsaved text?');
  await setDisk('free');
  await expect.poll(storedRecords).toContain('Night');
});
