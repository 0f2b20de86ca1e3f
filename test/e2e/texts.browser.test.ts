/**
 * All texts in the window: scripts, languages side by side, the table of translations with its files, the stylesheet, comments, and what
 * was not saved.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { launchApp, shell, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { testId, writeFullStory } from './full-story.ts';
import { chooseMenuItem, expectFocused, goToProjectList, moveCaretTo, openSettings, waitForBoard } from './user-steps.ts';
import { closeView, view } from './views.ts';

let app: TestApp;
let hash = '';
const folder = mkdtempSync(join(tmpdir(), 'taleport-texts-'));

beforeAll(async () => {
  app = await launchApp({ mayLog: /^Blocked script execution in 'about:srcdoc'|net::ERR_FAILED/ });
  ({ hash } = await createBackendCall(app)('project.import', { source: { path: writeFullStory(folder) } }));
  await openStory();
});
afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openStory(): Promise<void> {
  await goToProjectList(app);
  await app.page.getByRole('row', { name: /Everything/ }).dblclick();
  await waitForBoard(app);
}

/** The topmost dialog, else the view in front. */
const dialog = () => view(app).or(app.page.getByRole('dialog')).last();
const node = (kind: string, words: string) => app.page.locator(`.react-flow__node-${kind}`, { hasText: words });
const undo = () => app.page.locator('.workspace-header').getByRole('button', { name: /^Undo/ }).click();
async function openByMenu(entry: RegExp): Promise<void> {
  await chooseMenuItem(app, 'More for Everything', entry);
  await dialog().waitFor();
}
async function closeDialogs(): Promise<void> {
  const open = app.page.getByRole('dialog');
  for (let left = await open.count(); left > 0; left--) {
    await open.last().getByRole('button', { name: 'Close', exact: true }).click();
    await expect.poll(() => open.count()).toBe(left - 1);
  }
  if (await view(app).isVisible()) await closeView(app);
}

