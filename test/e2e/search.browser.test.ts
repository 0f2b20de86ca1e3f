/** Finding, replacing and the command palette in the window, mostly with the keyboard alone. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchApp, type TestApp } from './app.ts';
import { cardText, createProject, expectFocused } from './user-steps.ts';

let app: TestApp;
beforeAll(async () => {
  app = await launchApp();
  await createProject(app, 'Visual novel', 'Found');
  await app.page.locator('.board').focus();
});
afterAll(() => app?.close());

const dialog = (name: string) => app.page.getByRole('dialog', { name });
const panel = (name: string) => app.page.getByRole('search', { name, exact: true });
const options = () => app.page.locator('.pick[role=option]');
const foot = () => app.page.locator('.find-foot').innerText();
/** The results of the text that was typed, not those of an earlier one. */
const list = () => app.page.locator('.pick-list[aria-busy=false]');
const chosen = () => options().evaluateAll((all) => all.findIndex((each) => each.getAttribute('aria-selected') === 'true'));
/** Sets the text of a field and presses keys before any deferred rendering: the keys arrive while the results are those of the text before. */
const typeAndPress = (field: Locator, text: string, ...keys: string[]) =>
  field.evaluate(
    async (input: HTMLInputElement, { text, keys }) => {
      Reflect.apply(Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set ?? (() => {}), input, [text]);
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      for (const key of keys) {
        input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        // What an event renders at once is rendered before the next one, as with keys of a keyboard.
        await Promise.resolve();
      }
    },
    { text, keys },
  );
const selected = async () => (await app.page.locator('.react-flow__node.selected').allTextContents()).join();
const undo = () => app.page.locator('.workspace-header').getByRole('button', { name: /^Undo/ });

/** A word that occurs in a title of the story. */
async function aTitle(): Promise<string> {
  return (await app.page.locator('.react-flow__node-element h3').first().innerText()).trim();
}

describe('find', () => {
  test('Mod+F, a text and Enter open the match', async () => {
    const title = await aTitle();
    await app.page.keyboard.press('Control+f');
    await panel('Find').waitFor();
    await app.page.keyboard.type(title.toUpperCase());
    await list().waitFor();
    await expect.poll(foot).toMatch(/^\d+ results?/);
    await expect.poll(() => options().first().innerText()).toContain(title);
    await app.screenshot('find');
    await app.page.keyboard.press('Enter');
    await expect.poll(selected).toContain(title);
    // Its words are marked on the card.
    const marked = () => app.page.evaluate(() => [...(CSS.highlights.get('find-result') ?? [])].map(String));
    await expect.poll(marked).toContain(title);
    await app.screenshot('find-marked');
    // The list stays, with the keyboard in its field.
    expect(await options().count()).toBeGreaterThan(0);
    await expectFocused(panel('Find').getByRole('combobox'));
  });

  test('keeps the last search; arrow keys move between matches; filters narrow them', async () => {
    await app.page.keyboard.press('Control+f');
    const field = panel('Find').getByRole('combobox', { name: 'Search the story' });
    await expect.poll(() => field.inputValue()).not.toBe('');
    await list().waitFor();
    expect(await options().count()).toBe(1);
    // The one result of the last search is shown until those of this one are there.
    await typeAndPress(field, 'e', 'ArrowDown', 'ArrowDown');
    await expect.poll(chosen).toBe(2);
    await list().waitFor();
    expect(await options().count()).toBeGreaterThan(2);
    await app.page.keyboard.press('ArrowUp');
    await expect.poll(chosen).toBe(1);
    const all = await options().count();
    await panel('Find').getByRole('button', { name: 'Filters' }).click();
    await panel('Find').getByRole('button', { name: /Type$/ }).click();
    await app.page.getByRole('option', { name: 'Components', exact: true }).click();
    await expect.poll(() => options().count()).toBeLessThan(all);
    await expect.poll(() => options().first().innerText()).toMatch(/^Component/);
    await panel('Find').getByRole('button', { name: 'Clear filters' }).click();
    await panel('Find')
      .getByRole('button', { name: /Missing translation$/ })
      .click();
    await app.page
      .getByRole('option', { name: /^Missing in/ })
      .first()
      .click();
    await field.fill('');
    await expect.poll(foot).toMatch(/^\d+ results?/);
    await app.screenshot('find-missing');
    await panel('Find').getByRole('button', { name: 'Clear filters' }).click();
    await app.page.keyboard.press('Escape');
    await panel('Find').waitFor({ state: 'detached' });
  });
});

describe('F3', () => {
  test('goes through the results from anywhere, and the counts agree with the rows', async () => {
    await app.page.locator('.board').focus();
    await app.page.keyboard.press('Control+f');
    await app.page.keyboard.type('the');
    await list().waitFor();
    expect(await options().count()).toBeGreaterThan(2);
    await expect.poll(async () => Number.parseInt(await foot(), 10)).toBe(await options().count());
    await app.page.keyboard.press('F3');
    await expect.poll(chosen).toBe(0);
    await app.page.locator('.board').focus();
    await app.page.keyboard.press('F3');
    await expect.poll(chosen).toBe(1);
    await app.page.keyboard.press('Shift+F3');
    await app.page.keyboard.press('Shift+F3');
    await expect.poll(chosen).toBe((await options().count()) - 1);
    await app.page.keyboard.press('Control+f');
    await app.page.keyboard.press('Escape');
    await panel('Find').waitFor({ state: 'detached' });
    await app.page.keyboard.press('F3');
    await panel('Find').waitFor();
    await app.screenshot('find-panel');
    // Pressed before the results of the text are known, each press counts.
    await app.page.keyboard.press('Control+f');
    await typeAndPress(panel('Find').locator('.pick-input'), 'e', 'F3', 'F3', 'F3');
    await list().waitFor();
    await expect.poll(chosen).toBe(2);
    await app.page.keyboard.press('Control+f');
    await app.page.keyboard.press('Escape');
    await panel('Find').waitFor({ state: 'detached' });
  });
});

