/**
 * The ten commonest tasks, one after the other in one story: with the pointer (the keyboard only writes), and again with the keyboard
 * alone (nothing is clicked). Each ends with the same result either way, and needs no more clicks and keys than
 * docs/ten-tasks.md says.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { png } from '../media-files.ts';
import { launchApp, shell, type TestApp } from './app.ts';
import { countInputs, type Inputs } from './count-inputs.ts';
import { createGameFolder } from './game-folders.ts';
import { focusByKeyboard, focusPane, getFocusedName } from './keyboard.ts';
import { cardText, createProject, fillAddTargetDialog, openLanguages, waitForBoard } from './user-steps.ts';

type Way = 'the pointer' | 'the keyboard alone';

let app: TestApp;
let takeCounts: () => Promise<Inputs>;
const folder = mkdtempSync(join(tmpdir(), 'taleport-ten-'));
const picture = join(folder, 'gate.png');
writeFileSync(picture, png(64, 40));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const press = (keys: string) => app.page.keyboard.press(keys);
const type = (text: string) => app.page.keyboard.type(text);
const button = (name: string | RegExp, within: TestApp['page'] | Locator = app.page) => within.getByRole('button', { name, exact: true });
const dialog = (name: string | RegExp) => app.page.getByRole('dialog', { name });
const textbox = (name: string) => app.page.getByRole('textbox', { name, exact: true });
const nodes = () => app.page.locator('.react-flow__node');
const node = (title: string) => nodes().filter({ has: app.page.getByText(title, { exact: true }) });
const selected = async () => (await app.page.locator('.react-flow__node.selected').allTextContents()).join();
const hasKeyboard = (place: Locator) => expect.poll(() => place.evaluate((each) => each.contains(document.activeElement))).toBe(true);
const read = () => app.page.frameLocator('iframe.play-page').locator('body').innerText();

/** Moves the focus to the board and selects the item that begins with these words. */
async function goToItem(text: string): Promise<void> {
  await focusByKeyboard(app, /^Board\. Press Tab/, 'F6');
  await press('Escape');
  await expect.poll(selected).toBe('');
  for (let at = 0; at < 10 && !(await selected()).includes(text); at++) {
    const before = await selected();
    await press('Tab');
    await expect.poll(selected).not.toBe(before);
  }
  expect(await selected()).toContain(text);
}

async function dropFile(target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to drop on.');
  const session = await app.page.context().newCDPSession(app.page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const kind of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type: kind, ...point, data: { items: [], files: [picture], dragOperationsMask: 1 } });
  await session.detach();
}

async function drag(from: Locator, to: Locator): Promise<void> {
  const [one, two] = [await from.boundingBox(), await to.boundingBox()];
  if (!one || !two) throw new Error('There is nothing to drag.');
  const { mouse } = app.page;
  await mouse.move(one.x + one.width / 2, one.y + one.height / 2);
  await mouse.down();
  await mouse.move(one.x + one.width / 2 + 12, one.y + one.height / 2 + 8, { steps: 3 });
  await mouse.move(two.x + two.width / 2, two.y + two.height / 2, { steps: 6 });
  await mouse.up();
}

async function elementByPointer(x: number, y: number, title: string): Promise<void> {
  await app.page.mouse.dblclick(x, y);
  await hasKeyboard(cardText(app, 'Title'));
  await type(title);
  await node(title).waitFor();
}

/** Creates an element; the caret is then in its title. */
async function startElementByKeys(title: string): Promise<void> {
  await focusByKeyboard(app, /^Board\. Press Tab/, 'F6');
  await press('Alt+Shift+e');
  await hasKeyboard(cardText(app, 'Title'));
  await type(title);
}

async function elementByKeys(title: string): Promise<void> {
  await startElementByKeys(title);
  await press('Escape');
  await node(title).waitFor();
}

async function runByPalette(action: string): Promise<void> {
  await press('Control+k');
  await hasKeyboard(dialog('Command palette'));
  await type(action);
  await app.page.getByRole('option', { name: new RegExp(`^${action}`), selected: true }).waitFor();
  await press('Enter');
}

const game = { pointer: createGameFolder('godot'), keyboard: createGameFolder('godot') };
afterAll(() => {
  for (const { folder: made } of Object.values(game)) rmSync(made, { recursive: true, force: true });
});

interface Task {
  readonly name: string;
  /** At most, with the pointer: the targets of docs/ten-tasks.md. */
  readonly clicks: number;
  /** At most, with the keyboard, apart from characters that are written. */
  readonly keys: number;
  readonly pointer: () => Promise<unknown>;
  readonly keyboard: () => Promise<unknown>;
  readonly holds: (way: 'pointer' | 'keyboard') => Promise<unknown>;
}

