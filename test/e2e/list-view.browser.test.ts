/** The board as a list: it offers everything the canvas does, with the same actions and the keyboard alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchApp, type TestApp } from './app.ts';
import { createProject, goToProjectList } from './user-steps.ts';

let app: TestApp;
let count = 0;
beforeAll(async () => {
  app = await launchApp();
});
afterAll(() => app?.close());

const grid = () => app.page.getByRole('treegrid', { name: /^Items of/ });
const rows = () => grid().locator('[role=row][data-row]');
const row = (name: string | RegExp) => rows().filter({ hasText: name });
const press = (key: string) => app.page.keyboard.press(key);
const undoButton = () => app.page.locator('.workspace-header').getByRole('button', { name: /^Undo/ });
const focused = () => app.page.evaluate(() => document.activeElement?.textContent ?? '');

async function asList(): Promise<void> {
  await press('Alt+l');
  await grid().waitFor();
}

/** Adds an element with the button of the list, and types its title. */
async function add(title: string): Promise<void> {
  await app.page.locator('.board-list').getByRole('button', { name: 'Add element' }).click();
  const field = app.page.getByRole('textbox', { name: 'Title' });
  await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true);
  await app.page.keyboard.type(title);
  await press('Escape');
  await row(title).waitFor();
}

describe('an empty board as a list', () => {
  beforeEach(async () => {
    await createProject(app, 'Empty', `List ${++count}`);
    await asList();
  });

  test('finding goes from match to match, and the focus stays in its field', async () => {
    for (const title of ['Red gate', 'Blue gate', 'Green gate']) await add(title);
    await row('Red gate').focus();
    await press('Alt+/');
    const field = app.page.getByRole('textbox', { name: 'Find on board' });
    await field.fill('gate');
    const position = app.page.locator('.find-count');
    for (const at of [1, 2, 3, 1]) {
      await press('Enter');
      await expect.poll(() => position.textContent()).toContain(`${at} of 3`);
      expect(await field.evaluate((each) => each === document.activeElement)).toBe(true);
    }
  });

  test('items are created, connected, reordered, renamed, undone and deleted with the keyboard alone', async () => {
    await app.page.getByText(/^This board is empty/).waitFor();
    await grid().focus();
    await press('Alt+Shift+e');
    await app.page.getByRole('heading', { name: 'Element', level: 2 }).waitFor();
    await app.page.keyboard.type('Gate');
    await press('Escape');
    await row('Gate').waitFor();
    await expect.poll(focused).toContain('Gate');
    for (const title of ['Left', 'Right']) {
      await row('Gate').first().focus();
      await press('Home');
      await press('Control+l');
      const dialog = app.page.getByRole('dialog', { name: /^Connect/ });
      await dialog.getByRole('combobox', { name: 'Connect to' }).fill('New');
      await app.page.getByRole('option', { name: 'New element' }).waitFor();
      await press('ArrowDown');
      await press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await row('Untitled').first().focus();
      await press('F2');
      const field = app.page.getByRole('textbox', { name: 'Title' });
      await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true);
      await app.page.keyboard.type(title);
      await press('Escape');
      await row(title).first().waitFor();
    }
    await row('Gate').first().focus();
    await press('Home');
    await expect.poll(() => row('Gate').first().textContent()).toContain('Left and Right');
    await press('ArrowRight');
    await expect.poll(() => rows().count()).toBe(5);
    await expect.poll(() => row('Gate').first().getAttribute('aria-expanded')).toBe('true');
    await app.screenshot('list-view');
    // A connection without a label names its target once.
    const cells = row('No label').first().locator('.list-name, .list-targets');
    expect(await cells.allTextContents()).toEqual(['No label', 'Left']);
    await press('ArrowRight');
    await app.page.getByRole('heading', { name: 'Connection', level: 2 }).waitFor();
    await press('Alt+Shift+ArrowDown');
    await expect.poll(() => row('Gate').first().textContent()).toContain('Right and Left');
    await press('Delete');
    await expect.poll(() => row('Gate').first().textContent()).not.toContain('Left');
    await press('Control+z');
    await expect.poll(() => row('Gate').first().textContent()).toContain('Right and Left');
  });

  test('a branch lists its conditions, and each is connected separately', async () => {
    await add('Gate');
    await row('Gate').focus();
    await press('Alt+Shift+b');
    await app.page.getByRole('heading', { name: 'Branch', level: 2 }).waitFor();
    await press('Escape');
    const branch = row('Branch').first();
    await branch.click();
    await press('ArrowRight');
    await expect.poll(() => rows().count()).toBe(4);
    await press('ArrowDown');
    await press('ArrowDown');
    await expect.poll(focused).toContain('else');
    await press('Control+l');
    const dialog = app.page.getByRole('dialog', { name: /^Connect/ });
    await dialog.getByRole('button', { name: /From/ }).click();
    await app.page.getByRole('option', { name: 'else', exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Connect to' }).fill('Gate');
    await app.page.getByRole('option', { name: /^Gate/ }).click();
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect.poll(() => row('else').first().textContent()).toContain('Gate');
    await expect.poll(() => row('Branch').first().textContent()).toContain('Gate');
  });

  test('several rows are selected, copied, cut and pasted', async () => {
    await add('One');
    await add('Two');
    await add('Three');
    await row('One').first().focus();
    await press('Home');
    await press('Shift+ArrowDown');
    await press('Shift+ArrowDown');
    await app.page.getByRole('heading', { name: '3 items', level: 2 }).waitFor();
    await expect.poll(() => grid().locator('[aria-selected=true]').count()).toBe(3);
    await press('Control+c');
    await press('Control+v');
    await expect.poll(() => rows().count()).toBe(6);
    await press('Delete');
    await expect.poll(() => rows().count()).toBe(3);
    await undoButton().click();
    await expect.poll(() => rows().count()).toBe(6);
  });

  test('typing on a row writes into its text, also with an input method, whose keys move nothing', async () => {
    await add('One');
    await add('Two');
    const content = app.page.getByRole('textbox', { name: 'Content' });
    await row('One').focus();
    await press('Home');
    const cdp = await app.page.context().newCDPSession(app.page);
    await cdp.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await app.page.locator('.composed-text', { hasText: 'にほん' }).waitFor();
    for (const code of ['ArrowDown', 'Enter'])
      await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', code, windowsVirtualKeyCode: 229 });
    expect(await grid().locator('[aria-selected=true]').textContent()).toContain('One');
    await app.screenshot('list-view-composing');
    await cdp.send('Input.insertText', { text: '日本' });
    await cdp.detach();
    await expect.poll(() => content.textContent()).toBe('日本');
    expect(await app.page.locator('.composed-text').count()).toBe(0);
    await app.page.keyboard.type('!');
    await press('Escape');
    await row('One').getByText('日本!').waitFor();
    await press('ArrowDown');
    await app.page.keyboard.type('Next');
    await expect.poll(() => content.textContent()).toBe('Next');
    await press('Escape');
  });

  test('typing goes into the row with the focus, where it is shown, whichever is selected', async () => {
    await add('One');
    await add('Two');
    await row('Two').focus();
    await press('Alt+Shift+b');
    await app.page.getByRole('heading', { name: 'Branch', level: 2 }).waitFor();
    await app.page.getByRole('button', { name: 'else if', exact: true }).click();
    await press('Escape');
    await row('Branch').first().click();
    await press('ArrowRight');
    await expect.poll(() => row('else if').count()).toBe(1);
    const cdp = await app.page.context().newCDPSession(app.page);
    const compose = async (text: string) => {
      await cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
      await app.page.locator('.composed-text', { hasText: text }).waitFor();
      await cdp.send('Input.insertText', { text });
    };
    await row('One').first().click();
    await press('Control+ArrowDown');
    await expect.poll(focused).toContain('Two');
    // The row is editable now, but shows no caret, and nothing inside of it is.
    expect(await row('Two').evaluate((each) => getComputedStyle(each).caretColor)).toBe('rgba(0, 0, 0, 0)');
    const modifies = row('Two')
      .locator('.list-content')
      .evaluate((each) => getComputedStyle(each).getPropertyValue('-webkit-user-modify'));
    expect(await modifies).toBe('read-only');
    await compose('日本');
    await row('Two').getByText('日本').waitFor();
    expect(await row('One').first().textContent()).not.toContain('日本');
    await press('Escape');
    await press('Control+End');
    await press('ArrowUp');
    await expect.poll(focused).toContain('else if');
    await compose('true');
    await cdp.detach();
    await row('else if').getByText('true').waitFor();
    await press('Escape');
  });

  test('a text without a title is shown once, in both columns', async () => {
    await app.page.locator('.board-list').getByRole('button', { name: 'Add note' }).click();
    await app.page.getByRole('heading', { name: 'Note', level: 2 }).waitFor();
    await app.page.keyboard.type('Rain tonight');
    await press('Escape');
    const note = row('Rain tonight');
    await note.waitFor();
    const cellsOf = (each: HTMLElement) =>
      [...each.querySelectorAll('[role=gridcell]')].map((cell) => [cell.textContent, cell.getAttribute('aria-colspan') ?? '1']);
    expect(await note.evaluate(cellsOf)).toEqual([
      ['Rain tonight', '2'],
      ['', '1'],
      ['', '1'],
    ]);
    await add('Gate');
    await row('Gate').click();
    await app.page.keyboard.type('It creaks');
    await press('Escape');
    await row('It creaks').waitFor();
    expect(await row('It creaks').evaluate(cellsOf)).toEqual([
      ['Gate', '1'],
      ['It creaks', '1'],
      ['', '1'],
      ['', '1'],
    ]);
    await app.screenshot('list-view-untitled');
  });

  test('focus stays in the list when its row is removed, and the board can be shown as a canvas again', async () => {
    await add('One');
    await row('One').focus();
    await press('Delete');
    await expect.poll(() => rows().count()).toBe(0);
    await expect.poll(() => app.page.evaluate(() => document.activeElement !== document.body)).toBe(true);
    await press('Alt+l');
    await app.page.locator('.board[data-ready]').waitFor();
    await expect.poll(() => app.page.evaluate(() => document.activeElement?.classList.contains('board'))).toBe(true);
  });
});

test('each project remembers how its boards are shown', async () => {
  await createProject(app, 'Sample', `Kept ${count}`);
  await asList();
  await app.screenshot('list-view-sample');
  await goToProjectList(app);
  await app.page.getByRole('row', { name: new RegExp(`Kept ${count}`) }).dblclick();
  await grid().waitFor();
  await goToProjectList(app);
  await createProject(app, 'Empty', `Other ${count}`);
  expect(await grid().count()).toBe(0);
});

test('a long board opens as a list without delay, and one key moves to its end', async () => {
  await createProject(app, 'Empty', `Long ${count}`);
  await asList();
  await app.page.locator('.board-list').getByRole('button', { name: 'Add element' }).click();
  await app.page.getByRole('heading', { name: 'Element', level: 2 }).waitFor();
  await press('Escape');
  for (let all = 1; all < 500; all *= 2) {
    await expect
      .poll(async () => {
        await rows().first().focus();
        await press('Control+a');
        return grid().locator('[aria-selected=false]').count();
      })
      .toBe(0);
    await press('Control+d');
    await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe(String(all * 2 + 1));
  }
  expect(await rows().count()).toBeLessThan(80);
  await rows().first().focus();
  await press('Home');
  await press('End');
  await expect.poll(() => app.page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))).toBe('513');
});
