/**
 * Checks the current view for WCAG 2.2 AA with axe: all rules in dark, those of contrast in light too, with a screenshot of each. A test that
 * runs in both shells checks its views in the browser: it is the same page.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { shell, type TestApp } from './app.ts';

/** The only rules whose result depends on the colors. */
const contrastRules = ['color-contrast', 'link-in-text-block'];
const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Formats a violation with its location. */
export async function expectAccessible(app: TestApp, what: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await app.screenshot(`look-${what.replaceAll(' ', '-')}-${colorScheme}`);
    if (shell === 'desktop' && !expect.getState().testPath?.endsWith('.desktop.test.ts')) continue;
    // What passes is not described, which takes most of the time.
    const axe = new AxeBuilder({ page: app.page }).options({ resultTypes: ['violations'] });
    if (colorScheme === 'light') axe.withRules(contrastRules);
    // Experimental, and takes a description for a part of the name.
    else axe.withTags(wcagTags).disableRules(['label-content-name-mismatch']);
    const { violations } = await axe
      // React Aria's announcements for screen readers, which may name something that is no longer shown.
      .exclude('[data-live-announcer]')
      .setLegacyMode()
      .analyze();
    const faults = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any, target }) => `${id} at ${target.join(' ')}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`),
    );
    expect(faults, `${what}, ${colorScheme}`).toEqual([]);
  }
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
