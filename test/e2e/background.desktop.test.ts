/** Closing the desktop window ends the program, unless it continues in the background; then a second start opens the window again. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { launchApp } from './app.ts';
import { openSettings } from './user-steps.ts';

const text = 'Keep running when the window is closed';

/** Toggles the switch in the settings; returns its previous state. */
async function flip(page: Page): Promise<boolean> {
  await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
  await openSettings({ page }, 'Hosted workspaces');
  const onward = page.getByRole('switch', { name: text });
  await onward.waitFor();
  const before = await onward.isChecked();
  await page.getByText(text, { exact: true }).click();
  await expect.poll(() => onward.isChecked()).toBe(!before);
  return before;
}

test('the program continues without the window only if the setting is on', async () => {
  const app = await launchApp();
  const { electron } = app;
  if (!electron) throw new Error('This test is for the desktop.');
  const ended = new Promise<void>((resolve) => electron.process.once('exit', () => resolve()));
  try {
    expect(await flip(app.page)).toBe(false);
    await electron.closeWindows();
    await expect.poll(() => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);

    // The event that a second start of the program sends to the running one.
    const [again] = await Promise.all([
      electron.nextWindow(),
      electron.evaluate(({ app: program }) => program.emit('second-instance', {}, ['taleport'], '/')),
    ]);
    expect(await flip(again)).toBe(true);
    await electron.closeWindows();
    await ended;
  } finally {
    await app.close();
  }
});
