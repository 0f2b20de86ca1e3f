/** Steps of a user that tests share. Each ends when the window shows that it is done. */
import { statSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { shell, type TestApp } from './app.ts';

type ScreenApp = Pick<TestApp, 'page' | 'choose'>;

/** Creates a project and ends on its first board. Without a name it has the template's. */
export async function createProject({ page }: ScreenApp, template: string, name: string): Promise<void> {
  await goToProjectList({ page });
  await page.getByRole('button', { name: 'New project…', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('option', { name: template, exact: true }).click();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await waitForBoard({ page });
}

/** Starts the import of a file or folder; the test waits for the result. */
export async function startImport({ page, choose }: ScreenApp, path: string): Promise<void> {
  await goToProjectList({ page });
  await choose(path);
  await page.getByRole('button', { name: 'Import project…', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import project' });
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (shell === 'desktop') await dialog.getByRole('button', { name: isFolder ? 'Choose folder…' : 'Choose file…' }).click();
  else {
    await dialog.getByLabel('File or folder').fill(path);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  }
}

export async function addTarget(app: ScreenApp, folder: string): Promise<void> {
  await openTargetsPane(app);
  await app.page.getByRole('button', { name: 'Add game folder' }).first().click();
  await fillAddTargetDialog(app, folder);
}

/** Adds the folder in the open dialog. */
export async function fillAddTargetDialog({ page, choose }: ScreenApp, folder: string): Promise<void> {
  await choose(folder);
  const dialog = page.getByRole('dialog', { name: 'Add game folder' });
  if (shell === 'desktop') await dialog.getByRole('button', { name: 'Choose…' }).click();
  else await dialog.getByLabel('Folder', { exact: true }).fill(folder);
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  await expect.poll(() => add.isEnabled()).toBe(true);
  await add.click();
  await dialog.waitFor({ state: 'detached' });
}

export async function openTargetsPane({ page }: Pick<TestApp, 'page'>): Promise<void> {
  const tab = page.locator('.dock').getByRole('tab', { name: 'Game folders', exact: true, selected: true });
  if (!(await tab.isVisible())) await page.keyboard.press('Alt+T');
  await page.getByRole('heading', { name: 'Game folders', exact: true }).waitFor();
}

/** Opens the languages of the project, from its menu. */
export async function openLanguages({ page }: Pick<TestApp, 'page'>): Promise<void> {
  await page.locator('.header-project').getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Languages' }).click();
}

export async function goToProjectList({ page }: Pick<TestApp, 'page'>): Promise<void> {
  const list = page.getByRole('heading', { name: 'Projects', exact: true });
  const back = page.getByRole('button', { name: 'Back to projects' });
  await list.or(back).first().waitFor();
  if (await back.isVisible()) await back.click();
  await list.waitFor();
}

export const waitForBoard = ({ page }: Pick<TestApp, 'page'>): Promise<void> => page.locator('.board[data-ready]').waitFor();

/** A text that is edited on its card, by its label. The inspector may show the same text. */
export const cardText = ({ page }: Pick<TestApp, 'page'>, name: string | RegExp): Locator =>
  page.locator('.card-editor').getByRole('textbox', { name });

export const expectFocused = (target: Locator): Promise<void> =>
  expect.poll(() => target.evaluate((each) => each === document.activeElement)).toBe(true);

/** Opens a section of the settings. */
export async function openSettings({ page }: Pick<TestApp, 'page'>, section: string): Promise<void> {
  const settings = page.getByRole('dialog', { name: 'Settings' });
  if (!(await settings.isVisible())) await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await settings.getByRole('tab', { name: section, exact: true }).click();
  await settings.getByRole('heading', { name: section, level: 3, exact: true }).waitFor();
}

/** Chooses an entry of the menu behind a button. */
export async function chooseMenuItem({ page }: Pick<TestApp, 'page'>, button: string, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/**
 * Clicks into an editor and moves its caret to one end. An editor restores its last selection 20 ms after it received the focus: people are
 * slower than that, tests are not. So the key is pressed until the caret stays.
 */
export async function moveCaretTo({ page }: Pick<TestApp, 'page'>, field: Locator, end: 'Control+Home' | 'Control+End'): Promise<void> {
  await field.click();
  await expect
    .poll(async () => {
      await page.keyboard.press(end);
      return field.evaluate(async (editor, isEnd) => {
        for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame);
        const between = getSelection()?.getRangeAt(0).cloneRange();
        if (isEnd) between?.setEnd(editor, editor.childNodes.length);
        else between?.setStart(editor, 0);
        return between?.toString();
      }, end === 'Control+End');
    })
    .toBe('');
}
