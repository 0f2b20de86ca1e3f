/** The window opens with the bounds it was closed with, and with the project that was open. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTempFolder, launchApp } from './app.ts';
import { createProject, goToProjectList, openSettings, waitForBoard } from './user-steps.ts';

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
