/** The desktop window: its zoom, its menu, and that it opens no other window. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchApp, type TestApp } from './app.ts';
import { createProject } from './user-steps.ts';

let app: TestApp;
beforeAll(async () => {
  app = await launchApp();
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
  const variables = app.page.getByRole('dialog', { name: 'Variables' });
  await variables.waitFor();
  await app.page.keyboard.press('Escape');
  await variables.waitFor({ state: 'detached' });
});

test('opens no other window', async () => {
  expect(await app.page.evaluate(() => window.open('https://example.com/') === null)).toBe(true);
});
