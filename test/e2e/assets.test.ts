/** The assets in the window: files dropped and chosen, the tree, the preview, covers and sounds, replacing, deleting, undo. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { png, wav } from '../media-files.ts';
import { root } from '../root.ts';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { chooseMenuItem, goToProjectList, startImport, waitForBoard } from './user-steps.ts';

let app: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'taleport-media-'));
const at = (...path: string[]) => join(folder, ...path);

beforeAll(async () => {
  mkdirSync(at('Harbour', 'Sounds'), { recursive: true });
  writeFileSync(at('Harbour', 'lighthouse.png'), png(320, 200));
  writeFileSync(at('Harbour', 'Sounds', 'waves.wav'), wav(2));
  writeFileSync(at('Harbour', '.DS_Store'), 'litter');
  writeFileSync(at('map.png'), png(64, 48));
  writeFileSync(at('other.png'), png(40, 30));
  writeFileSync(at('gulls.wav'), wav(1));
  writeFileSync(at('letter.pdf'), '%PDF-1.4');
  app = await launchApp();
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
  // The file alone contains no assets: the tree contains what the test has added.
  await startImport(app, join(root, 'samples', 'sample.json'));
  await opened();
  await app.page.keyboard.press('Alt+a');
  await tree().waitFor();
});
afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An import ends on the board, after its notes if it has any. */
async function opened(): Promise<void> {
  const notes = app.page.getByRole('button', { name: 'Open project' });
  await notes.or(app.page.locator('.board[data-ready]')).first().waitFor();
  if (await notes.isVisible()) await notes.click();
  await waitForBoard(app);
}

const tree = () => app.page.getByRole('treegrid', { name: 'Assets' });
const row = (name: string) => tree().getByRole('row', { name: new RegExp(`^${name}`) });
const rows = async () => (await tree().getByRole('row').locator('.asset-name').allTextContents()).join(', ');
const element = (title: string) => app.page.locator('.react-flow__node-element', { hasText: title });
const undo = () => app.page.locator('.workspace-header').getByRole('button', { name: /^Undo/ });
const dialog = () => app.page.getByRole('dialog').or(app.page.getByRole('alertdialog').filter({ has: app.page.locator('form') }));

/** A drop from the desktop, as the system makes it. */
async function dropFiles(target: Locator, files: string[]): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to drop on.');
  const session = await app.page.context().newCDPSession(app.page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...point, data: { items: [], files, dragOperationsMask: 1 } });
  await session.detach();
}

/** What the system's dialog for files would answer to this click. */
async function choosing(files: string | string[], click: () => Promise<void>): Promise<void> {
  const [chooser] = await Promise.all([app.page.waitForEvent('filechooser'), click()]);
  await chooser.setFiles(files);
}

describe('adding files', () => {
  test('[Assets] a dropped folder keeps its subfolders, and is undone in one step', async () => {
    await dropFiles(tree(), [at('Harbour')]);
    await row('Harbour').waitFor();
    await row('Harbour').click();
    await app.page.keyboard.press('ArrowRight');
    await row('Sounds').click();
    await app.page.keyboard.press('ArrowRight');
    await expect.poll(rows).toBe('Harbour, Sounds, waves.wav, lighthouse.png');
    await undo().click();
    await expect.poll(rows).toBe('');
    await app.page.getByRole('button', { name: /^Redo/ }).click();
    await expect.poll(rows).toBe('Harbour, Sounds, waves.wav, lighthouse.png');
  });

  test('selected files are added to the selected folder', async () => {
    await row('Sounds').click();
    await choosing([at('gulls.wav')], () => app.page.getByRole('button', { name: 'Add files…', exact: true }).click());
    await expect.poll(rows).toBe('Harbour, Sounds, waves.wav, gulls.wav, lighthouse.png');
  });

  test('[Assets] files of other types are rejected with a reason, and the rest are added', async () => {
    await dropFiles(row('Harbour'), [at('map.png'), at('letter.pdf')]);
    const list = app.page.getByRole('region', { name: 'Adding files' });
    await list.getByText('1 file added, 1 skipped').waitFor();
    expect(await list.getByRole('listitem').textContent()).toContain('JPEG, PNG');
    await app.screenshot('assets-refused');
    await list.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await list.waitFor({ state: 'detached' });
    await expect.poll(rows).toBe('Harbour, Sounds, waves.wav, gulls.wav, lighthouse.png, map.png');
  });
});

