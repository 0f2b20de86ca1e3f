/** Appearance and keyboard shortcuts: changed, stored and reset. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { launchApp, type TestApp } from './app.ts';
import { chooseMenuItem, createProject, expectFocused, openSettings, waitForBoard } from './user-steps.ts';
import { closeView } from './views.ts';

let app: TestApp;
beforeAll(async () => {
  app = await launchApp();
  await createProject(app, 'Sample', 'Looks');
});
afterAll(() => app?.close());

const press = (keys: string) => app.page.keyboard.press(keys);
const settings = () => app.page.getByRole('dialog', { name: 'Settings' });
const variables = () => app.page.getByRole('tabpanel', { name: 'Variables' });
const shortcut = (name: string) =>
  settings()
    .getByRole('listitem')
    .filter({ has: app.page.getByText(name, { exact: true }) });
const keysOf = (name: string) => shortcut(name).locator('kbd').allInnerTexts();
const marked = (name: 'contrast' | 'motion') => app.page.evaluate((which) => document.documentElement.dataset[which] ?? '', name);

async function find(name: string): Promise<void> {
  await openSettings(app, 'Keyboard shortcuts');
  await settings().getByRole('textbox', { name: 'Search commands' }).fill(name);
  await shortcut(name).waitFor();
}
async function leave(): Promise<void> {
  await press('Escape');
  await settings().waitFor({ state: 'detached' });
}
async function pressOther(name: string): Promise<void> {
  await chooseMenuItem(app, `Shortcut for ${name}`, 'Change shortcut…');
  const field = settings().getByRole('button', { name: `Press the new shortcut for “${name}”` });
  await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true);
}

describe('keys', () => {
  test('a free shortcut is assigned as soon as it is pressed', async () => {
    await find('Variables');
    expect(await keysOf('Variables')).toEqual(['Alt+V']);
    await pressOther('Variables');
    await press('Control+Shift+y');
    await expect.poll(() => keysOf('Variables')).toEqual(['Ctrl+Shift+Y']);
    await leave();
    await press('Control+Shift+y');
    await variables().waitFor();
    await closeView(app);
  });

  test('a shortcut in use names its action, and is reassigned only after confirmation', async () => {
    await find('Variables');
    await pressOther('Variables');
    await press('Alt+b');
    await settings().getByText('Alt+B is already used for: Show or hide boards.').waitFor();
    await app.screenshot('keys-taken');
    await press('Tab');
    await expectFocused(settings().getByRole('button', { name: 'Use here instead' }));
    await press('Enter');
    await expect.poll(() => keysOf('Variables')).toEqual(['Alt+B']);
    await find('Show or hide boards');
    await expect.poll(() => shortcut('Show or hide boards').getByText('No shortcut').count()).toBe(1);
    await leave();
  });

  test('reserved keys cannot be assigned', async () => {
    await find('Variables');
    await pressOther('Variables');
    await press('Tab');
    await settings().getByText('Tab is reserved.').waitFor();
    expect(await settings().getByRole('button', { name: 'Use here instead' }).count()).toBe(0);
    await settings().getByRole('button', { name: 'Cancel' }).click();
    await leave();
  });

  test('shortcuts are stored, and can all be reset', async () => {
    await app.page.reload();
    await waitForBoard(app);
    await press('Alt+b');
    await variables().waitFor();
    await closeView(app);
    await openSettings(app, 'Keyboard shortcuts');
    await settings().getByRole('button', { name: 'Reset all' }).click();
    await expect.poll(() => keysOf('Variables')).toEqual(['Alt+V']);
    await expect.poll(() => keysOf('Show or hide boards')).toEqual(['Alt+B']);
    await leave();
  });

  test('single-letter shortcuts of the board can be changed', async () => {
    await find('Add note');
    await pressOther('Add note');
    await press('q');
    await expect.poll(() => keysOf('Add note')).toEqual(['Q']);
    await leave();
    await app.page.locator('.board').focus();
    await press('q');
    await app.page.getByRole('heading', { name: 'Note', exact: true, level: 2 }).waitFor();
  });
});

describe('focus returns before the next key press when something closes', () => {
  const note = () => app.page.getByRole('heading', { name: 'Note', exact: true, level: 2 });
  const hasKeyboard = (element: ReturnType<TestApp['page']['locator']>) => element.evaluate((each) => each === document.activeElement);

  test('a panel, a dialog, and a dialog opened from a menu', async () => {
    const board = app.page.locator('.board');
    await board.press('Escape');
    await note().waitFor({ state: 'detached' });
    await press('Control+f');
    await app.page.getByRole('search', { name: 'Find', exact: true }).waitFor();
    await press('Escape');
    await press('Control+k');
    await app.page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    await press('Escape');
    await press('q');
    await note().waitFor();
  });

  test('a menu in the settings, and a dialog opened by its entry', async () => {
    await openSettings(app, 'API keys');
    const opens = settings().getByRole('button', { name: 'New key…', exact: true }).first();
    await opens.click();
    await app.page.getByRole('dialog', { name: /key/i }).last().waitFor();
    await press('Escape');
    expect(await hasKeyboard(opens)).toBe(true);
    await openSettings(app, 'Keyboard shortcuts');
    await app.page.getByRole('button', { name: 'Shortcut for Variables', exact: true }).click();
    await app.page.getByRole('menu').waitFor();
    await press('Escape');
    await press('Escape');
    await settings().waitFor({ state: 'detached' });
    expect(await hasKeyboard(app.page.getByRole('button', { name: 'Settings', exact: true }))).toBe(true);
  });
});

describe('in a narrow window', () => {
  const rail = () => app.page.getByRole('navigation', { name: 'Sidebar view' });
  const sidebar = () => app.page.locator('.pane.left');
  const boardWidth = () => app.page.locator('.workspace-board').evaluate((board) => board.getBoundingClientRect().width);

  test('the sidebar folds to a rail and opens over the board until Escape or a click on the board', async () => {
    await app.page.setViewportSize({ width: 1100, height: 700 });
    await rail().waitFor();
    const width = await boardWidth();
    expect(width).toBeGreaterThan(700);
    const components = rail().getByRole('button', { name: 'Components' });
    await components.press('Enter');
    await sidebar().getByRole('treegrid', { name: 'Components' }).waitFor();
    expect(await boardWidth()).toBe(width);
    await expectAccessible(app, 'narrow');
    await press('F6');
    await expectFocused(sidebar().getByRole('row').first());
    await press('Escape');
    await sidebar().waitFor({ state: 'detached' });
    expect(await rail().evaluate((each) => each.contains(document.activeElement))).toBe(true);
    // The first Escape in a field is its own.
    await rail().getByRole('button', { name: 'Assets' }).click();
    const filter = sidebar().getByRole('textbox');
    await filter.fill('door');
    await press('Escape');
    await expect.poll(() => filter.inputValue()).toBe('');
    await expectFocused(filter);
    await press('Escape');
    await sidebar().waitFor({ state: 'detached' });
    await rail().getByRole('button', { name: 'Boards' }).click();
    await sidebar().waitFor();
    await app.page.locator('.board').click({ position: { x: 600, y: 300 } });
    await sidebar().waitFor({ state: 'detached' });
    // A pane that opens would be covered by it.
    await rail().getByRole('button', { name: 'Boards' }).click();
    await sidebar().waitFor();
    await press('Alt+t');
    await app.page.locator('[data-pane="dock"]').waitFor();
    await sidebar().waitFor({ state: 'detached' });
    await press('Alt+t');
    await app.page.setViewportSize({ width: 1360, height: 860 });
    await sidebar().waitFor();
  });
});

describe('contrast and motion', () => {
  test('are switched in the settings and stored', async () => {
    await openSettings(app, 'Appearance');
    await settings().getByText('High contrast').click();
    await settings().getByText('Reduce motion').click();
    await expect.poll(() => marked('contrast')).toBe('more');
    await expect.poll(() => marked('motion')).toBe('less');
    await app.screenshot('looks');
    await leave();
    await app.page.reload();
    await waitForBoard(app);
    expect([await marked('contrast'), await marked('motion')]).toEqual(['more', 'less']);
    await expectAccessible(app, 'high contrast');
    expect(await app.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--speed').trim())).toMatch(/^0m?s$/);
    await openSettings(app, 'Appearance');
    await settings().getByText('High contrast').click();
    await settings().getByText('Reduce motion').click();
    await expect.poll(() => marked('contrast')).toBe('');
    await leave();
  });

  test('with forced colors, lines and selections have the colors of the system, and no painted card hides its name', async () => {
    const { page } = app;
    await page.emulateMedia({ forcedColors: 'active' });
    const system = await page.evaluate(() => getComputedStyle(document.body).color);
    const styleOf = (selector: string, name: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((each, which) => getComputedStyle(each).getPropertyValue(which), name);
    await expect.poll(() => styleOf('.react-flow__edge-path', 'stroke')).toBe(system);
    expect(await styleOf('.board-toolbar [aria-pressed="true"]', 'outline-style')).toBe('solid');
    /** How much of the minimap has the color of texts. */
    const inkShare = () =>
      page.locator('.board-minimap canvas').evaluate((each, ink) => {
        const canvas = each as HTMLCanvasElement;
        const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        const [red, green, blue] = ink.match(/\d+/g)?.map(Number) ?? [];
        let count = 0;
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) count++;
        return count / (data.length / 4);
      }, system);
    await expect.poll(inkShare).toBeLessThan(0.03);
    await page.emulateMedia({ forcedColors: null });
  });
});