/** A record as the engine stores it; an empty one if there is none. */
async function findRecord(isWanted: (record: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
  const { records } = await createBackendCall(app)('project.read', { hash });
  return records.flatMap((piece) => JSON.parse(piece) as Record<string, unknown>[]).find(isWanted) ?? {};
}
const readRecord = (id: string) => findRecord((each) => each.id === id);
const textOf = async (id: string, field: string, iso: string) =>
  ((await readRecord(id))[field] as Record<string, { text: string | null }> | undefined)?.[iso]?.text ?? null;

describe('scripts', () => {
  test('are completed with the keyboard, highlighted, and checked while typing', async () => {
    const { page } = app;
    await node('branch', 'oil').click();
    const script = page.getByRole('textbox', { name: 'Condition 1' });
    await script.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('mar');
    await page.getByRole('listbox', { name: 'Suggestions' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('a');
    await page.getByRole('option', { name: /^age/ }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(' > gold');
    await expect.poll(() => script.innerText()).toBe('maren.age > gold');
    await page.locator('.script-fault', { hasText: '“gold” isn’t a variable yet.' }).waitFor();
    await expectAccessible(app, 'script with a fault');
    await page.keyboard.type(' and');
    await page.locator('.script-fault', { hasText: 'Expected a value' }).waitFor();
    await page.keyboard.type(' oil');
    await expect.poll(() => readRecord(testId(25)).then(({ script: stored }) => stored)).toBe('maren.age &gt; gold and oil');
    expect(await script.locator('.tok-keyword').allInnerTexts()).toEqual(['and']);
    await expect.poll(() => script.locator('.tok-fault').allInnerTexts()).toEqual(['gold']);
    await page.keyboard.press('F8');
    await page.locator('.script-fault', { hasText: '“gold” isn’t a variable yet.' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.classList.contains('board'))).toBe(true);
  });

  test('[G22] an @ in a condition mentions an element', async () => {
    const { page } = app;
    const script = page.getByRole('textbox', { name: 'Condition 1' });
    await script.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('visits(@shore');
    await page.getByRole('listbox', { name: 'Mention' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(') > 1');
    await expect
      .poll(() => readRecord(testId(25)).then(({ script: stored }) => String(stored)))
      .toMatch(/^visits\(<span [^>]*data-id="[^"]*10"[^>]*>the_shore<\/span>\) &gt; 1$/);
    await expect.poll(() => page.locator('.script-fault, .tok-fault').count()).toBe(0);
  });

  test('an unknown name offers to create its variable, and an unknown @name its component', async () => {
    const { page } = app;
    await page.locator('.react-flow__node-branch').first().click();
    const script = page.getByRole('textbox', { name: 'Condition 1' });
    await script.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('oil > lamps');
    await page.getByRole('option', { name: 'Create variable “lamps”' }).click();
    await expect.poll(async () => (await findRecord(({ name }) => name === 'lamps')).type).toBe('integer');
    await expect.poll(() => page.locator('.script-fault, .tok-fault').count()).toBe(0);
    await node('element', 'The shore').click();
    const content = page.getByRole('textbox', { name: 'Content' });
    await moveCaretTo(app, content, 'Control+End');
    await page.keyboard.type(' @Keeper Ann');
    await page.getByRole('option', { name: 'Create component “Keeper Ann”' }).click();
    await content.locator('.mention', { hasText: 'Keeper Ann' }).waitFor();
    const { id } = await findRecord(({ kind, name }) => kind === 'component' && JSON.stringify(name).includes('Keeper Ann'));
    await expect.poll(() => textOf(testId(10), 'content', 'en')).toContain(`data-id="${id}"`);
  });

  test('the button of the toolbar offers mentions in a text', async () => {
    const { page } = app;
    await node('element', 'The shore').click();
    const content = page.getByRole('textbox', { name: 'Content' });
    const before = await content.innerText();
    await content.click();
    await page.getByRole('button', { name: 'Mention', exact: true }).click();
    await page.getByRole('listbox', { name: 'Mention' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await expect.poll(() => content.innerText()).toBe(before);
  });

  test('in a text: each if needs its endif', async () => {
    const { page } = app;
    await node('element', 'The shore').click();
    const content = page.getByRole('textbox', { name: 'Content' });
    await moveCaretTo(app, content, 'Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Alt+c');
    await page.keyboard.type('if oil > 3');
    await expect.poll(() => content.locator('.tok-fault').count()).toBe(1);
    await page.keyboard.press('F8');
    await page.locator('.script-fault', { hasText: 'This if has no endif.' }).waitFor();
    await page.keyboard.press('End');
    expect(await content.locator('.tok-keyword').allInnerTexts()).toEqual(['if']);
    await page.keyboard.press('Enter');
    await page.keyboard.type('endif');
    await expect.poll(() => content.locator('pre').last().innerText()).toBe('if oil > 3\nendif');
    await expect.poll(() => content.locator('.tok-fault').count()).toBe(0);
  });

  test('Enter leaves a script in its last line if that is empty, and the line is gone', async () => {
    const { page } = app;
    const content = page.getByRole('textbox', { name: 'Content' });
    await moveCaretTo(app, content, 'Control+End');
    await page.keyboard.press('Enter');
    await expect.poll(() => content.locator('pre').last().innerText()).toMatch(/^if oil > 3\nendif\n/);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Later.');
    await expect.poll(() => textOf(testId(10), 'content', 'en')).toMatch(/<pre><code>if oil &gt; 3\nendif<\/code><\/pre><p>Later\.<\/p>$/);
    for (const keys of ['Enter', 'Control+Alt+c']) await page.keyboard.press(keys);
    await page.keyboard.type('oil = 1');
    await expect.poll(() => content.locator('pre').last().innerText()).toBe('oil = 1');
  });

  test('a title has none', async () => {
    const { page } = app;
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await title.click();
    await page.keyboard.press('Control+Alt+c');
    expect(await title.locator('pre').count()).toBe(0);
    expect(await textOf(testId(10), 'title', 'en')).toBe('<p>The shore</p>');
  });

  test('a label has them', async () => {
    const { page } = app;
    await page.locator('.connection-label', { hasText: 'Walk on' }).click();
    const label = page.getByRole('textbox', { name: 'Label' });
    await label.click();
    await page.keyboard.press('Control+Alt+c');
    await expect.poll(() => textOf(testId(30), 'label', 'en')).toBe('<pre><code>Walk on</code></pre>');
    await page.keyboard.press('Control+Alt+c');
    await expect.poll(() => textOf(testId(30), 'label', 'en')).toBe('<p>Walk on</p>');
    await node('element', 'The shore').click();
  });

  test('fast typing on a slow machine stays in order while it is saved repeatedly', async () => {
    const { page } = app;
    const slow = await page.context().newCDPSession(page);
    const content = page.getByRole('textbox', { name: 'Content' });
    await moveCaretTo(app, content, 'Control+End');
    await page.keyboard.press('Control+Enter');
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    const bursts = ['She rows on, ', 'against the wind, ', 'until the light is ', 'behind her.'];
    let typed = '';
    for (const words of bursts) {
      // The keys are pressed without waiting for each other or for saving.
      await Promise.all(Array.from(words, (letter) => page.keyboard.press(letter === ' ' ? 'Space' : letter)));
      typed += words;
      await expect.poll(() => textOf(testId(10), 'content', 'en')).toContain(words.trim());
    }
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await expect.poll(() => textOf(testId(10), 'content', 'en')).toContain(`<p>${typed}</p>`);
    expect(await content.innerText()).toContain(typed);
  });
});

describe('languages', () => {
  test('side by side in the inspector, edited separately', async () => {
    const { page } = app;
    await page.getByRole('button', { name: 'Show all languages side by side' }).click();
    await page.getByRole('textbox', { name: 'Title in Deutsch' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' im Sturm');
    await page.getByRole('textbox', { name: 'Title', exact: true }).click();
    await expect.poll(() => textOf(testId(10), 'title', 'de')).toBe('<p>Das Ufer im Sturm</p>');
    expect(await textOf(testId(10), 'title', 'en')).toBe('<p>The shore</p>');
    await expectAccessible(app, 'languages side by side');
    await page.getByRole('button', { name: 'Show all languages side by side' }).click();
    await page.getByRole('textbox', { name: 'Title in Deutsch' }).waitFor({ state: 'detached' });
    await undo();
    await expect.poll(() => textOf(testId(10), 'title', 'de')).toBe('<p>Das Ufer</p>');
  });

  test('are added, based on others and removed; removing lists what is lost', async () => {
    const { page } = app;
    await openByMenu(/^Languages/);
    const add = dialog().getByRole('button', { name: 'Add', exact: true });
    for (const [code, says] of [
      ['x y', /^Use only letters, digits/],
      ['de', 'The project already has this language.'],
    ] as const) {
      await dialog().getByLabel('Code').fill(code);
      await dialog().getByText(says).waitFor();
      expect(await add.isDisabled()).toBe(true);
    }
    await dialog().getByLabel('Code').fill('gsw');
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Swiss German');
    await add.click();
    await dialog()
      .getByRole('button', { name: /Language that Swiss German is based on/ })
      .click();
    await page.getByRole('option', { name: /Deutsch/ }).click();
    await expect
      .poll(async () => JSON.stringify((await readRecord('project')).locales))
      .toContain('{"iso":"gsw","name":"Swiss German","base":"de"}');
    await expectAccessible(app, 'languages with bases');
    await page.getByRole('button', { name: 'More for Deutsch' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('alertdialog').getByText('Missing texts in Swiss German will fall back', { exact: false }).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await closeDialogs();
    await undo();
    await undo();
    await expect.poll(async () => JSON.stringify((await readRecord('project')).locales)).not.toContain('gsw');
  });
});

describe('the table of translations', () => {
  const table = () => app.page.getByRole('grid', { name: /^Translations/ });
  const cell = (words: string) => table().getByRole('gridcell', { name: words, exact: false }).first();

  test('is navigated and edited with the keyboard; each text is one undo step', async () => {
    const { page } = app;
    await page.locator('.board').focus();
    await page.keyboard.press('Alt+Shift+L');
    await table().waitFor();
    await dialog()
      .getByText(/^Deutsch: \d+ of \d+/)
      .waitFor();
    await expectAccessible(app, 'translations');
    await cell('The storm').click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await table().getByRole('textbox', { name: 'Title · Deutsch' }).waitFor();
    await expectAccessible(app, 'translations while one is written');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Das Unwetter');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => textOf(testId(11), 'title', 'de')).toBe('<p>Das Unwetter</p>');
    // The text is stored before its cell is left.
    await table().getByRole('textbox').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await expectFocused(table().getByRole('textbox'));
    await page.keyboard.type('x');
    // Escape ends what an input method composes, not the cell.
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await page.keyboard.press('Escape');
    await cdp.send('Input.insertText', { text: '日' });
    await cdp.detach();
    await expect.poll(() => table().getByRole('textbox').textContent()).toMatch(/x日$/);
    await page.keyboard.press('Escape');
    await table().getByRole('textbox').waitFor({ state: 'detached' });
    await closeDialogs();
    await undo();
    await expect.poll(() => textOf(testId(11), 'title', 'de')).toBe('<p>Der Sturm</p>');
  });

  test('typing on a cell adds to its text, and its keys are no shortcuts', async () => {
    const { page } = app;
    await openByMenu(/^Translations/);
    const text = table().getByRole('textbox', { name: 'Title · Deutsch' });
    await cell('Der Sturm').click();
    await page.keyboard.type('?!');
    await expectFocused(text);
    await expect.poll(() => text.textContent()).toBe('Der Sturm?!');
    await page.keyboard.press('Escape');
    await text.waitFor({ state: 'detached' });
    expect(await textOf(testId(11), 'title', 'de')).toBe('<p>Der Sturm</p>');
    await closeDialogs();
  });

  test('text that was not saved is restored or discarded in its cell, which keeps the focus', async () => {
    const { page } = app;
    const text = table().getByRole('textbox', { name: 'Title · Deutsch' });
    const notice = table().getByRole('note');
    const openCellWith = async (value: string) => {
      const over = { version: 0, values: ['<p>Der Sturm</p>'] };
      await createBackendCall(app)('draft.put', { hash, draft: { name: `${testId(11)} title de`, value, session: 'lost', over } });
      await page.reload();
      // The message about it would cover the filters.
      await page.getByRole('button', { name: 'Go to text' }).click();
      await openByMenu(/^Translations/);
      await cell('Der Sturm').click();
      await page.keyboard.press('Enter');
      await notice.waitFor();
    };
    await openCellWith('<p>Das Gewitter</p>');
    await notice.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => textOf(testId(11), 'title', 'de')).toBe('<p>Das Gewitter</p>');
    await expectFocused(text);
    await page.keyboard.press('Escape');
    await text.waitFor({ state: 'detached' });
    await expectFocused(cell('Das Gewitter'));
    await closeDialogs();
    await undo();
    await openCellWith('<p>Das Unwetter</p>');
    await notice.getByRole('button', { name: 'Discard' }).click();
    await expectFocused(text);
    await page.keyboard.press('Escape');
    await expectFocused(cell('Der Sturm'));
    await closeDialogs();
  });

  test('text that is composed on a cell is shown over it, and goes into its text when it is complete', async () => {
    const { page } = app;
    await openByMenu(/^Translations/);
    const text = table().getByRole('textbox', { name: 'Title · Deutsch' });
    const composed = page.locator('.composed-text');
    await cell('Der Sturm').click();
    await page.keyboard.press('Space');
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await composed.filter({ hasText: 'にほん' }).waitFor();
    // The input method handles these keys itself.
    for (const code of ['ArrowDown', 'Enter'])
      await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', code, windowsVirtualKeyCode: 229 });
    await expectFocused(cell('Der Sturm'));
    await app.screenshot('translations-composing');
    await cdp.send('Input.insertText', { text: '日本' });
    await cdp.detach();
    await expectFocused(text);
    await expect.poll(() => text.textContent()).toBe('Der Sturm日本');
    await composed.waitFor({ state: 'detached' });
    await page.keyboard.type('語');
    await expect.poll(() => text.textContent()).toBe('Der Sturm日本語');
    await page.keyboard.press('Escape');
    await text.waitFor({ state: 'detached' });
    // The name of a row has no text of its own.
    await page.keyboard.press('Home');
    await page.keyboard.type('x');
    await page.keyboard.press('ArrowRight');
    expect(await table().getByRole('textbox').count()).toBe(0);
    await closeDialogs();
  });

  test('a new language has a column immediately', async () => {
    await openByMenu(/^Translations/);
    await table().waitFor();
    await app.page.getByRole('button', { name: 'Languages', exact: true }).click();
    const languages = app.page.getByRole('dialog', { name: 'Languages' });
    await languages.getByLabel('Code').fill('fr');
    await app.page.keyboard.press('Enter');
    await languages.locator('.language-name', { hasText: 'French' }).waitFor();
    expect(await languages.getByRole('button', { name: 'Translations', exact: true }).count()).toBe(0);
    await app.page.keyboard.press('Escape');
    await languages.waitFor({ state: 'detached' });
    await table()
      .getByRole('columnheader', { name: /^French/ })
      .waitFor();
    await closeDialogs();
    await undo();
    await expect.poll(async () => JSON.stringify((await readRecord('project')).locales)).not.toContain('"fr"');
  });

  test('shows missing translations first or only them', async () => {
    await openByMenu(/^Translations/);
    await table().waitFor();
    await dialog().getByText('Missing first').click();
    await dialog().getByRole('button', { name: /Show$/ }).click();
    await app.page.getByRole('option', { name: 'Same as source' }).click();
    await dialog().getByText('No matching texts').waitFor();
    await dialog().getByRole('button', { name: /Show$/ }).click();
    await app.page.getByRole('option', { name: 'Not final' }).click();
    await expect.poll(() => table().getByRole('row').count()).toBeGreaterThan(1);
    await expect.poll(() => table().getByText('Maren').count()).toBe(0);
    await closeDialogs();
  });

  test('marks outdated translations; they can be confirmed or rewritten', async () => {
    const { page } = app;
    const id = testId(11);
    const fields = { title: { en: { text: '<p>The great storm</p>' } } };
    await createBackendCall(app)('project.send', { hash, command: { do: 'change', kind: 'element', id, fields } });
    await openByMenu(/^Translations/);
    await table().waitFor();
    await dialog()
      .getByText(/^Deutsch: \d+ of \d+, \d+ with changed source$/)
      .waitFor();
    await dialog().getByRole('button', { name: /Show$/ }).click();
    await page.getByRole('option', { name: 'Source changed' }).click();
    const changed = table().getByRole('gridcell', { name: /^Der Sturm.*Source changed since translation/ });
    await changed.click();
    await page.keyboard.press('Enter');
    const note = table().getByRole('note');
    await note.getByText('English has changed since the Deutsch translation:').waitFor();
    expect(await note.locator('ins').innerText()).toContain('great');
    await expectAccessible(app, 'what has changed since a translation');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await changed.waitFor({ state: 'detached' });
    expect(await textOf(id, 'title', 'de')).toBe('<p>Der Sturm</p>');
    await closeDialogs();
    await undo();
    await node('element', 'The great storm').click();
    await page.getByRole('button', { name: 'Show all languages side by side' }).click();
    await page.getByText('English has changed since the Deutsch translation:').waitFor();
    await expectAccessible(app, 'what has changed since, in the inspector');
    await page.getByRole('button', { name: 'Mark as up to date' }).click();
    await page.getByText('English has changed since the', { exact: false }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show all languages side by side' }).click();
    await undo();
    await undo();
    await expect.poll(() => textOf(id, 'title', 'en')).toBe('<p>The storm</p>');
  });

  test('imports a file after a preview; every error is reported with its row; undo reverts all of it', async () => {
    const { page } = app;
    const file = join(folder, 'back.csv');
    const lines = [
      'Key,de,fr',
      `${testId(10)}/title,"Am ""Ufer""",Rive`,
      `${testId(30)}/label,'=Weiter,`,
      `${testId(13)}/title,<p>Kaputt,`,
      'nobody/title,x,',
    ];
    writeFileSync(file, lines.join('\r\n'));
    await openByMenu(/^Translations/);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), dialog().getByRole('button', { name: 'Import…' }).click()]);
    await chooser.setFiles(file);
    const preview = page.getByRole('dialog', { name: 'Import “back.csv”' });
    await preview.getByText('2 texts will change:').waitFor();
    await preview.getByText('Row 4, de:').waitFor();
    await preview.getByText('The story has no text “nobody/title”.').waitFor();
    await preview.getByText('The project has no language “fr”', { exact: false }).waitFor();
    await expectAccessible(app, 'import of translations');
    await preview.getByRole('button', { name: 'Change 2 texts' }).click();
    await preview.waitFor({ state: 'detached' });
    await expect.poll(() => textOf(testId(10), 'title', 'de')).toBe('<p>Am "Ufer"</p>');
    expect(await textOf(testId(30), 'label', 'de')).toBe('<p>=Weiter</p>');
    await closeDialogs();
    await undo();
    await expect.poll(() => textOf(testId(10), 'title', 'de')).toBe('<p>Das Ufer</p>');
    expect(await textOf(testId(30), 'label', 'de')).toBe('<p>Weiter</p>');
  });

  test('imports a CSV as Excel saves it in Germany, and names the encoding that it was read in', async () => {
    const { page } = app;
    const fields = { title: { de: { text: '<p>Das Ufer im Föhn</p>' } } };
    await createBackendCall(app)('project.send', { hash, command: { do: 'change', kind: 'element', id: testId(10), fields } });
    const file = join(folder, 'excel.csv');
    writeFileSync(file, `Key;de\r\n${testId(10)}/title;Das Ufer im Föhn\r\n${testId(30)}/label;Später\r\n`, 'latin1');
    await openByMenu(/^Translations/);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), dialog().getByRole('button', { name: 'Import…' }).click()]);
    await chooser.setFiles(file);
    const preview = page.getByRole('dialog', { name: 'Import “excel.csv”' });
    await preview.getByText('It was read as Windows-1252', { exact: false }).waitFor();
    await app.screenshot('import-in-a-code-page');
    await preview.getByRole('button', { name: 'Change 1 text' }).click();
    await preview.waitFor({ state: 'detached' });
    await expect.poll(() => textOf(testId(30), 'label', 'de')).toBe('<p>Später</p>');
    await closeDialogs();
    await undo();
    await expect.poll(() => textOf(testId(30), 'label', 'de')).toBe('<p>Weiter</p>');
    await undo();
  });

  // The desktop opens a system dialog to choose the file.
  if (shell === 'browser')
    test.each(['CSV', 'Excel workbook'])('exports a %s file whose import changes nothing', async (format) => {
      const { page } = app;
      await openByMenu(/^Translations/);
      await dialog().getByRole('button', { name: 'Export…' }).click();
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: format }).click()]);
      const file = join(folder, download.suggestedFilename());
      await download.saveAs(file);
      if (format === 'CSV') expect(readFileSync(file, 'utf8')).toContain(`${testId(10)}/title,Coast,title,The shore,Das Ufer,`);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), dialog().getByRole('button', { name: 'Import…' }).click()]);
      await chooser.setFiles(file);
      await page.getByText('No changes: the file matches the story.').waitFor();
      await closeDialogs();
    });
});