describe('the filter', () => {
  test('shows files by name, by type, and those that nothing uses', async () => {
    const filter = app.page.getByRole('search', { name: 'Filter assets' });
    const show = async (what: string) => {
      await filter.getByRole('button', { name: /Show$/ }).click();
      await app.page.getByRole('option', { name: what }).click();
    };
    await filter.getByRole('textbox').fill('gul');
    await expect.poll(rows).toBe('gulls.wav');
    await app.page.keyboard.press('Escape');
    await row('lighthouse.png').click();
    await row('map.png').click({ modifiers: ['ControlOrMeta'] });
    await filter.getByRole('textbox').fill('map');
    await expect.poll(rows).toBe('map.png');
    // What the filter leaves out is still selected, but not deleted.
    await row('map.png').focus();
    await app.page.keyboard.press('Delete');
    await app.page.getByRole('alertdialog', { name: 'Delete image “map.png”?' }).waitFor();
    await app.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await filter.getByRole('textbox').fill('');
    await expect.poll(rows).toMatch(/^Harbour, Sounds/);
    await show('Images');
    await expect.poll(rows).toBe('lighthouse.png, map.png');
    await app.screenshot('assets-filter');
    await show('Unused');
    await expect.poll(rows).toBe('gulls.wav, lighthouse.png, map.png, waves.wav');
    await filter.getByRole('button', { name: 'Clear filter' }).click();
    await filter.getByRole('button', { name: 'Show as grid' }).click();
    const tiles = app.page.getByRole('grid', { name: 'Assets' }).getByRole('row');
    await expect.poll(async () => (await tiles.allTextContents()).join(', ')).toBe('gulls.wav, lighthouse.png, map.png, waves.wav');
    await tiles.filter({ hasText: 'map.png' }).locator('img').waitFor();
    await app.screenshot('assets-grid');
    await tiles.first().click();
    await app.page.keyboard.press('ArrowRight');
    await expect.poll(() => tiles.nth(1).getAttribute('aria-selected')).toBe('true');
    await filter.getByRole('button', { name: 'Show as list' }).click();
    await expect.poll(rows).toMatch(/^Harbour, Sounds/);
  });
});

describe('the tree', () => {
  test('with the keyboard alone: a folder is created, renamed, moved and moved up', async () => {
    const { page } = app;
    await page.getByRole('button', { name: 'New asset folder' }).focus();
    await row('map.png').click();
    await page.getByRole('button', { name: 'New asset folder' }).press('Enter');
    await dialog().getByLabel('Name').fill('Maps');
    await page.keyboard.press('Enter');
    await expect.poll(rows).toBe('Harbour, Sounds, waves.wav, gulls.wav, lighthouse.png, map.png, Maps');
    await row('map.png').focus();
    await page.keyboard.press('F2');
    await dialog().getByLabel('Name').fill('island.png');
    await page.keyboard.press('Enter');
    await row('island.png').waitFor();
    await chooseMenuItem(app, 'More for island.png', /^Move to/);
    await dialog()
      .getByRole('button', { name: /Destination/ })
      .click();
    await page.getByRole('option', { name: 'Harbour / Maps' }).click();
    await dialog().getByRole('button', { name: 'Move', exact: true }).click();
    await expect.poll(rows).toBe('Harbour, Sounds, waves.wav, gulls.wav, lighthouse.png, Maps, island.png');
    await row('gulls.wav').click();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(rows).toBe('Harbour, Sounds, gulls.wav, waves.wav, lighthouse.png, Maps, island.png');
  });

  test('the dialog that renames an asset closes when another program deletes the asset', async () => {
    const call = createBackendCall(app);
    const hash = /project\/(\w+)/.exec(app.page.url())?.[1] ?? '';
    const id = (await row('gulls.wav').getAttribute('data-asset')) ?? '';
    await row('gulls.wav').focus();
    await app.page.keyboard.press('F2');
    await dialog().getByLabel('Name').waitFor();
    await call('project.send', { hash, command: { do: 'remove', kind: 'asset', id } });
    await dialog().waitFor({ state: 'detached' });
    await call('project.undo', { hash });
    await row('gulls.wav').waitFor();
  });

  test('a picture has a thumbnail and a preview', async () => {
    await row('lighthouse.png').locator('.thumbnail img').waitFor();
    await row('lighthouse.png').click();
    await app.page.keyboard.press('Enter');
    const picture = dialog().getByRole('img', { name: 'lighthouse.png' });
    await expect.poll(() => picture.evaluate((each) => each instanceof HTMLImageElement && each.naturalWidth)).toBe(320);
    await dialog().getByText('320 × 200').waitFor();
    await dialog().getByText('Not used in the story').waitFor();
    await app.screenshot('assets-preview');
    // The arrow keys move through the name here, and elsewhere to the next asset.
    await dialog().getByLabel('Name', { exact: true }).press('ArrowRight');
    await picture.waitFor();
    await app.page.keyboard.press('Escape');
  });

  test('a sound plays in its preview', async () => {
    await row('waves.wav').dblclick();
    const player = dialog().locator('audio');
    await expect.poll(() => player.evaluate((each) => each instanceof HTMLAudioElement && each.duration)).toBe(2);
    await dialog().getByText('0:02', { exact: true }).waitFor();
    await app.page.keyboard.press('Escape');
  });
});

