/** The window opens with the bounds it was closed with, and with the project that was open. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTempFolder, launchApp } from './app.ts';
import { cardText, createProject, expectFocused, goToProjectList, openSettings, waitForBoard } from './user-steps.ts';

const smaller = { x: 40, y: 50, width: 900, height: 600 };

test('the window restores its last bounds and the last project, and keeps settings changed meanwhile', async () => {
  const data = createTempFolder('bounds');
  try {
    const first = await launchApp({ data });
    await first.electron?.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), smaller);
    await createProject(first, 'Empty', 'Reopened');
    await first.quit();
    expect(JSON.parse(readFileSync(join(data, 'window.json'), 'utf8'))).toMatchObject({ window: { ...smaller, maximized: false } });

    const second = await launchApp({ data });
    expect(await second.electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())).toMatchObject({
      x: smaller.x,
      y: smaller.y,
    });
    await waitForBoard(second);
    expect(await second.page.title()).toBe('Reopened – Taleport');
    await goToProjectList(second);
    // As if a screen beside this one had been disconnected: the window is brought back, no larger than the screen.
    await second.electron?.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 5000, y: 3000, width: 900, height: 600 }),
    );
    await second.quit();
    const third = await launchApp({ data });
    const [bounds, area] =
      (await third.electron?.evaluate(({ BrowserWindow, screen }) => [
        BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
        screen.getPrimaryDisplay().workArea,
      ])) ?? [];
    if (!bounds || !area) throw new Error('There is no window.');
    expect(bounds.x + bounds.width).toBeLessThanOrEqual(area.x + area.width);
    expect(bounds.y + bounds.height).toBeLessThanOrEqual(area.y + area.height);
    // Closed while the list was shown.
    await third.page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
    expect(await third.page.title()).toBe('Taleport');
    await third.quit();
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

test('a setting that cannot be saved is reported, applies, and is saved once that is possible', async () => {
  const data = createTempFolder('unsaved');
  const file = join(data, 'window.json');
  const text = 'Keep running when the window is closed';
  try {
    const app = await launchApp({ data });
    const { page } = app;
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
    // The language of the window.
    await expect.poll(() => existsSync(file)).toBe(true);
    rmSync(file);
    mkdirSync(join(file, 'in the way'), { recursive: true });

    await openSettings(app, 'Hosted workspaces');
    const background = page.getByRole('switch', { name: text });
    await background.waitFor();
    await page.getByText(text, { exact: true }).click();
    await page
      .getByText(/Settings can’t be saved\./)
      .first()
      .waitFor();
    expect(
      await page
        .getByText(/Settings can’t be saved\./)
        .first()
        .textContent(),
    ).toContain(file);
    await expect.poll(() => background.isChecked()).toBe(true);

    rmSync(file, { recursive: true });
    await page.getByText(text, { exact: true }).click();
    await expect.poll(() => background.isChecked()).toBe(false);
    await expect.poll(() => existsSync(file) && JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ background: false });
    await app.quit();
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

test('a second window has the project, the focus and tabs of its own; what is changed in one is in both, and each closes alone', async () => {
  const app = await launchApp();
  try {
    const { page, electron } = app;
    if (!electron) throw new Error('There is no Electron.');
    await createProject(app, 'Empty', 'Two screens');
    const opened = electron.nextWindow();
    await page.keyboard.press('Control+Shift+n');
    const second = await opened;
    await waitForBoard({ page: second });
    expect(await second.title()).toBe('Two screens – Taleport');
    await second.screenshot({ path: 'out-test/artifacts/second-window-desktop.png' });

    await page.locator('.board').focus();
    await page.keyboard.press('e');
    await expectFocused(cardText(app, 'Title'));
    await page.keyboard.type('Written in the first');
    await page.keyboard.press('Escape');
    await second.locator('.react-flow__node').getByText('Written in the first').waitFor();
    // Undo is of the project, wherever the step was made.
    await second.locator('.workspace-header').getByRole('button', { name: /^Undo/ }).click();
    await page.locator('.react-flow__node').getByText('Written in the first').waitFor({ state: 'detached' });

    await second.locator('.header-project').getByRole('button').click();
    await second.getByRole('menuitem', { name: 'Variables' }).click();
    await second.getByRole('tab', { name: 'Variables', selected: true }).waitFor();
    expect(await page.getByRole('tab', { name: 'Variables' }).count()).toBe(0);
    // Each has its own tabs when it is loaded again, too.
    await second.reload();
    await second.getByRole('tab', { name: 'Variables', selected: true }).waitFor();
    await page.reload();
    await waitForBoard(app);
    expect(await page.getByRole('tab', { name: 'Variables' }).count()).toBe(0);

    const bounds = await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.getBounds()));
    expect(new Set(bounds.map(({ x, y }) => `${x} ${y}`)).size).toBe(2);
    const closed = second.waitForEvent('close');
    await electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find((window) => window.id === 2)
        ?.close(),
    );
    await closed;
    await page.getByText('Board 1', { exact: true }).first().waitFor();
  } finally {
    await app.close();
  }
});
