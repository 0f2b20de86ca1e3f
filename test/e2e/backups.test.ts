/** Backups in the window: made, compared with the current projects, restored as a new project, saved to a file, and limited in size. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { launchApp, shell, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { chooseMenuItem, createProject, goToProjectList, openSettings } from './user-steps.ts';

let app: TestApp;
beforeAll(async () => {
  app = await launchApp();
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
  await createProject(app, 'Sample', 'Kept');
});
afterAll(() => app?.close());

const settings = () => app.page.getByRole('dialog', { name: 'Settings' });
const manual = () => settings().getByRole('row').filter({ hasText: 'Manual' });

/** Checks the current view, in light and in dark. */
async function pictures(name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await app.screenshot(`backups-${name}-${colorScheme}`);
  }
}

describe('Settings › Backups', () => {
  test('[Backups 1] a backup is made by one button and listed', async () => {
    await openSettings(app, 'Backups');
    await settings().getByRole('button', { name: 'Back up now' }).click();
    await manual().waitFor();
    expect(await manual().count()).toBe(1);
    await app.page.getByText(/^1 project backed up \(/).waitFor();
    await expectAccessible(app, 'list of backups');
    await pictures('list');
  });

  test('a project is compared with the backup, and restored as a new one', async () => {
    const call = createBackendCall(app);
    const [kept] = await call('project.list', {});
    const hash = kept?.hash ?? '';
    await call('project.send', {
      hash,
      command: { do: 'create', kind: 'variable', fields: { name: 'later', type: 'integer', value: 1 } },
    });
    await manual()
      .getByRole('button', { name: /^Restore from the backup of/ })
      .click();
    const dialog = app.page.getByRole('dialog', { name: /^Backup of/ });
    await dialog.getByText('1 added, 0 changed, 0 deleted').waitFor();
    // No dialog is over another.
    expect(
      await app.page.locator('.dialog-sheet').evaluateAll((sheets) => sheets.map((sheet) => getComputedStyle(sheet).visibility)),
    ).toEqual(['hidden', 'visible']);
    await expectAccessible(app, 'projects of a backup');
    await pictures('restore');
    await dialog.getByRole('button', { name: 'Restore “Kept” as a new project' }).click();
    await dialog.waitFor({ state: 'detached' });
    await app.page.getByText(/^“Kept \(.*\)” was restored$/).waitFor();
    const projects = await call('project.list', {});
    expect(projects).toHaveLength(2);
    const restored = projects.find((each) => each.hash !== hash);
    expect(restored?.name).toMatch(/^Kept \(/);
    await app.page.keyboard.press('Escape');
    await settings().waitFor({ state: 'detached' });
    await goToProjectList(app);
    await app.page.getByRole('row', { name: /^Kept \(/ }).waitFor();
  });

  test('a copy is saved to a file, and the maximum size can be changed', async () => {
    const file = join(app.data, '..', `${app.data.split(/[\\/]/).at(-1)}.taleport-backup`);
    await openSettings(app, 'Backups');
    if (shell === 'desktop') await app.choose(file);
    const row = manual().last();
    await chooseMenuItem(app, (await row.getByRole('button', { name: /^More for/ }).getAttribute('aria-label')) ?? '', 'Save a copy…');
    if (shell === 'browser') {
      const dialog = app.page.getByRole('dialog', { name: 'Save a copy of the backup' });
      await dialog.getByRole('textbox').fill(file);
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    }
    await app.page.getByText(`Saved to ${file}`).waitFor();
    expect(statSync(file).size).toBeGreaterThan(1000);
    await settings()
      .getByRole('button', { name: /Maximum size/ })
      .click();
    await app.page.getByRole('option', { name: '8 GB', exact: true }).click();
    await expect.poll(() => createBackendCall(app)('backup.status', {}).then(({ maxBytes }) => maxBytes)).toBe(8 * 2 ** 30);
    expect(readdirSync(join(app.data, 'backups')).length).toBeGreaterThan(0);
  });
});
