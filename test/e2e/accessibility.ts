/**
 * Checks the current view for WCAG 2.2 AA with axe: all rules in dark, those of contrast in light too, with a screenshot of each. A test that
 * runs in both shells checks its views in the browser: it is the same page.
 */
import axe, { type RunOptions } from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { shell, type TestApp } from './app.ts';
import { isOnlyInDesktop } from './only-in-desktop.ts';

/** The only rules whose result depends on the colors. */
const contrastRules: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };
const wcagRules: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  // Experimental, and takes a description for a part of the name.
  rules: { 'label-content-name-mismatch': { enabled: false } },
};

declare global {
  interface Window {
    axe: typeof axe;
  }
}

export async function expectAccessible(app: TestApp, what: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await app.screenshot(`look-${what.replaceAll(' ', '-')}-${colorScheme}`);
    if (shell === 'desktop' && !isOnlyInDesktop(expect.getState().testPath ?? '')) continue;
    expect(await findViolations(app.page, colorScheme === 'light' ? contrastRules : wcagRules), `${what}, ${colorScheme}`).toEqual([]);
  }
}

/** What axe finds in a page, each with its location. */
export async function findViolations(page: Page, rules: Pick<RunOptions, 'runOnly' | 'rules'> = {}): Promise<string[]> {
  // Once for a page: it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    // React Aria's announcements for screen readers may name something that is no longer shown. Nothing can run in the frame of a play.
    (options) => window.axe.run({ exclude: ['[data-live-announcer]'] }, { ...options, iframes: false, resultTypes: ['violations'] }),
    rules,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, target }) => `${id} at ${target.join(' ')}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`),
  );
}

/** The open dialog, or a question that contains a form. */
const openDialog = ({ page }: TestApp): Locator =>
  page.getByRole('dialog').or(page.getByRole('alertdialog').filter({ has: page.locator('form') }));

/** Checks the open dialog, then closes it with Escape. */
async function expectDialogAccessible(app: TestApp, what: string): Promise<void> {
  await openDialog(app).first().waitFor();
  await expectAccessible(app, what);
  await app.page.keyboard.press('Escape');
  await openDialog(app).first().waitFor({ state: 'detached' });
}

/** What the tests of accessibility do and look for in their app. */
export const accessibilitySteps = (app: () => TestApp) => ({
  isAccessible: (what: string): Promise<void> => expectAccessible(app(), what),
  dialogIsAccessible: (what: string): Promise<void> => expectDialogAccessible(app(), what),
  dialog: () => openDialog(app()),
  toggle: (name: string) => app().page.getByRole('button', { name, exact: true }),
  tab: (name: string) => app().page.getByRole('tab', { name, exact: true }),
});