const tasks: readonly Task[] = [
  {
    name: 'start a story',
    clicks: 3,
    keys: 2,
    pointer: () => createProject(app, 'Empty', 'The harbour'),
    async keyboard() {
      await app.page.getByRole('heading', { name: 'Create a project' }).waitFor();
      await press('Alt+n');
      await hasKeyboard(dialog('New project').getByLabel('Name'));
      await type('The harbour');
      await press('Enter');
      await waitForBoard(app);
    },
    holds: () => app.page.getByRole('heading', { name: 'The harbour', level: 1 }).waitFor(),
  },
  {
    name: 'write',
    clicks: 3,
    keys: 3,
    async pointer() {
      await elementByPointer(460, 300, 'The gate');
      await cardText(app, 'Content').click();
      await type('A gate of oak.');
    },
    async keyboard() {
      await startElementByKeys('The gate');
      await press('Enter');
      await hasKeyboard(cardText(app, 'Content'));
      await type('A gate of oak.');
      await press('Escape');
    },
    holds: () => node('The gate').getByText('A gate of oak.').waitFor(),
  },
  {
    name: 'connect',
    clicks: 3,
    keys: 6,
    async pointer() {
      await elementByPointer(860, 300, 'The yard');
      await node('The gate').hover();
      await drag(node('The gate').locator('.point[data-handleid="right"]'), node('The yard'));
    },
    async keyboard() {
      await elementByKeys('The yard');
      await goToItem('The gate');
      await press('Control+l');
      const ask = dialog(/^Connect/);
      await hasKeyboard(ask);
      await focusByKeyboard(app, 'Connect to');
      await type('The yard');
      await app.page.getByRole('option', { name: /^The yard/ }).waitFor();
      await press('Enter');
      await ask.waitFor({ state: 'detached' });
    },
    holds: () => expect.poll(() => app.page.locator('.react-flow__edge').count()).toBe(1),
  },
  {
    name: 'branch',
    clicks: 1,
    keys: 1,
    async pointer() {
      await app.page.getByRole('toolbar', { name: 'Board tools' }).getByRole('button', { name: 'Add branch' }).click();
      await hasKeyboard(cardText(app, 'Condition 1'));
      await type('1 > 2');
    },
    async keyboard() {
      await focusByKeyboard(app, /^Board\. Press Tab/, 'F6');
      await press('Alt+Shift+b');
      await expect.poll(() => getFocusedName(app)).toBe('Condition 1');
      await type('1 > 2');
    },
    holds: () => expect.poll(() => app.page.locator('.react-flow__node .condition code').allTextContents()).toEqual(['1 > 2', '']),
  },
  {
    name: 'add a component with attributes',
    clicks: 7,
    keys: 4,
    async pointer() {
      await app.page.getByRole('tab', { name: 'Components', exact: true }).click();
      // In the toolbar, and as long as there are none also below it.
      await button('New component…').first().click();
      await dialog('New component').getByLabel('Name').click();
      await type('Maren');
      await button('Create', dialog('New component')).click();
      await button('Add attribute…').click();
      await dialog('New attribute').getByLabel('Name', { exact: true }).click();
      await type('Mood');
      await button('Create', dialog('New attribute')).click();
    },
    async keyboard() {
      await press('Alt+Shift+C');
      await hasKeyboard(dialog('New component').getByLabel('Name'));
      await type('Maren');
      await press('Enter');
      await app.page.getByRole('heading', { name: 'Component', exact: true, level: 2 }).waitFor();
      await press('Alt+Shift+D');
      await hasKeyboard(dialog('New attribute').getByLabel('Name', { exact: true }));
      await type('Mood');
      await press('Enter');
    },
    async holds() {
      await app.page.getByRole('heading', { name: 'Component', exact: true, level: 2 }).waitFor();
      await app.page.locator('input[aria-label="Name of attribute Mood"]').waitFor();
    },
  },
  {
    name: 'drop a picture as cover',
    clicks: 1,
    keys: 4,
    pointer: () => dropFile(node('The gate')),
    async keyboard() {
      await goToItem('The gate');
      // The system's dialog is answered below.
      await press('Alt+Shift+O');
    },
    holds: () => node('The gate').locator('.element-cover img').waitFor(),
  },
  {
    name: 'translate',
    clicks: 6,
    keys: 11,
    async pointer() {
      await openLanguages(app);
      await hasKeyboard(dialog('Languages').getByLabel('Name', { exact: true }));
      await type('de');
      await button('Add', dialog('Languages')).click();
      await dialog('Languages').getByText('German', { exact: true }).waitFor();
      await button('Translate into German', dialog('Languages')).click();
      await node('The gate').click();
      await textbox('Title').click();
      await type('Das Tor');
    },
    async keyboard() {
      await runByPalette('Languages');
      await hasKeyboard(dialog('Languages').getByLabel('Name', { exact: true }));
      await type('de');
      await press('Enter');
      await dialog('Languages').getByText('German', { exact: true }).waitFor();
      await focusByKeyboard(app, 'Translate into German', 'Shift+Tab');
      await press('Enter');
      await dialog('Languages').waitFor({ state: 'detached' });
      await goToItem('The gate');
      await press('F2');
      await hasKeyboard(cardText(app, 'Title'));
      await type('Das Tor');
      await press('Escape');
    },
    holds: () => node('Das Tor').waitFor(),
  },
  {
    name: 'play',
    clicks: 4,
    keys: 12,
    // The first element of a story is its start.
    async pointer() {
      await app.page.locator('.start-mark').waitFor();
      await app.page.locator('.language-picker').getByRole('button').click();
      await app.page.getByRole('option', { name: /^English/ }).click();
      await node('The gate').waitFor();
      await button('Play').click();
      await expect.poll(read).toContain('A gate of oak.');
      await app.page.getByRole('list', { name: 'Choices' }).getByRole('button', { name: 'The yard' }).click();
    },
    async keyboard() {
      await app.page.locator('.start-mark').waitFor();
      await focusPane(app, 'header');
      await focusByKeyboard(app, /Language$/);
      await press('Enter');
      await app.page.getByRole('option', { name: /^English/ }).waitFor();
      await press('ArrowUp');
      await press('Enter');
      await node('The gate').waitFor();
      await press('Alt+p');
      await expect.poll(read).toContain('A gate of oak.');
      await hasKeyboard(app.page.locator('.play-panel'));
      await press('1');
    },
    holds: () => expect.poll(selected).toContain('The yard'),
  },
  {
    name: 'find and replace',
    clicks: 3,
    keys: 3,
    async pointer() {
      await button('Find').click();
      const find = app.page.getByRole('search', { name: 'Find', exact: true });
      await hasKeyboard(find.getByRole('combobox'));
      await type('oak');
      await find.getByRole('button', { name: /^Find and replace/ }).click();
      const replace = app.page.getByRole('search', { name: 'Find and replace' });
      await hasKeyboard(replace.getByRole('textbox', { name: 'Replace with' }));
      await type('iron');
      await replace.getByRole('button', { name: /^Replace 1 match/ }).click();
    },
    async keyboard() {
      await press('Control+Shift+F');
      const replace = app.page.getByRole('search', { name: 'Find and replace' });
      await hasKeyboard(replace.getByRole('textbox', { name: 'Find', exact: true }));
      await type('oak');
      await focusByKeyboard(app, 'Replace with');
      await type('iron');
      await replace.getByRole('button', { name: /^Replace 1 match/ }).waitFor();
      await press('Enter');
    },
    async holds(way) {
      if (way === 'pointer') await button('Zoom to fit').click();
      else {
        await focusPane(app, 'content');
        await press('Alt+1');
      }
      await node('The gate').getByText('A gate of iron.').waitFor();
    },
  },
  {
    name: 'export to a game folder',
    // In the desktop window, the folder is chosen in a dialog of the system.
    clicks: shell === 'browser' ? 2 : 3,
    keys: shell === 'browser' ? 3 : 9,
    async pointer() {
      await button('No game folder yet').click();
      await fillAddTargetDialog(app, game.pointer.folder);
    },
    async keyboard() {
      await app.choose(game.keyboard.folder);
      await runByPalette('Add game folder');
      await dialog('Add game folder').waitFor();
      if (shell === 'browser') {
        await hasKeyboard(dialog('Add game folder').getByLabel('Folder', { exact: true }));
        await type(game.keyboard.folder);
        await app.page.getByText(/^Godot project “.*” found/).waitFor();
        await press('Enter');
      } else {
        await hasKeyboard(dialog('Add game folder').getByRole('button', { name: 'Choose…' }));
        await press('Enter');
        await app.page.getByText(/^Godot project “.*” found/).waitFor();
        await focusByKeyboard(app, 'Add');
        await press('Enter');
      }
    },
    async holds(way) {
      await expect.poll(() => (existsSync(game[way].file) ? readFileSync(game[way].file, 'utf8') : '')).toContain('A gate of iron.');
    },
  },
];

describe.each<[Way, 'pointer' | 'keyboard']>([
  ['the pointer', 'pointer'],
  ['the keyboard alone', 'keyboard'],
])('by %s', (_, way) => {
  beforeAll(async () => {
    app = await launchApp();
    await app.page.emulateMedia({ reducedMotion: 'reduce' });
    takeCounts = await countInputs(app.page);
    app.page.on('filechooser', (chooser) => void chooser.setFiles(picture));
  });
  afterAll(() => app?.close());

  test.each(tasks.map((task): [string, Task] => [task.name, task]))('%s', async (name, task) => {
    await takeCounts();
    await task[way]();
    const { clicks, keys } = await takeCounts();
    expect(clicks).toBeLessThanOrEqual(way === 'pointer' ? task.clicks : 0);
    expect(keys).toBeLessThanOrEqual(way === 'pointer' ? 0 : task.keys);
    await task.holds(way);
    await app.screenshot(`ten-${tasks.indexOf(task) + 1}-${name.replaceAll(' ', '-')}-${way}`);
  });
});
