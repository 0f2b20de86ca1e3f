/** What the writer makes of the window: keys of one's own, contrast, motion; kept, and put back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, openApp } from './app.ts';
import { isAccessible } from './axe.ts';
import { createByScreen, onBoard, openSettings, pickFromMenu } from './steps.ts';

let app: App;
beforeAll(async () => {
  app = await openApp();
  await createByScreen(app, 'Sample', 'Looks');
});
afterAll(() => app?.close());

const press = (keys: string) => app.page.keyboard.press(keys);
const settings = () => app.page.getByRole('dialog', { name: 'Settings' });
const variables = () => app.page.getByRole('dialog', { name: 'Variables' });
const shortcut = (name: string) =>
  settings()
    .getByRole('listitem')
    .filter({ has: app.page.getByText(name, { exact: true }) });
const keysOf = (name: string) => shortcut(name).locator('kbd').allInnerTexts();
const marked = (name: 'contrast' | 'motion') => app.page.evaluate((which) => document.documentElement.dataset[which] ?? '', name);

async function find(name: string): Promise<void> {
  await openSettings(app, 'Keyboard');
  await settings().getByRole('textbox', { name: 'Find an action' }).fill(name);
  await shortcut(name).waitFor();
}
async function leave(): Promise<void> {
  await press('Escape');
  await settings().waitFor({ state: 'detached' });
}
async function pressOther(name: string): Promise<void> {
  await pickFromMenu(app, `Keys of: ${name}`, 'Press other keys…');
  const field = settings().getByRole('button', { name: `Press the keys for: ${name}.` });
  await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true);
}

describe('keys', () => {
  test('what is pressed is set at once where it is free', async () => {
    await find('Variables');
    expect(await keysOf('Variables')).toEqual(['Alt+V']);
    await pressOther('Variables');
    await press('Control+Shift+y');
    await expect.poll(() => keysOf('Variables')).toEqual(['Ctrl+Shift+Y']);
    await leave();
    await press('Control+Shift+y');
    await variables().waitFor();
    await press('Escape');
    await variables().waitFor({ state: 'detached' });
  });

  test('who has them already is named, and gives them up only when told to', async () => {
    await find('Variables');
    await pressOther('Variables');
    await press('Alt+b');
    await settings().getByText('Alt+B does this now: Show or hide the boards.').waitFor();
    await app.picture('keys-taken');
    await settings().getByRole('button', { name: 'Use them here' }).click();
    await expect.poll(() => keysOf('Variables')).toEqual(['Alt+B']);
    await find('Show or hide the boards');
    await expect.poll(() => shortcut('Show or hide the boards').getByText('no keys').count()).toBe(1);
    await leave();
  });

  test('what everything on the screen needs cannot be taken', async () => {
    await find('Variables');
    await pressOther('Variables');
    await press('Tab');
    await settings().getByText('Tab is needed everywhere on the screen.').waitFor();
    expect(await settings().getByRole('button', { name: 'Use them here' }).count()).toBe(0);
    await settings().getByRole('button', { name: 'Cancel' }).click();
    await leave();
  });

  test('they are kept, and all can be as at first', async () => {
    await app.page.reload();
    await onBoard(app);
    await press('Alt+b');
    await variables().waitFor();
    await press('Escape');
    await variables().waitFor({ state: 'detached' });
    await openSettings(app, 'Keyboard');
    await settings().getByRole('button', { name: 'All as at first' }).click();
    await expect.poll(() => keysOf('Variables')).toEqual(['Alt+V']);
    await expect.poll(() => keysOf('Show or hide the boards')).toEqual(['Alt+B']);
    await leave();
  });

  test('a single letter of the board can be another one', async () => {
    await find('Add a note');
    await pressOther('Add a note');
    await press('q');
    await expect.poll(() => keysOf('Add a note')).toEqual(['Q']);
    // The first Escape would be for the tooltip of the button that has the keyboard again.
    await settings().getByRole('button', { name: 'Close' }).click();
    await settings().waitFor({ state: 'detached' });
    await app.page.locator('.board').focus();
    await press('q');
    await app.page.getByRole('heading', { name: 'Note', exact: true, level: 2 }).waitFor();
  });
});

describe('contrast and motion', () => {
  test('are switched in the settings and kept', async () => {
    await openSettings(app, 'Looks');
    await settings().getByText('High contrast').click();
    await settings().getByText('Less motion').click();
    await expect.poll(() => marked('contrast')).toBe('more');
    await expect.poll(() => marked('motion')).toBe('less');
    await app.picture('looks');
    await leave();
    await app.page.reload();
    await onBoard(app);
    expect([await marked('contrast'), await marked('motion')]).toEqual(['more', 'less']);
    await isAccessible(app, 'high contrast');
    expect(await app.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--speed').trim())).toMatch(/^0m?s$/);
    await openSettings(app, 'Looks');
    await settings().getByText('High contrast').click();
    await settings().getByText('Less motion').click();
    await expect.poll(() => marked('contrast')).toBe('');
    await leave();
  });
});
