/** What is needed next is visible at 1100 px: the buttons of long dialogs, the field that has the focus, the zoom of a board beside a view. At 1360, 1100 and 680 px no toast covers a dialog. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { createLargeStory } from './large-story.ts';
import { switchLanguage } from './switch-language.ts';
import { waitForBoard } from './user-steps.ts';
import { closeView, view } from './views.ts';

let app: TestApp;

beforeAll(async () => {
  app = await launchApp();
  await app.page.setViewportSize({ width: 1100, height: 660 });
  const text = JSON.stringify(createLargeStory(20, 'Story'));
  await createBackendCall(app)('project.import', { source: { text, fileName: 'story.json' } });
  await app.page.locator('.project-list [data-hash]').first().dblclick();
  await waitForBoard(app);
});
afterAll(() => app?.close());

const dialog = () => app.page.getByRole('dialog');
const inspector = () => app.page.getByRole('region', { name: 'Inspector', exact: true });

test('a form in the settings shows its button without scrolling', async () => {
  await app.page.keyboard.press('Alt+s');
  await dialog().getByRole('tab', { name: 'Local workspace' }).click();
  const save = dialog().getByRole('button', { name: 'Save' });
  await save.waitFor();
  // At a point that is cut off there is another element, or none.
  const isVisible = () =>
    save.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return [top + 2, top + height - 2].every((y) => button.contains(document.elementFromPoint(left + width / 2, y)));
    });
  await expect.poll(isVisible).toBe(true);
  await app.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('the export opens with the focus in the field that it needs', async () => {
  await app.page.keyboard.press('Control+Shift+s');
  await expect
    .poll(() =>
      dialog()
        .getByLabel('File', { exact: true })
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await app.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('the inspector makes room for a view, and is back beside a board, which has its zoom', async () => {
  await inspector().waitFor();
  await app.page.keyboard.press('Alt+v');
  await view(app).waitFor();
  await inspector().waitFor({ state: 'detached' });
  expect(await app.page.getByRole('button', { name: 'Inspector', exact: true }).isDisabled()).toBe(true);
  await app.page.keyboard.press('Alt+Shift+s');
  await app.page.locator('.tab-side').nth(1).waitFor();
  await inspector().waitFor();
  for (const name of ['Zoom in', 'Zoom out']) await app.page.getByRole('toolbar', { name: 'Zoom' }).getByRole('button', { name }).waitFor();
  await closeView(app);
  await inspector().waitFor();
});

test('the form for a new variable has the columns of the table above it', async () => {
  await app.page.keyboard.press('Alt+v');
  await view(app).waitFor();
  const lefts = (selector: string) =>
    app.page.locator(selector).evaluateAll((fields) => fields.map((field) => Math.round(field.getBoundingClientRect().left)));
  await app.page.locator('.variables tbody tr').first().waitFor();
  for (const width of [1440, 1100]) {
    await app.page.setViewportSize({ width, height: 660 });
    // The name, the type and what is right of it.
    const inTable = () => lefts('.variables tbody tr:first-child :is(code, .select-button, input.input)');
    await expect.poll(async () => (await inTable()).length).toBe(3);
    await expect
      .poll(async () => (await lefts('.new-variable :is(input.input, .select-button, .button)')).join() === (await inTable()).join())
      .toBe(true);
  }
  await closeView(app);
});

test('the keys of a group are below its heading', async () => {
  await app.page.keyboard.press('F1');
  await dialog().locator('.keys-sheet h3').first().waitFor();
  const misplaced = await dialog()
    .locator('.keys-sheet section')
    .evaluateAll((groups) =>
      groups.flatMap((group) => {
        const end = group.querySelector('h3')?.getBoundingClientRect().bottom ?? 0;
        return [...group.querySelectorAll('dt')].filter((key) => key.getBoundingClientRect().top < end).map((key) => key.textContent);
      }),
    );
  expect(misplaced).toEqual([]);
  await app.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('the texts of the header and of the inspector’s head are on whole pixels', async () => {
  await app.page.locator('.inspector .panel-head h2').waitFor();
  const between = await app.page.locator('.workspace-header, .inspector .panel-head').evaluateAll((heads) =>
    heads.flatMap((head) => {
      const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const { top, width } = range.getBoundingClientRect();
        if (width > 1 && top % 1 !== 0) found.push(`${texts.currentNode.textContent} at ${top}`);
      }
      return found;
    }),
  );
  expect(between).toEqual([]);
});

test.each(['en', 'de', 'ja'])('the head of the inspector is one line in %s', async (language) => {
  await switchLanguage(app.page, language);
  await app.page
    .locator('article.element')
    .nth(1)
    .click({ position: { x: 8, y: 8 } });
  const head = app.page.locator('.inspector .panel-head');
  await head.locator('.start-toggle[aria-pressed="false"]').waitFor();
  const { height, cutOff } = await head.evaluate((element) => ({
    height: element.getBoundingClientRect().height,
    cutOff: [element, ...element.children].some((each) => each.scrollWidth > each.clientWidth + 1 && each.tagName !== 'svg'),
  }));
  expect({ height, cutOff }).toEqual({ height: 40, cutOff: false });
});

test.each(['en', 'de', 'ja'])('a table of the settings has room for its words at 680 px in %s', async (language) => {
  const { page } = app;
  await createBackendCall(app)('backup.create', {});
  const size = page.viewportSize();
  await page.setViewportSize({ width: 680, height: 900 });
  await switchLanguage(page, language);
  await page.keyboard.press('Alt+s');
  await dialog().locator('.settings-tab').nth(8).click();
  await dialog().locator('.backup-list tbody td').first().waitFor();
  // A cell has one line for each word at most.
  const longCells = await dialog()
    .locator('.backup-list tbody :is(th, td):not(:last-child)')
    .evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const bottoms = new Set<number>();
        while (texts.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(texts.currentNode);
          for (const { bottom, width } of range.getClientRects()) if (width > 0) bottoms.add(Math.round(bottom));
        }
        const lines = bottoms.size;
        const text = cell.textContent ?? '';
        return lines > text.trim().split(/\s+/).length ? [text] : [];
      }),
    );
  expect(longCells).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await switchLanguage(page, 'en');
  if (size) await page.setViewportSize(size);
});

test.each(['en', 'de', 'ja'])('a dialog begins below the toasts in %s', async (language) => {
  await switchLanguage(app.page, language);
  const call = createBackendCall(app);
  const hash = (await call('project.list', {}))[0]?.hash ?? '';
  for (let at = 0; at < 9; at++) {
    const name = `00000000-0000-4000-8000-${String(1_000_000 + at).padStart(12, '0')} title ${language}`;
    await call('draft.put', { hash, draft: { name, value: '<p>Never saved</p>', session: 'lost', over: { version: 1, values: [] } } });
  }
  await app.page.reload();
  await app.page.locator('.toast.warning').waitFor();
  for (const keys of ['Alt+s', 'Control+Shift+s']) {
    await app.page.locator('.board').first().focus();
    await app.page.keyboard.press(keys);
    await dialog().waitFor();
    for (const width of [1360, 1100, 680]) {
      await app.page.setViewportSize({ width, height: 660 });
      // Toasts move when a dialog opens, and the dialog follows them a frame later.
      const distance = () =>
        app.page.evaluate(() => {
          const [toasts, sheet] = ['.toasts', '.dialog-sheet'].map((each) => document.querySelector(each)?.getBoundingClientRect());
          return toasts && sheet && sheet.bottom <= innerHeight && sheet.height > 200 ? sheet.top - toasts.bottom : -1;
        });
      await expect.poll(distance, { message: `${keys} at ${width} px` }).toBeGreaterThanOrEqual(0);
      await app.screenshot(`toasts-above-${language}-${width}`);
    }
    await app.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  }
});
