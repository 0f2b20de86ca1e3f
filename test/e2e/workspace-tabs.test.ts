/** The tabs of the workspace: boards and views, beside each other, kept between starts; by pointer and by keyboard. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { launchApp, shell, type TestApp } from './app.ts';
import { createProject, expectFocused, goToProjectList } from './user-steps.ts';
import { closeView, view } from './views.ts';

let app: TestApp;
beforeAll(async () => {
  app = await launchApp();
  await createProject(app, 'Empty', 'Tabs');
});
afterAll(() => app?.close());

const press = (key: string) => app.page.keyboard.press(key);
const nextTab = shell === 'desktop' ? 'Control+Tab' : 'Alt+PageDown';
const closeTab = shell === 'desktop' ? 'Control+w' : 'Alt+x';
const reopenTab = shell === 'desktop' ? 'Control+Shift+t' : 'Alt+Shift+x';

const strips = () => app.page.locator('.tab-strip');
const tab = (name: string) => strips().getByRole('tab', { name, exact: true });
const row = (name: string) => app.page.getByRole('treegrid', { name: 'Boards' }).getByRole('row', { name });
/** The tabs of each side, the one in front between asterisks. */
const readTabs = () =>
  strips().evaluateAll((all) =>
    all.map((strip) =>
      [...strip.querySelectorAll('[role=tab]')]
        .map((each) => (each.getAttribute('aria-selected') === 'true' ? `*${each.textContent}*` : each.textContent))
        .join(' '),
    ),
  );
const expectTabs = (...sides: string[]) => expect.poll(readTabs).toEqual(sides);

const filter = () => view(app).getByRole('textbox', { name: 'Search texts' });

async function runByPalette(action: string): Promise<void> {
  await press('Control+k');
  const search = app.page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');
  await expectFocused(search);
  await app.page.keyboard.type(action);
  await app.page.getByRole('option', { name: new RegExp(`^${action}`) }).waitFor();
  await press('Enter');
}

async function createBoard(name: string): Promise<void> {
  await press('Alt+n');
  const field = app.page.getByRole('dialog').getByLabel('Name');
  await expectFocused(field);
  await field.fill(name);
  await press('Enter');
  await tab(name).waitFor();
}

describe('tabs', () => {
  test('new boards open in tabs that stay; a board from the tree is a preview, which the next one replaces', async () => {
    for (const name of ['Coast', 'Tower', 'Cellar']) await createBoard(name);
    await expectTabs('Board 1 Coast Tower *Cellar*');
    await tab('Cellar').getByTitle('Close tab').click();
    await tab('Tower').getByTitle('Close tab').click();
    await row('Tower').click();
    // The first board was a preview, too.
    await expectTabs('*Tower* Coast');
    expect(await tab('Tower').getAttribute('title')).toContain('preview');
    await row('Cellar').click();
    await expectTabs('*Cellar* Coast');
    await tab('Cellar').dblclick();
    const before = await app.page.locator('.board').elementHandle();
    await row('Tower').click();
    await expectTabs('Cellar *Tower* Coast');
    // The board of the tab before is shown until the next one has been drawn.
    await before?.waitForElementState('hidden');
    await expectFocused(app.page.locator('.board'));
  });

  test('an edit keeps a preview open', async () => {
    await app.page.locator('.board[data-ready]').focus();
    await press('n');
    await expect.poll(() => tab('Tower').getAttribute('title')).toBe('Tower');
    await press('Escape');
  });

  test('undo of a step on another board says where it was, and leads there', async () => {
    await tab('Coast').click();
    await expectTabs('Cellar Tower *Coast*');
    await expectFocused(app.page.locator('.board'));
    await press('Control+z');
    const toast = app.page.locator('.toast', { hasText: 'Undone: Create note' });
    await toast.getByText('Tower', { exact: true }).waitFor();
    await app.screenshot('undone-elsewhere');
    await toast.getByRole('button', { name: 'Go to' }).click();
    await expectTabs('Cellar *Tower* Coast');
    await press('Control+Shift+z');
    await app.page.locator('.react-flow__node-note').waitFor();
    expect(await app.page.locator('.toast', { hasText: 'Redone' }).count()).toBe(0);
  });

  test('the keys go to the next tab, close it and reopen it; the middle button closes', async () => {
    await press(nextTab);
    await expectTabs('Cellar Tower *Coast*');
    await press(nextTab);
    await expectTabs('*Cellar* Tower Coast');
    await press(closeTab);
    await expectTabs('Tower *Coast*');
    await press(reopenTab);
    await expectTabs('Tower Coast *Cellar*');
    await tab('Tower').click({ button: 'middle' });
    await expectTabs('Coast *Cellar*');
  });

  test('arrow keys select a tab, Alt and an arrow key move it, Delete closes it, Enter goes to its content', async () => {
    await row('Board 1').click();
    await expectTabs('Coast Cellar *Board 1*');
    await tab('Board 1').focus();
    await press('ArrowLeft');
    await expectFocused(tab('Cellar'));
    await press('Alt+ArrowLeft');
    await expectTabs('*Cellar* Coast Board 1');
    await expectFocused(tab('Cellar'));
    await press('Delete');
    await expectTabs('Coast *Board 1*');
    await expectFocused(tab('Board 1'));
    await press('Enter');
    await expectFocused(app.page.locator('.board'));
  });
});