describe('using assets', () => {
  test('[Elements] a cover is selected in the inspector and shown on the board', async () => {
    const { page } = app;
    await element('The path').click();
    await page.keyboard.press('Alt+2');
    await page.getByRole('combobox', { name: 'Cover' }).fill('light');
    await page.getByRole('option', { name: /lighthouse\.png/ }).click();
    await element('The path').locator('.element-cover img').waitFor();
    await app.screenshot('assets-cover');
  });

  test('[Elements] sounds are added, configured and played in order', async () => {
    const { page } = app;
    for (const name of ['waves', 'gulls']) {
      const field = page.locator('.pick-asset').getByRole('combobox', { name: 'Sound', exact: true });
      // The field is below the visible part of the panel: focusing it scrolls it up, and its list opens nevertheless.
      await page.locator('.inspector .panel-body').evaluate((panel) => panel.scrollTo(0, 0));
      await field.fill(name);
      await page.getByRole('option', { name: new RegExp(name) }).click();
      await page.locator('.sound', { hasText: name }).waitFor();
    }
    const sounds = async () => (await page.locator('.sound-name').allTextContents()).join(', ');
    await page.getByRole('button', { name: 'Move gulls.wav up' }).click();
    await expect.poll(sounds).toBe('gulls.wav, waves.wav');
    await page
      .locator('.sound', { hasText: 'gulls' })
      .getByRole('button', { name: /Playback/ })
      .click();
    await page.getByRole('option', { name: 'Loop' }).click();
    await page.getByRole('button', { name: 'Play gulls.wav' }).click();
    await page.getByRole('button', { name: 'Stop gulls.wav' }).click();
    await app.screenshot('assets-sounds');
    await page.getByRole('button', { name: 'Remove waves.wav' }).click();
    await expect.poll(sounds).toBe('gulls.wav');
  });

  test('a file dropped on an element of the board becomes its cover', async () => {
    const { page } = app;
    await page.locator('.board').focus();
    await page.keyboard.press('Alt+1');
    await dropFiles(element('On the rocks').locator('header'), [at('other.png')]);
    await row('other.png').waitFor();
    await page.keyboard.press('Escape');
    await element('On the rocks').click();
    await page.getByRole('button', { name: 'Preview other.png' }).waitFor();
    await undo().click();
    await expect.poll(() => row('other.png').count()).toBe(0);
    await page.getByRole('button', { name: 'Preview other.png' }).waitFor({ state: 'detached' });
  });

  test('[Assets] replacing the file keeps the asset and its uses', async () => {
    const { page } = app;
    await row('lighthouse.png').dblclick();
    await choosing(at('other.png'), () => dialog().getByRole('button', { name: 'Replace file…' }).click());
    await dialog().getByText('40 × 30').waitFor();
    await dialog().getByText('Element “The path” as cover').waitFor();
    await page.keyboard.press('Escape');
    await row('lighthouse.png').waitFor();
  });

  test('deleting an asset lists its uses first; undo restores both', async () => {
    const { page } = app;
    await row('lighthouse.png').click();
    await page.keyboard.press('Delete');
    await dialog().getByText('The asset will be missing where it is used. Used once:').waitFor();
    await app.screenshot('assets-delete');
    await dialog().getByRole('button', { name: 'Go to Element “The path”' }).click();
    await page.locator('.react-flow__node-element.selected', { hasText: 'The path' }).waitFor();
    await page.getByRole('button', { name: 'Preview lighthouse.png' }).waitFor();
    await row('lighthouse.png').click();
    await page.keyboard.press('Delete');
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Preview lighthouse.png' }).waitFor({ state: 'detached' });
    await expect.poll(() => row('lighthouse.png').count()).toBe(0);
    await undo().click();
    await row('lighthouse.png').waitFor();
    await page.getByRole('button', { name: 'Preview lighthouse.png' }).waitFor();
  });
});

describe('dropping elsewhere', () => {
  test('on the empty canvas: the file is added to the assets, with an offer to show them', async () => {
    const { page } = app;
    await page.keyboard.press('Alt+b');
    await dropFiles(page.locator('.board .react-flow__background'), [at('map.png')]);
    await page.getByRole('button', { name: 'Show assets' }).click();
    await row('map.png').waitFor();
  });

  test('a project file on the list of projects is imported', async () => {
    await goToProjectList(app);
    await dropFiles(app.page.locator('main'), [join(root, 'samples', 'sample.json')]);
    await opened();
  });
});