describe('the stylesheet', () => {
  test('is edited beside a live preview, and saved as one undo step', async () => {
    const { page } = app;
    await openByMenu(/^Stylesheet/);
    const code = dialog().getByRole('textbox', { name: 'Project stylesheet (CSS)' });
    await code.click();
    await page.keyboard.type('.title { color: rgb(1, 2, 3)');
    await page.keyboard.press('ArrowRight');
    const title = page.frameLocator('.stylesheet iframe').locator('.title');
    await expect.poll(() => title.evaluate((each) => getComputedStyle(each).color)).toBe('rgb(1, 2, 3)');
    await expectAccessible(app, 'stylesheet');
    expect((await readRecord('project')).css).toBe('');
    await page.keyboard.press('Control+s');
    await expect.poll(async () => String((await readRecord('project')).css)).toContain('rgb(1, 2, 3)');
    await closeDialogs();
    await undo();
    await expect.poll(async () => (await readRecord('project')).css).toBe('');
  });

  test('keeps fast typing on a slow machine in order', async () => {
    const { page } = app;
    await openByMenu(/^Stylesheet/);
    await dialog().getByRole('textbox', { name: 'Project stylesheet (CSS)' }).click();
    const slow = await page.context().newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    const words = '/* She rows on, against the wind, until the light is behind her. */';
    await Promise.all(Array.from(words, (letter) => page.keyboard.press(letter === ' ' ? 'Space' : letter)));
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await expect.poll(() => page.locator('.css-editor .cm-content').textContent()).toBe(words);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => page.locator('.css-editor .cm-content').textContent()).toBe('');
    await closeDialogs();
  });

  test('a rule for a part of the page is added from a menu, and a property that does not exist is marked', async () => {
    const { page } = app;
    await openByMenu(/^Stylesheet/);
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('menuitem', { name: /^\.title/ }).click();
    await expectFocused(page.locator('.css-editor'));
    await page.keyboard.type('colr: red;');
    const marked = page.locator('.css-editor .cm-lintRange-warning');
    await expect.poll(() => marked.allTextContents()).toEqual(['colr']);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await closeDialogs();
    expect((await readRecord('project')).css).toBe('');
  });
});

