/** Accessibility in both shells: the first screens, with the menu of each shell, by axe in light and dark, and the main workflow without a pointer. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../root.ts';
import { accessibilitySteps } from './accessibility.ts';
import { launchApp, shell, type TestApp } from './app.ts';
import { createGameFolder } from './game-folders.ts';
import { cardText, chooseMenuItem, createProject, expectFocused, goToProjectList, openTargetsPane, waitForBoard } from './user-steps.ts';

let app: TestApp;
const folders: string[] = [];
beforeAll(async () => {
  app = await launchApp();
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
});
afterAll(async () => {
  await app?.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const { isAccessible, dialogIsAccessible, dialog, toggle, tab } = accessibilitySteps(() => app);

describe('[WCAG 2.2 AA]', () => {
  test('the first screen, the list, and their dialogs', async () => {
    await app.page.getByRole('heading', { name: 'Create a project' }).waitFor();
    await isAccessible('first steps');
    await createProject(app, 'Empty', 'Quiet');
    await isAccessible('empty board');
    await tab('Assets').click();
    await app.page.getByRole('heading', { name: 'Images, audio and videos' }).waitFor();
    await isAccessible('no asset');
    await tab('Boards').click();
    await goToProjectList(app);
    await app.page.getByRole('row', { name: /Quiet/ }).waitFor();
    await isAccessible('projects');
    await toggle('New project…').click();
    await dialogIsAccessible('new project');
    await toggle('Import project…').click();
    await dialogIsAccessible('import');
    await app.page.getByRole('button', { name: 'More for Quiet' }).click();
    await app.page.getByRole('menu').waitFor();
    await isAccessible('menu');
    await app.page.getByRole('menuitem', { name: /^Rename/ }).click();
    await dialogIsAccessible('rename project');
    await chooseMenuItem(app, 'More for Quiet', /^Delete/);
    await dialogIsAccessible('delete project');
    await app.page.keyboard.press('F1');
    await dialogIsAccessible('keys');
  });
});

const panel = (what: string) =>
  app.page.getByRole('heading', { name: `${what.charAt(0).toUpperCase()}${what.slice(1)}`, exact: true, level: 2 });

describe('the main workflow', () => {
  test('with the keyboard alone: import, target, edit, undo', async () => {
    const { page } = app;
    const { keyboard } = page;
    const game = createGameFolder('godot');
    folders.push(game.folder);
    const story = join(root, 'samples', 'sample.json');
    /** Walks with Tab until the control with this name has the focus. */
    const tabTo = async (name: string | RegExp, key = 'Tab') => {
      for (let at = 0; at < 60; at++) {
        const text = await page.evaluate(() => {
          const { activeElement } = document;
          const by = activeElement?.getAttribute('aria-labelledby')?.split(' ') ?? [];
          const labels = by.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
          return activeElement?.getAttribute('aria-label') ?? (labels.trim() || (activeElement?.textContent ?? ''));
        });
        if (typeof name === 'string' ? text === name : name.test(text)) return;
        await keyboard.press(key);
      }
      throw new Error(`Tab never comes to ${name}`);
    };

    if ((await page.getByRole('heading', { name: 'Projects', exact: true }).count()) === 0) await keyboard.press('Alt+Home');
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
    await app.choose(story);
    await keyboard.press('Alt+o');
    await dialog().first().waitFor();
    if (shell === 'browser') await keyboard.type(story);
    await keyboard.press('Enter');
    const notes = page.getByRole('button', { name: 'Open project' });
    await notes.or(page.locator('.board[data-ready]')).first().waitFor();
    if (await notes.isVisible()) await keyboard.press('Enter');
    await waitForBoard(app);

    await app.choose(game.folder);
    await openTargetsPane(app);
    await page.getByRole('heading', { name: 'Bring this story into your game' }).waitFor();
    await tabTo('Add game folder…');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add game folder' }).waitFor();
    if (shell === 'browser') await keyboard.type(game.folder);
    else await keyboard.press('Enter');
    await page.getByText(/^Godot project “.*” found/).waitFor();
    await tabTo('Add');
    await keyboard.press('Enter');
    await page.locator('.state', { hasText: 'Up to date' }).waitFor();
    const before = readFileSync(game.file, 'utf8');

    await tabTo(/^Board\. Press Tab/, 'F6');
    await keyboard.press('Escape');
    await panel('board').waitFor();
    const chosen = async () => (await page.locator('.react-flow__node.selected').allTextContents()).join();
    for (let item = ''; !item.startsWith('The path'); ) {
      const before = item;
      await keyboard.press('Tab');
      await expect.poll(chosen).not.toBe(before);
      item = await chosen();
    }
    await panel('element').waitFor();
    await keyboard.press('Enter');
    await expectFocused(cardText(app, 'Title'));
    await keyboard.press('Enter');
    await expectFocused(cardText(app, 'Content'));
    await keyboard.type(' Written without a mouse.');
    await keyboard.press('Escape');
    await expect.poll(() => readFileSync(game.file, 'utf8').includes('Written without a mouse.')).toBe(true);
    for (let step = 0; step < 20 && readFileSync(game.file, 'utf8') !== before; step++) {
      const undo = page.locator('.workspace-header').getByRole('button', { name: /^Undo/ });
      if (!(await undo.isEnabled())) break;
      const text = await undo.getAttribute('aria-label');
      await keyboard.press('Control+z');
      await expect
        .poll(
          async () =>
            !(await undo.isEnabled()) || (await undo.getAttribute('aria-label')) !== text || readFileSync(game.file, 'utf8') === before,
        )
        .toBe(true);
    }
    await expect.poll(() => readFileSync(game.file, 'utf8') === before).toBe(true);
  });
});