describe('a split', () => {
  test('what is selected stays visible on the smaller side', async () => {
    const { page } = app;
    await page.locator('.board[data-ready]').focus();
    await press('e');
    await page.locator('.card-editor').first().waitFor();
    await press('Escape');
    await page.locator('.card-editor').waitFor({ state: 'detached' });
    const card = page.locator('.react-flow__node-element');
    await press('Alt+v');
    await view(app).waitFor();
    await expectTabs('Coast Board 1 *Variables*');
    await press('Alt+Shift+s');
    await expectTabs('Coast *Board 1*', '*Variables*');
    await page.locator('.board[data-ready]').waitFor();
    await expect
      .poll(() =>
        card.evaluate((element) => {
          const [inner, outer] = [element.getBoundingClientRect(), element.closest('.board')?.getBoundingClientRect()];
          return outer && inner.left >= outer.left && inner.right <= outer.right;
        }),
      )
      .toBe(true);
    await closeView(app);
    await expectTabs('Coast *Board 1*');
    await page.locator('.workspace-header').getByRole('button', { name: /^Undo/ }).click();
    await card.waitFor({ state: 'detached' });
  });

  test('opens on the half of the content on which a tab is dropped', async () => {
    const content = app.page.locator('.tab-content');
    await tab('Coast').dragTo(content, { targetPosition: { x: 60, y: 300 } });
    await expectTabs('*Coast*', '*Board 1*');
    await tab('Coast').dragTo(content.last());
    await expectTabs('Board 1 *Coast*');
  });

  test('opens by menu, by dragging a tab, and from the tree; the edge resizes it', async () => {
    await tab('Coast').click({ button: 'right' });
    await app.page.getByRole('menuitem', { name: 'Move tab to other side' }).click();
    await expectTabs('*Board 1*', '*Coast*');
    await expect.poll(() => app.page.locator('.board[data-ready]').count()).toBe(2);
    await app.page
      .locator('.board')
      .last()
      .click({ position: { x: 60, y: 300 } });
    await row('Tower').click({ button: 'right' });
    await app.page.getByRole('menuitem', { name: 'Open to the side' }).click();
    await expectTabs('Board 1 *Tower*', '*Coast*');
    await tab('Tower').dragTo(tab('Coast'), { targetPosition: { x: 5, y: 10 } });
    await expectTabs('*Board 1*', '*Tower* Coast');
    const edge = app.page.getByRole('separator', { name: 'Resize the sides' });
    await edge.focus();
    await press('ArrowRight');
    await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe('52');
    // Without a drag and without keys.
    await edge.click({ button: 'right' });
    await app.page.getByRole('menuitem', { name: 'Move right' }).click();
    await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe('60');
    await edge.click({ button: 'right' });
    await app.page.getByRole('menuitem', { name: 'Same width' }).click();
    await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe('50');
    await expectAccessible(app, 'a split');
    await app.screenshot('split');
  });

  test('each side shows its own board, and keys go to the one with the focus', async () => {
    const { page } = app;
    const boards = page.locator('.board');
    await boards.first().click({ position: { x: 60, y: 300 } });
    await press('e');
    await page.locator('.card-editor').first().waitFor();
    await press('Escape');
    await press('Escape');
    await expect.poll(() => page.locator('.tab-side').first().locator('.react-flow__node').count()).toBe(1);
    expect(await page.locator('.tab-side').last().locator('.react-flow__node-element').count()).toBe(0);
  });

  test('a view opens as a tab, and what it goes to opens beside it', async () => {
    await press('Alt+Shift+L');
    await view(app).waitFor();
    await expectTabs('Board 1 *Translations*', '*Tower* Coast');
    await filter().fill('lamp');
    await press('Alt+Shift+s');
    await expectTabs('*Board 1*', 'Tower Coast *Translations*');
    await row('Cellar').click();
    await expectTabs('Board 1 *Cellar*', 'Tower Coast *Translations*');
    await app.screenshot('split-view');
    expect(await filter().inputValue()).toBe('lamp');
    const boards = app.page.locator('.board');
    await boards.first().click({ position: { x: 60, y: 300 } });
    await runByPalette('Move tab to other side');
    await expectTabs('*Board 1*', 'Tower Coast Translations *Cellar*');
    await expectFocused(boards.last());
    await press('Alt+Shift+s');
    await expectTabs('Board 1 *Cellar*', 'Tower Coast *Translations*');
    await expect.poll(() => filter().inputValue()).toBe('lamp');
    await tab('Translations').click();
    await closeView(app);
    await expectTabs('Board 1 *Cellar*', '*Tower* Coast');
  });

  test('tabs and sides are restored with the project; a deleted board has no tab until undo restores it', async () => {
    const before = await readTabs();
    await app.page.reload();
    await app.page.locator('.board[data-ready]').first().waitFor();
    await expect.poll(readTabs).toEqual(before);
    await goToProjectList(app);
    await app.page.getByRole('row', { name: /Tabs/ }).dblclick();
    await expect.poll(readTabs).toEqual(before);
    await row('Coast').click();
    await strips().getByRole('tab', { name: 'Coast', exact: true, selected: true }).first().waitFor();
    const open = await readTabs();
    // The board takes the focus once it is drawn, and with it the next key.
    await expect.poll(() => app.page.evaluate(() => document.activeElement?.closest('.board') !== null)).toBe(true);
    await row('Coast').press('Delete');
    // It can be undone, so Enter confirms it.
    await expectFocused(app.page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }));
    await app.page.keyboard.press('Enter');
    await tab('Coast').waitFor({ state: 'detached' });
    await app.page.locator('.workspace-header').getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(readTabs).toEqual(open);
  });

  test('a narrow window shows the content of one side and the tabs of both', async () => {
    const { page } = app;
    const size = page.viewportSize() ?? { width: 1360, height: 860 };
    await page.setViewportSize({ width: 500, height: 700 });
    await expect.poll(() => page.locator('.tab-content:visible').count()).toBe(1);
    await expect.poll(() => strips().locator('visible=true').count()).toBe(2);
    await app.screenshot('split-narrow');
    await page.setViewportSize(size);
  });
});

test('a text that is not saved is not lost when its tab is closed', async () => {
  await runByPalette('Edit stylesheet');
  const code = app.page.getByRole('textbox', { name: 'Project stylesheet (CSS)' });
  await code.click();
  await app.page.keyboard.type('.title { color: red');
  await closeView(app);
  await press(reopenTab);
  await expect.poll(() => code.innerText()).toContain('color: red');
});
