/**
 * The first start: three steps from an empty list to a game folder that follows a story; with the pointer, with the keyboard, skipped, and
 * never shown again.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../root.ts';
import { expectAccessible } from './accessibility.ts';
import { launchApp, shell, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { countInputs } from './count-inputs.ts';
import { createGameFolder } from './game-folders.ts';
import { expectFocused, goToProjectList, moveCaretTo, startImport, waitForBoard } from './user-steps.ts';

let app: TestApp;
beforeEach(async () => {
  app = await launchApp();
});
afterEach(() => app.close());

const card = () => app.page.getByRole('region', { name: 'Bring a story into your game in three steps' });
const button = (name: string) => app.page.getByRole('button', { name, exact: true });

/** Writes in the first element that is drawn, as the third step asks for. */
async function changeAWord(text: string): Promise<void> {
  await app.page
    .locator('.react-flow__node')
    .filter({ has: app.page.locator('article.element') })
    .first()
    .click();
  await moveCaretTo(app, app.page.getByRole('textbox', { name: 'Content' }), 'Control+Home');
  await app.page.keyboard.type(`${text} `);
}

describe('the first start', () => {
  test('a sample story, an example folder, an edited line: the file is updated', async () => {
    await app.screenshot('first-start-1');
    await button('Use the sample story').click();
    await waitForBoard(app);
    await card().getByText('Step 2 of 3').waitFor();
    await expectAccessible(app, 'first start, step');
    await app.screenshot('first-start-2');
    await button('Create example folder').click();
    await card().getByText('Step 3 of 3').waitFor();
    const file = join(app.data, 'example-game', 'arcweave', 'project.json');
    await expect.poll(() => card().getByRole('textbox', { name: 'File in the game folder' }).inputValue()).toBe(file);
    await card().getByText('Waiting for your edit.').waitFor();
    await expectAccessible(app, 'first start, step');
    await changeAWord('Lanterns everywhere.');
    await card().getByText('The file has been updated.').waitFor();
    await expect.poll(() => readFileSync(file, 'utf8').includes('Lanterns everywhere.')).toBe(true);
    await app.screenshot('first-start-3');
    await button('Done').click();
    await card().waitFor({ state: 'detached' });
  });

  test('a changed line is in a Godot project after at most 12 clicks and keys, apart from the words of the line', async () => {
    const game = createGameFolder('godot');
    await app.choose(game.folder);
    await button('Use the sample story').waitFor();
    const takeCounts = await countInputs(app.page);
    await button('Use the sample story').click();
    await button('Choose folder…').click();
    const dialog = app.page.getByRole('dialog', { name: 'Add game folder' });
    if (shell === 'desktop') await dialog.getByRole('button', { name: 'Choose…' }).click();
    else {
      await expectFocused(dialog.getByLabel('Folder', { exact: true }));
      await app.page.keyboard.type(game.folder);
    }
    await dialog.getByText(/^Godot project “.*” found/).waitFor();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await card().getByText('Waiting for your edit.').waitFor();
    const text = app.page.locator('.react-flow__node article.element .item-text').first();
    await text.dblclick();
    const field = app.page.locator('.card-editor').getByRole('textbox', { name: 'Content' });
    await expectFocused(field);
    await app.page.keyboard.type('Lanterns everywhere. ');
    await card().getByText('The file has been updated.').waitFor();
    await expect.poll(() => readFileSync(game.file, 'utf8')).toContain('Lanterns everywhere.');
    const { clicks, keys } = await takeCounts();
    await app.screenshot('first-start-godot');
    // In the dialog of the system, which the test answers: the folder, and its button.
    const inSystemDialog = shell === 'desktop' ? 2 : 0;
    expect(clicks + keys + inSystemDialog).toBeLessThanOrEqual(12);
    expect({ clicks, keys }).toEqual({ clicks: shell === 'desktop' ? 6 : 5, keys: 0 });
    rmSync(game.folder, { recursive: true });
  });

  test('an imported story and a folder of one’s own', async () => {
    const game = createGameFolder('unity');
    await button('Import a story…').waitFor();
    // The button of the first step opens the very dialog of the list.
    await button('Import a story…').click();
    await app.page.getByRole('dialog', { name: 'Import project' }).waitFor();
    await app.page.keyboard.press('Escape');
    await startImport(app, join(root, 'samples', 'sample.json'));
    const notes = app.page.getByRole('button', { name: 'Open project' });
    await notes.or(card()).first().waitFor();
    if (await notes.isVisible()) await notes.click();
    await card().getByText('Step 2 of 3').waitFor();
    await app.choose(game.folder);
    await button('Choose folder…').click();
    const dialog = app.page.getByRole('dialog', { name: 'Add game folder' });
    const path = dialog.getByLabel('Folder', { exact: true });
    if (await dialog.getByRole('button', { name: 'Choose…' }).isVisible()) await dialog.getByRole('button', { name: 'Choose…' }).click();
    else await path.fill(game.folder);
    const add = dialog.getByRole('button', { name: 'Add', exact: true });
    await expect.poll(() => add.isEnabled()).toBe(true);
    await add.click();
    await card().getByText('Step 3 of 3').waitFor();
  });

  test('by keyboard alone', async () => {
    const { keyboard } = app.page;
    await button('Use the sample story').waitFor();
    const focused = () => app.page.evaluate(() => document.activeElement?.textContent ?? '');
    const tabTo = async (name: string) => {
      for (let at = 0; at < 60 && (await focused()) !== name; at++) await keyboard.press('Tab');
      expect(await focused()).toBe(name);
    };
    await tabTo('Use the sample story');
    await keyboard.press('Enter');
    await card().getByText('Step 2 of 3').waitFor();
    await expect.poll(focused).toBe('Choose your game’s folder');
    await tabTo('Create example folder');
    await keyboard.press('Enter');
    await expect.poll(focused).toBe('Edit a line and watch the file update');
    await tabTo('Done');
    await keyboard.press('Enter');
    await card().waitFor({ state: 'detached' });
  });

  test('a sentence that is being written keeps the caret while steps come and go', async () => {
    await button('Use the sample story').click();
    await card().getByText('Step 2 of 3').waitFor();
    await app.page.locator('.react-flow__node article.element .item-text').first().dblclick();
    const field = app.page.locator('.card-editor').getByRole('textbox', { name: 'Content' });
    await expectFocused(field);
    await app.page.keyboard.type('Lanterns ');
    const call = createBackendCall(app);
    const hash = /project\/(\w+)/.exec(app.page.url())?.[1] ?? '';
    const target = await call('target.add', { hash, folder: await call('target.example', {}) });
    await card().getByText('Step 3 of 3').waitFor();
    await app.page.keyboard.type('every');
    await call('target.remove', { id: target.id });
    await card().getByText('Step 2 of 3').waitFor();
    await app.page.keyboard.type('where. ');
    await expectFocused(field);
    expect(await field.textContent()).toContain('Lanterns everywhere. ');
  });

  test('once skipped, it is not shown again', async () => {
    await button('Skip setup').click();
    await app.page.getByRole('heading', { name: 'Write on boards' }).waitFor();
    await app.page.reload();
    await app.page.getByRole('heading', { name: 'Write on boards' }).waitFor();
    expect(await button('Use the sample story').count()).toBe(0);
    await button('New project…').click();
    await app.page.getByRole('button', { name: 'Create', exact: true }).click();
    await waitForBoard(app);
    expect(await card().count()).toBe(0);
    await goToProjectList(app);
  });
});
