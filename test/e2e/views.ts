/** Views in tabs, such as the translations. Not part of user-steps.ts, which needs vitest: scripts use them, too. */
import type { Locator } from 'playwright-core';
import type { TestApp } from './app.ts';

export const view = ({ page }: Pick<TestApp, 'page'>): Locator => page.locator('.view');

/** Closes the view that is in front; a board has to be open. */
export async function closeView({ page }: Pick<TestApp, 'page'>): Promise<void> {
  await page.keyboard.press('Alt+x');
  await view({ page }).waitFor({ state: 'detached' });
}