describe('comments', () => {
  test('beside the board: filters, former authors, links to the commented item and back', async () => {
    const { page } = app;
    await page.locator('.board').focus();
    await page.keyboard.press('Alt+k');
    const pane = page.getByRole('region', { name: 'Comments', exact: true });
    await pane.getByText('No matching comments').waitFor();
    await pane.getByRole('button', { name: /Show$/ }).click();
    await page.getByRole('option', { name: 'Resolved' }).click();
    const thread = pane.locator('.thread');
    await thread.getByText('Rosa Lind').waitFor();
    await thread.getByText('Former member (8)').waitFor();
    await expectAccessible(app, 'comments');
    await thread.getByRole('button', { name: /^Show on board/ }).click();
    await page.getByRole('button', { name: /^Comment by Rosa Lind/ }).click();
    await expect.poll(() => thread.getAttribute('data-current')).toBe('true');
    await page.keyboard.press('Alt+k');
    await pane.waitFor({ state: 'detached' });
  });

  test('local ones: written on what is selected, edited, deleted and brought back, by keyboard', async () => {
    const { page } = app;
    await node('element', 'The shore').click();
    await page.keyboard.press('Alt+Shift+k');
    const pane = page.getByRole('region', { name: 'Comments', exact: true });
    const field = pane.getByRole('textbox', { name: 'Comment on element “The shore”' });
    await expectFocused(field);
    await page.keyboard.type('Too calm?');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => field.inputValue()).toBe('');
    const badge = node('element', 'The shore').getByRole('img', { name: '1 local comment: Too calm?' });
    await badge.waitFor();
    const own = pane.locator('[data-comment]');
    await own.getByRole('button', { name: 'Edit comment' }).press('Enter');
    await expectFocused(own.getByRole('textbox'));
    await page.keyboard.press('End');
    await page.keyboard.type(' Rosa says no.');
    await expect.poll(() => own.getByRole('textbox').inputValue()).toBe('Too calm? Rosa says no.');
    // Escape keeps what was typed.
    await page.keyboard.press('Escape');
    await expectFocused(own.getByRole('button', { name: 'Edit comment' }));
    await page.keyboard.press('Enter');
    await expectFocused(own.getByRole('textbox'));
    await page.keyboard.press('Control+Enter');
    await own.getByText('Too calm? Rosa says no.').waitFor();
    await expectFocused(own.getByRole('button', { name: 'Edit comment' }));
    await expectAccessible(app, 'local comments');
    await own.getByRole('button', { name: 'Delete comment' }).press('Enter');
    await badge.waitFor({ state: 'detached' });
    // The next card has the focus.
    await expectFocused(pane.locator('.thread').getByRole('button').first());
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
    await own.getByText('Too calm? Rosa says no.').waitFor();
    // Without another card, the filters above it have it.
    await pane.getByRole('textbox', { name: 'Search comments' }).fill('Too calm');
    await expect.poll(() => pane.locator('.thread').count()).toBe(1);
    await own.getByRole('button', { name: 'Delete comment' }).press('Enter');
    await expect.poll(() => pane.locator('.comments-filters :focus').count()).toBe(1);
    // What is not sent yet is in its field again after a reload.
    await field.focus();
    await page.keyboard.type('And the gulls?');
    await page.reload();
    await page.getByRole('button', { name: 'Go to text' }).click();
    await expectFocused(field);
    expect(await field.inputValue()).toBe('And the gulls?');
    await field.fill('');
    // The shortcuts of the window work in the field, too.
    await page.keyboard.press('Alt+k');
    await pane.waitFor({ state: 'detached' });
  });

  test('local ones on a variable and on an attribute are marked there, and Find leads to them', async () => {
    const { page } = app;
    const pane = page.getByRole('region', { name: 'Comments', exact: true });
    const write = async (on: string, text: string) => {
      const field = pane.getByRole('textbox', { name: `Comment on ${on}` });
      await expectFocused(field);
      await page.keyboard.type(text);
      await page.keyboard.press('Control+Enter');
      await pane.locator('[data-comment]', { hasText: text }).waitFor();
    };
    await page.locator('.board').focus();
    await page.keyboard.press('Alt+v');
    await dialog().getByRole('button', { name: 'Comment on oil' }).click();
    await write('variable “oil”', 'In litres?');
    await closeView(app);
    await node('element', 'The shore').click();
    await chooseMenuItem(app, 'More for Mood', 'Add comment');
    await write('attribute “Mood” of element “The shore”', 'Calm in the morning');
    const inspector = page.locator('[data-pane="inspector"]');
    await inspector.getByRole('img', { name: '1 local comment: Calm in the morning' }).waitFor();
    await page.keyboard.press('Alt+k');
    await pane.waitFor({ state: 'detached' });

    await page.keyboard.press('Control+f');
    const find = page.getByRole('search', { name: 'Find' });
    await expectFocused(find.getByRole('combobox', { name: 'Search the story' }));
    await page.keyboard.type('litres');
    await find.getByRole('option', { name: /^variable oil.*In litres\?/i }).waitFor();
    await app.screenshot('find-comment');
    await page.keyboard.press('Enter');
    const found = pane.locator('[data-current]');
    await found.getByText('In litres?').waitFor();
    await expectAccessible(app, 'a local comment that was found');
    await app.screenshot('comment-found');
    await find.getByRole('button', { name: 'Close search' }).click();
    await found.getByRole('button', { name: 'Show Variable “oil”' }).click();
    await dialog().getByRole('img', { name: '1 local comment: In litres?' }).waitFor();
    await expectFocused(dialog().getByLabel('Value of oil'));
    await app.screenshot('variable-comment');
    await closeDialogs();
    await page.keyboard.press('Alt+k');
    await pane.waitFor({ state: 'detached' });
  });
});

