/** Accessibility of every view: WCAG 2.2 AA by axe in light and dark, and visible focus. The page is the same in both shells, so one of them shows it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { png, wav } from '../media-files.ts';
import { accessibilitySteps } from './accessibility.ts';
import { launchApp, type TestApp } from './app.ts';
import { createGameFolder } from './game-folders.ts';
import {
  addTarget,
  chooseMenuItem,
  createProject,
  moveCaretTo,
  openLanguages,
  openSettings,
  openTargetsPane,
  waitForBoard,
} from './user-steps.ts';
import { closeView, view } from './views.ts';

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

const panel = (what: string) =>
  app.page.getByRole('heading', { name: `${what.charAt(0).toUpperCase()}${what.slice(1)}`, exact: true, level: 2 });

describe('[WCAG 2.2 AA]', () => {
  test('the workspace with each panel of the inspector', async () => {
    await createProject(app, 'Sample', 'Lighthouse');
    await isAccessible('workspace');
    await app.page.getByRole('button', { name: 'Zoom to fit' }).click();
    const panels = [
      ['element', '.react-flow__node-element'],
      ['note', '.react-flow__node-note'],
      ['jumper', '.react-flow__node-jumper'],
      ['connection', '.connection-label'],
    ] as const;
    for (const [what, place] of panels) {
      await app.page.locator(place).first().click();
      await panel(what).waitFor();
      await isAccessible(`panel ${what}`);
    }
    await app.page.locator('.board').focus();
    await app.page.keyboard.press('Alt+Shift+b');
    await panel('branch').waitFor();
    await isAccessible('panel branch');
    await app.page.locator('.board').focus();
    await app.page.keyboard.press('Control+a');
    await app.page.getByRole('heading', { name: /items$/ }).waitFor();
    await isAccessible('panel many');
    await app.page.keyboard.press('Escape');
    await panel('board').waitFor();
  });

  test('the bars, menus and dialogs of the board, and the board as a list', async () => {
    const { page } = app;
    const board = page.locator('.board');
    await board.press('Control+a');
    await toggle('Align left edges').waitFor();
    await board.press('Shift+F10');
    await page.getByRole('menu', { name: 'Selection' }).waitFor();
    await isAccessible('board menu');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await board.press('Control+l');
    await dialogIsAccessible('connect to');
    await board.press('Control+Shift+x');
    await dialogIsAccessible('move to');
    await board.press('Alt+/');
    await page.getByRole('textbox', { name: 'Find on board' }).fill('the');
    await page
      .locator('.find-count')
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    await isAccessible('find on board');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+l');
    const list = page.getByRole('treegrid', { name: /^Items of/ });
    await list.waitFor();
    await list.locator('[role=row][aria-expanded]').first().click();
    await page.keyboard.press('ArrowRight');
    await list.locator('[aria-level="2"]').first().waitFor();
    await isAccessible('list');
    await page.keyboard.press('Alt+l');
    await waitForBoard(app);
    await board.press('Escape');
  });

  test('the assets', async () => {
    const { page } = app;
    await tab('Assets').click();
    await page.getByRole('treegrid', { name: 'Assets' }).waitFor();
    const folder = mkdtempSync(join(tmpdir(), 'taleport-media-'));
    folders.push(folder);
    const files = { 'door.png': png(60, 40), 'rain.wav': wav(1), 'letter.pdf': '%PDF-1.4' };
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), toggle('Add files…').click()]);
    await chooser.setFiles(Object.keys(files).map((name) => join(folder, name)));
    await page.getByRole('region', { name: 'Adding files' }).getByText('2 files added, 1 skipped').waitFor();
    await isAccessible('assets');
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await chooseMenuItem(app, 'More for door.png', /^Preview/);
    await dialogIsAccessible('asset preview');
    await chooseMenuItem(app, 'More for door.png', /^Use as cover/);
    await dialogIsAccessible('use as a cover');
    await chooseMenuItem(app, 'More for door.png', /^Delete/);
    await dialogIsAccessible('delete asset');
    await toggle('New asset folder…').click();
    await dialogIsAccessible('new asset folder');
    await tab('Boards').click();
  });

  test('components, attributes, variables and mentions', async () => {
    const { page } = app;
    await page.keyboard.press('Alt+c');
    const row = (name: string) => page.getByRole('treegrid', { name: 'Components' }).getByRole('row', { name });
    await row('Maren').click();
    await panel('component').waitFor();
    await isAccessible('panel component');
    await row('People').click();
    await page.getByRole('heading', { name: 'Component folder', level: 2 }).waitFor();
    await isAccessible('panel component folder');
    await toggle('New component…').click();
    await dialogIsAccessible('new component');
    await chooseMenuItem(app, 'More for Maren', /^Rename/);
    await dialogIsAccessible('rename component');
    await chooseMenuItem(app, 'More for Maren', /^Move to/);
    await dialogIsAccessible('move component');
    await chooseMenuItem(app, 'More for Maren', /^Delete/);
    await dialogIsAccessible('delete component');
    await row('Lighthouse').click();
    await page.getByRole('grid', { name: 'Keeper' }).waitFor();
    await isAccessible('panel component with a list');
    await toggle('Add attribute…').click();
    await page.getByRole('dialog').getByRole('button', { name: /Type/ }).click();
    await page.getByRole('option', { name: /^Integer/ }).click();
    await page.getByRole('dialog').getByLabel('Script ID').fill('3rd');
    await dialog().waitFor();
    await isAccessible('new attribute');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog', { name: 'Discard unsaved text?' }).waitFor();
    await isAccessible('discard what was typed');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    await chooseMenuItem(app, 'More for Keeper', /^Change type/);
    await dialogIsAccessible('change type');
    await page.keyboard.press('Alt+v');
    await view(app).waitFor();
    await isAccessible('variables');
    await closeView(app);
    await page.locator('.react-flow__node-element', { hasText: 'On the rocks' }).click();
    await panel('element').waitFor();
    await page.getByRole('grid', { name: 'Attached components' }).waitFor();
    await moveCaretTo(app, page.getByRole('textbox', { name: 'Content' }), 'Control+End');
    await page.keyboard.type(' @');
    await page.getByRole('listbox', { name: 'Mention' }).waitFor();
    await isAccessible('mention');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.locator('.board').focus();
    await page.keyboard.press('Escape');
    await tab('Boards').click();
  });

  test('the dialogs of the workspace', async () => {
    await openLanguages(app);
    await dialogIsAccessible('languages');
    await toggle('New board…').click();
    await dialogIsAccessible('new board');
    await chooseMenuItem(app, 'More for The Tower', /^Move/);
    await dialogIsAccessible('move board');
    await chooseMenuItem(app, 'More for The Tower', /^Delete/);
    await dialogIsAccessible('delete board');
    await chooseMenuItem(app, 'More for Lighthouse', 'Export story…');
    await dialogIsAccessible('export to a file');
  });

  test('play, find, replace and the palette', async () => {
    const { page } = app;
    await page.locator('.board').focus();
    await page.keyboard.press('Alt+p');
    await page.locator('.choices').waitFor();
    await isAccessible('play');
    await page.getByRole('tab', { name: 'Visits' }).click();
    await isAccessible('play visits');
    await page.getByRole('tab', { name: 'Coverage' }).click();
    await page.getByRole('button', { name: 'Measure coverage with random playthroughs' }).click();
    await page.getByRole('button', { name: 'Measure again' }).waitFor();
    await isAccessible('play coverage');
    await page.keyboard.press('Alt+p');
    await page.keyboard.press('Control+f');
    await page.getByRole('search').waitFor();
    await page.keyboard.type('the');
    await page.locator('.pick').first().waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await isAccessible('find');
    await page.keyboard.press('Control+Shift+f');
    await page.getByRole('textbox', { name: 'Replace with' }).fill('a');
    await page.locator('ins').first().waitFor();
    await isAccessible('replace');
    await page.keyboard.press('Escape');
    await page.getByRole('search').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await dialogIsAccessible('palette');
  });

  test('the targets', async () => {
    await openTargetsPane(app);
    await app.page.getByRole('heading', { name: 'Bring this story into your game' }).waitFor();
    await isAccessible('no target');
    await app.page.getByRole('button', { name: 'Add game folder' }).click();
    await dialogIsAccessible('add target');
    const game = createGameFolder('unity');
    folders.push(game.folder);
    await addTarget(app, game.folder);
    await app.page.locator('.state', { hasText: 'Up to date' }).waitFor();
    await isAccessible('target');
    await chooseMenuItem(app, `More for ${game.folder}`, /^Settings/);
    await dialogIsAccessible('target settings');
    await chooseMenuItem(app, `More for ${game.folder}`, /^Export history/);
    await dialogIsAccessible('export history');
    await chooseMenuItem(app, `More for ${game.folder}`, /^Unity integration/);
    await dialogIsAccessible('editor integration');
    writeFileSync(game.file, '{}');
    await app.page.locator('.state', { hasText: /^Changed outside/ }).waitFor();
    await isAccessible('target changed by others');
    await app.page.getByRole('button', { name: /^Compare / }).click();
    await dialogIsAccessible('what is different');
    await toggle('Close bottom panel').click();
  });

  test('the settings with each section and the dialogs on top of them', async () => {
    const { page } = app;
    /** Checks the topmost dialog, then closes it with Escape or its own button. */
    const onTop = async (what: string, name: string | RegExp, closes?: string) => {
      const top = page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));
      await top.waitFor();
      await isAccessible(what);
      if (closes) await top.getByRole('button', { name: closes }).click();
      else await page.keyboard.press('Escape');
      await top.waitFor({ state: 'detached' });
    };
    for (const section of ['Appearance', 'Keyboard shortcuts', 'REST API', 'API keys', 'Members', 'Local workspace']) {
      await openSettings(app, section);
      await isAccessible(`settings ${section}`);
    }
    await page.getByLabel('Seats').fill('many');
    await isAccessible('settings with a fault');
    await openSettings(app, 'Members');
    await toggle('New member…').click();
    await onTop('new member', 'New member');
    await openSettings(app, 'API keys');
    await toggle('New key…').click();
    await page.getByRole('dialog', { name: 'New API key' }).getByLabel('Name').fill('Reader');
    await isAccessible('new key');
    await page.keyboard.press('Enter');
    await onTop('key shown once', 'Key “Reader” created', 'Done');
    await page.getByRole('row', { name: /Reader/ }).waitFor();
    await isAccessible('settings with a key');
    await chooseMenuItem(app, 'More for Reader', /^Revoke/);
    await onTop('revoke key', 'Revoke “Reader”?');
    await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog', { name: 'Settings' }).waitFor({ state: 'detached' });
  });

  test('the focus is visible at every Tab stop', async () => {
    await app.page.locator('body').focus();
    const unseen: string[] = [];
    for (let at = 0; at < 40; at++) {
      await app.page.keyboard.press('Tab');
      const fault = await app.page.evaluate(() => {
        const { activeElement } = document;
        if (!activeElement || activeElement === document.body) return null;
        const marked = [activeElement, activeElement.closest('label'), activeElement.closest('.rich-editor')];
        const seen = marked.some((each) =>
          [null, '::before', '::after'].some((part) => {
            if (!each) return false;
            const { outlineStyle, outlineWidth, boxShadow, content, backgroundColor, borderTopWidth } = getComputedStyle(each, part);
            const outlined = (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
            const filled = backgroundColor !== 'rgba(0, 0, 0, 0)' || Number.parseFloat(borderTopWidth) > 0;
            if (part === null) return outlined || (filled && each.role === 'separator');
            return content !== 'none' && (outlined || filled);
          }),
        );
        return seen ? null : activeElement.outerHTML.slice(0, 160);
      });
      if (fault) unseen.push(fault);
    }
    expect(unseen).toEqual([]);
  });
});