describe('replace', () => {
  test('shows a preview; one button replaces all, one undo reverts it', async () => {
    await app.page.locator('.board').focus();
    await app.page.keyboard.press('Escape');
    // The last search may have moved the card out of the view. A click waits until the view does not move any more.
    await app.page.getByRole('button', { name: 'Zoom to fit' }).click();
    await app.page.locator('.react-flow__node-element').first().click();
    const chosenTitle = async () => (await app.page.locator('.react-flow__node-element.selected h3').innerText()).trim();
    const title = await chosenTitle();
    await app.page.keyboard.press('Control+Shift+f');
    const replace = panel('Find and replace');
    await replace.getByRole('textbox', { name: 'Find', exact: true }).fill(title);
    await replace.getByRole('textbox', { name: 'Replace with' }).fill('Something else');
    await replace.locator('ins').first().waitFor();
    await expect.poll(() => replace.locator('del').first().innerText()).toBe(title);
    await app.screenshot('replace');
    const button = replace.getByRole('button', { name: /^Replace \d+ match/ });
    await button.click();
    await expect.poll(chosenTitle).toBe('Something else');
    await undo().click();
    await expect.poll(chosenTitle).toBe(title);
  });

  test('leaves unselected matches unchanged', async () => {
    await app.page.keyboard.press('Control+Shift+f');
    const replace = panel('Find and replace');
    await replace.waitFor();
    const boxes = replace.getByRole('checkbox');
    await expect.poll(() => boxes.count()).toBeGreaterThan(0);
    for (const box of await boxes.all()) {
      await box.press('Space');
      await expect.poll(() => box.isChecked()).toBe(false);
    }
    expect(await replace.getByRole('button', { name: 'Replace', exact: true }).isEnabled()).toBe(false);
    // What was left out of one search is not left out of the next.
    const query = replace.getByRole('textbox', { name: 'Find', exact: true });
    const text = await query.inputValue();
    await query.fill('');
    await expect.poll(() => boxes.count()).toBe(0);
    await query.fill(text);
    await expect.poll(() => boxes.first().isChecked()).toBe(true);
    await app.page.keyboard.press('Escape');
    await replace.waitFor({ state: 'detached' });
  });

  test('offers no Undo where nothing could be replaced', async () => {
    const { keyboard } = app.page;
    await app.page.locator('.board').focus();
    await keyboard.press('Escape');
    await expect.poll(() => app.page.locator('.react-flow__node.selected').count()).toBe(0);
    await keyboard.press('e');
    await expectFocused(cardText(app, 'Title'));
    await keyboard.press('Enter');
    await expectFocused(cardText(app, 'Content'));
    await keyboard.type('A wal');
    await keyboard.press('Control+b');
    await keyboard.type('rus');
    await expect.poll(() => cardText(app, 'Content').innerText()).toBe('A walrus');
    await keyboard.press('Escape');
    await app.page.locator('.card-editor').waitFor({ state: 'detached' });
    await keyboard.press('Control+Shift+f');
    const replace = panel('Find and replace');
    await replace.getByRole('textbox', { name: 'Find', exact: true }).fill('walrus');
    await replace.getByRole('textbox', { name: 'Replace with' }).fill('seal');
    await replace.getByRole('button', { name: 'Replace 1 match' }).click();
    const toast = app.page.locator('.toast', { hasText: 'Nothing was replaced' });
    await toast.getByText('1 match in mentions or across formatting wasn’t changed.').waitFor();
    expect(await toast.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await toast.waitFor({ state: 'detached' });
  });
});

describe('the command palette', () => {
  const palette = () => dialog('Command palette');

  test('runs an action by a part of its name', async () => {
    await app.page.locator('.board').focus();
    await app.page.keyboard.press('Control+k');
    await palette().waitFor();
    // What applies to the open board comes first.
    await expect.poll(() => options().first().textContent()).toContain('Add element');
    await app.screenshot('palette');
    await app.page.keyboard.type('show or hide game');
    await expect.poll(() => options().count()).toBe(1);
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('heading', { name: 'Game folders', exact: true }).waitFor();
    await app.page.locator('.board').focus();
    await app.page.keyboard.press('Control+k');
    await expect.poll(() => options().first().textContent()).toContain('Show or hide game folders');
    await app.page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
  });

  test('Enter waits for the results of the text, however quickly it is typed', async () => {
    await app.page.locator('.board').focus();
    await app.page.keyboard.press('Control+k');
    await palette().waitFor();
    await options().first().waitFor();
    await typeAndPress(palette().getByRole('combobox'), 'languages', 'Enter');
    await dialog('Languages').waitFor();
    await app.page.keyboard.press('Escape');
    await dialog('Languages').waitFor({ state: 'detached' });
  });

  test('opens an element by a part of its title', async () => {
    const title = await aTitle();
    await app.page.locator('.board').focus();
    await app.page.keyboard.press('Control+k');
    await palette().waitFor();
    await app.page.keyboard.type(title.toLowerCase());
    await options().filter({ hasText: title }).first().waitFor();
    await app.screenshot('palette-element');
    await app.page.keyboard.press('Enter');
    await palette().waitFor({ state: 'detached' });
    await expect.poll(selected).toContain(title);
  });
});