describe('the spell check', () => {
  test('explains what it checks, and downloads nothing unless asked to', async () => {
    const { page } = app;
    await openSettings(app, 'Spelling');
    const section = page.getByRole('dialog', { name: 'Settings' });
    if (shell === 'browser') await section.getByText('Your browser checks', { exact: false }).waitFor();
    else {
      await section.getByRole('switch', { name: 'Check spelling' }).waitFor();
      const state = await createBackendCall(app)('window.spelling', {});
      expect(state.downloads).toBe(false);
      expect([...state.checked, ...state.missing].sort()).toEqual(['de', 'en']);
    }
    await expectAccessible(app, 'spelling');
    await closeDialogs();
  });

  test('each text is marked with its language; scripts are not checked', async () => {
    const { page } = app;
    await node('element', 'The shore').click();
    const content = page.getByRole('textbox', { name: 'Content' });
    await content.waitFor();
    expect(await content.evaluate((text) => [text.getAttribute('lang'), text.getAttribute('spellcheck')])).toEqual(['en', 'true']);
    expect(await content.locator('pre').first().getAttribute('spellcheck')).toBe('false');
  });
});

describe('the project as a whole', () => {
  test('is usable in a narrow window', async () => {
    const { page } = app;
    const before = page.viewportSize() ?? { width: 1360, height: 860 };
    await page.setViewportSize({ width: 420, height: 720 });
    for (const [entry, place] of [
      [/^Project settings/, '.about-project'],
      [/^Translations/, '.translation-table'],
      [/^Stylesheet/, '.css-editor'],
      [/^Languages/, '.language-list'],
    ] as const) {
      await openByMenu(entry);
      await dialog().locator(place).waitFor();
      const { width } = (await dialog().boundingBox()) ?? { width: 0 };
      expect(width).toBeLessThanOrEqual(420);
      await app.screenshot(`narrow-${place.slice(1)}`);
      await closeDialogs();
    }
    await page.setViewportSize(before);
  });

  test('its name, starting element and length', async () => {
    await openByMenu(/^Project settings/);
    const row = dialog().getByRole('row', { name: /^Deutsch/ });
    await row.waitFor();
    expect(await row.getByRole('cell').first().innerText()).toMatch(/^\d+ words?$/);
    await expectAccessible(app, 'about the project');
    await closeDialogs();
  });

  test('unsaved text is offered again in the next window', async () => {
    const { page } = app;
    const long = 'Far too long '.repeat(25);
    await openByMenu(/^Project settings/);
    await dialog().getByRole('textbox', { name: 'Name' }).fill(long);
    await dialog().getByText('255', { exact: false }).first().waitFor();
    await page.reload();
    await page.getByText('1 text wasn’t saved.').waitFor();
    await dialog().getByText('Text that wasn’t saved:').waitFor();
    await expectAccessible(app, 'what was not saved');
    await dialog().getByRole('button', { name: 'Discard' }).click();
    await dialog().getByText('Text that wasn’t saved:').waitFor({ state: 'detached' });
    await closeDialogs();
  });
});
