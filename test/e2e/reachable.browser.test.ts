/** What has the focus is visible: not behind a bar that stays in place, and with forced colors. Keys of an open list are only its own. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { createLargeStory } from './large-story.ts';
import { expectFocused, openSettings, waitForBoard } from './user-steps.ts';
import { closeView, view } from './views.ts';

let app: TestApp;
let hash = '';
beforeAll(async () => {
  app = await launchApp();
  const call = createBackendCall(app);
  const text = JSON.stringify(createLargeStory(20, 'مرحبا!'));
  ({ hash } = await call('project.import', { source: { text, fileName: 'story.json' } }));
  for (const [iso, name] of [
    ['de', 'Deutsch'],
    ['fr', 'Français'],
  ] as const)
    await call('project.send', { hash, command: { do: 'addLocale', locale: { iso, name, base: 'en' } } });
});
afterAll(() => app?.close());

const press = (keys: string) => app.page.keyboard.press(keys);

/** The controls of an area that a sticky bar covers in part once they have the focus, in either order. */
const findCovered = (area: string): Promise<string[]> =>
  app.page.locator(area).evaluate((within) => {
    const bars = [...within.querySelectorAll('*')].filter((each) => getComputedStyle(each).position === 'sticky');
    const controls = [...within.querySelectorAll<HTMLElement>('button:not(:disabled), input, textarea, [tabindex="0"]')];
    const found: string[] = [];
    for (const control of [...controls, ...controls.toReversed()]) {
      control.focus();
      const { top, bottom, left, right } = (control.closest('label') ?? control).getBoundingClientRect();
      for (const bar of bars) {
        const over = bar.getBoundingClientRect();
        const isOver =
          Math.min(bottom, over.bottom) - Math.max(top, over.top) > 2 && Math.min(right, over.right) - Math.max(left, over.left) > 2;
        if (isOver && document.activeElement === control && !bar.contains(control)) found.push(control.outerHTML.slice(0, 120));
      }
    }
    return found;
  });

test('in the project list, a layer that closes leaves the focus there, and a name has the direction of its script', async () => {
  const { page } = app;
  const name = page.locator('.project-name').first();
  await name.waitFor();
  // The mark at the end is left of the word.
  const isMarkLeft = await name.evaluate((element) => {
    const text = element.firstChild;
    const leftOf = (at: number) => {
      const range = document.createRange();
      if (text) range.setStart(text, at);
      if (text) range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    };
    return leftOf((element.textContent ?? '').indexOf('!')) < leftOf(0);
  });
  expect(isMarkLeft).toBe(true);
  const settings = page.getByRole('button', { name: 'Settings', exact: true });
  await settings.focus();
  await press('Enter');
  await page.getByRole('dialog', { name: 'Settings' }).waitFor();
  await settings.evaluate((button) => button.remove());
  await press('Escape');
  await page.getByRole('dialog', { name: 'Settings' }).waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('main :focus').count()).toBe(1);
  await page.reload();
  await page.locator('.project-list [data-hash]').first().dblclick();
  await waitForBoard(app);
});

test('at 200 %, no bar that stays in place covers what has the focus', async () => {
  const { page } = app;
  const wide = { width: 1280, height: 800 };
  const narrow = { width: 640, height: 400 };
  await page.setViewportSize(wide);
  await openSettings(app, 'Local workspace');
  await page.locator('.settings-foot').waitFor();
  await page.setViewportSize(narrow);
  expect(await findCovered('.settings-panel')).toEqual([]);
  await app.screenshot('focus-above-settings-foot');
  await page.setViewportSize(wide);
  await openSettings(app, 'API keys');
  await page.getByRole('button', { name: 'New key…', exact: true }).click();
  await page.locator('.dialog-form').waitFor();
  await page.setViewportSize(narrow);
  expect(await findCovered('.dialog-body:has(> .dialog-form)')).toEqual([]);
  await press('Escape');
  await press('Escape');
  await page.locator('.dialog').waitFor({ state: 'detached' });
  await page.setViewportSize(wide);
});

test('in the table of translations, the cell with the focus is right of the names, and has an outline', async () => {
  const { page } = app;
  await press('Alt+Shift+L');
  const cell = page.locator('.translation-place [data-cell="0 1"]');
  await cell.click();
  await press('End');
  await page.setViewportSize({ width: 860, height: 660 });
  await page.locator('.translation-table').evaluate((table) => table.scrollTo(0, 0));
  await page.locator('[data-cell="0 3"]').focus();
  for (const at of [2, 1]) {
    await press('ArrowLeft');
    const active = page.locator(`.translation-place [data-cell="0 ${at}"]`);
    await expectFocused(active);
    const names = (await page.locator('[data-cell="0 0"]').boundingBox()) ?? { x: 0, width: 0 };
    await expect.poll(async () => ((await active.boundingBox())?.x ?? 0) - names.x - names.width).toBeGreaterThan(-2);
    expect(await active.evaluate((each) => getComputedStyle(each).outlineStyle)).toBe('solid');
  }
  await page.setViewportSize({ width: 1360, height: 860 });
  await closeView(app);
});

test('with forced colors, the tab in front and what is selected in a list have an outline', async () => {
  const { page } = app;
  await page.emulateMedia({ forcedColors: 'active' });
  const outlineOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((each) => getComputedStyle(each).outlineStyle);
  expect(await outlineOf('.strip-tab[aria-selected="true"]')).toBe('solid');
  await page.emulateMedia({ forcedColors: null });
});

test('the keys of an open list are not those of the row that it belongs to', async () => {
  const { page } = app;
  const call = createBackendCall(app);
  for (const name of ['one', 'two'])
    await call('project.send', { hash, command: { do: 'create', kind: 'variable', fields: { name, type: 'string', value: '' } } });
  await press('Alt+v');
  await view(app).waitFor();
  await page.locator('[data-variable="two"] .select-button').press('Enter');
  await page.getByRole('listbox').waitFor();
  const names = () => page.locator('[data-variable]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-variable')).join());
  const before = await names();
  await press('F2');
  await press('Alt+ArrowUp');
  expect([await names(), await page.getByRole('dialog', { name: /Rename/ }).count()]).toEqual([before, 0]);
  await press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await press('F2');
  await page.getByRole('dialog', { name: /Rename/ }).waitFor();
  await press('Escape');
});

test('a tab is moved with its menu, without dragging', async () => {
  const { page } = app;
  const tabs = () => page.locator('.strip-tab-title').allTextContents();
  const before = await tabs();
  await page.locator('.strip-tab', { hasText: 'Variables' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move left' }).click();
  await expect.poll(async () => (await tabs()).indexOf('Variables')).toBe(before.indexOf('Variables') - 1);
  await closeView(app);
});
