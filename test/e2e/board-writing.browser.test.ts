/** Writing on the board itself: titles, contents, labels, notes and conditions, with pointer and keyboard, input methods and right-to-left scripts. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { centerOf, middleOf } from './canvas-geometry.ts';
import { cardText, createProject, expectFocused } from './user-steps.ts';

let app: TestApp;
let count = 0;
beforeAll(async () => {
  app = await launchApp();
});
afterAll(() => app?.close());
beforeEach(() => createProject(app, 'Empty', `Writing ${++count}`));

const board = () => app.page.locator('.board');
const nodes = () => app.page.locator('.react-flow__node');
const edges = () => app.page.locator('.react-flow__edge');
const node = (title: string) => nodes().filter({ has: app.page.getByText(title, { exact: true }) });
const editor = () => app.page.locator('.card-editor');
const text = (name: string) => cardText(app, name);
const press = (key: string) => app.page.keyboard.press(key);
const type = (words: string) => app.page.keyboard.type(words);
const expectOnBoard = async () => {
  await editor().waitFor({ state: 'detached' });
  await expectFocused(board());
};

/** The text before the caret, in the text that has the focus. */
const beforeCaret = (): Promise<string> =>
  app.page.evaluate(() => {
    const range = getSelection()?.getRangeAt(0).cloneRange();
    const field = range?.startContainer.parentElement?.closest('[role="textbox"]');
    if (!range || !field) return 'no caret';
    range.setStart(field, 0);
    return range.toString();
  });

async function doubleClick(target: Locator): Promise<void> {
  const { x, y } = await centerOf(target);
  await app.page.mouse.dblclick(x, y);
}

/** Creates a first element “One” with a text, and ends editing. */
async function writeFirst(): Promise<void> {
  await board().focus();
  await press('e');
  await expectFocused(text('Title'));
  await type('One');
  await press('Enter');
  await expectFocused(text('Content'));
  await type('It begins.');
  await press('Escape');
  await expectOnBoard();
  await node('One').getByText('It begins.').waitFor();
}

/** Changes the only element as another window would. */
async function elsewhere(): Promise<{ change: (fields: object) => Promise<unknown>; remove: () => Promise<unknown> }> {
  const call = createBackendCall(app);
  const hash = /project\/(\w+)/.exec(app.page.url())?.[1] ?? '';
  const { records } = await call('project.read', { hash });
  const all = records.flatMap((piece) => JSON.parse(piece) as { kind: string; id: string }[]);
  const id = all.find(({ kind }) => kind === 'element')?.id ?? '';
  return {
    change: (fields) => call('project.send', { hash, command: { do: 'change', kind: 'element', id, fields } }),
    remove: () => call('project.send', { hash, command: { do: 'remove', kind: 'element', id } }),
  };
}

describe('with the keyboard', () => {
  test('a new element is written without leaving the board, and Escape keeps the text', async () => {
    await writeFirst();
    await press('F2');
    await expectFocused(text('Title'));
    await type(' more');
    await press('Escape');
    await expectOnBoard();
    await node('One more').waitFor();
  });

  test('Enter, Tab and the arrows lead through a card, and Tab on along its connections', async () => {
    await writeFirst();
    await press('Control+Enter');
    await expect.poll(() => nodes().count()).toBe(2);
    await expectFocused(text('Title'));
    await type('Two');
    await press('ArrowDown');
    await expectFocused(text('Content'));
    await press('ArrowUp');
    await expectFocused(text('Title'));
    await press('Shift+Tab');
    await expectFocused(text('Content'));
    await expect.poll(() => text('Content').textContent()).toBe('It begins.');
    await press('Tab');
    await expectFocused(text('Title'));
    await expect.poll(() => text('Title').textContent()).toBe('Two');
    await press('Tab');
    await press('Tab');
    await app.page.getByRole('status').filter({ hasText: 'No outgoing connection' }).waitFor();
    await expectFocused(text('Content'));
  });

  test('one key makes the next connected card while writing, and undo removes it with its connection', async () => {
    await writeFirst();
    await press('Enter');
    await expectFocused(text('Title'));
    await press('Control+Enter');
    await expect.poll(() => edges().count()).toBe(1);
    await expectFocused(text('Title'));
    await expect.poll(() => text('Title').textContent()).toBe('');
    await type('Next');
    await expect.poll(() => text('Title').textContent()).toBe('Next');
    await press('Control+Enter');
    // The first card may be out of view now, and is not drawn there.
    await expect.poll(() => text('Title').textContent()).toBe('');
    await expectFocused(text('Title'));
    await press('Escape');
    await expectOnBoard();
    await press('Alt+1');
    await expect.poll(() => nodes().count()).toBe(3);
    await node('Next').waitFor();
    await press('Control+z');
    await expect.poll(() => nodes().count()).toBe(2);
    await expect.poll(() => edges().count()).toBe(1);
  });

  test('a script of a condition is written on the branch, and the next card starts at it', async () => {
    await board().focus();
    await press('b');
    await expectFocused(text('Condition 1'));
    await type('1 > 2');
    await press('Control+Enter');
    await expect.poll(() => edges().count()).toBe(1);
    await expectFocused(text('Title'));
    await press('Shift+Tab');
    await expectFocused(text('Condition 1'));
    await expect.poll(() => text('Condition 1').textContent()).toBe('1 > 2');
    await press('Escape');
    await expectOnBoard();
    expect(await app.page.locator('.react-flow__node .condition code').first().textContent()).toBe('1 > 2');
  });

  test('the formatting toolbar is reached from the text, and leads back to it', async () => {
    await writeFirst();
    await press('Enter');
    await press('Tab');
    await expectFocused(text('Content'));
    await press('Control+a');
    await press('Alt+F10');
    await expectFocused(editor().getByRole('button', { name: 'Bold' }));
    await press('Enter');
    await expectFocused(text('Content'));
    await press('Escape');
    await expectOnBoard();
    await node('One').locator('strong', { hasText: 'It begins.' }).waitFor();
  });

  test('the address of a link is edited with the arrow keys, and Enter and Escape lead back to the text', async () => {
    await writeFirst();
    await press('Enter');
    await press('Tab');
    await expectFocused(text('Content'));
    await press('Control+a');
    const address = editor().getByLabel('Address');
    const openForm = async () => {
      await editor().getByRole('button', { name: 'Link' }).click();
      await expectFocused(address);
    };
    await openForm();
    await address.fill('https://example.rg');
    await press('ArrowLeft');
    await press('ArrowLeft');
    await type('o');
    await expect.poll(() => address.inputValue()).toBe('https://example.org');
    await press('Enter');
    await expectFocused(text('Content'));
    await openForm();
    await press('Escape');
    await expectFocused(text('Content'));
    expect(await address.count()).toBe(0);
    await expect.poll(() => text('Content').locator('a').getAttribute('href')).toBe('https://example.org');
    await press('Escape');
    await expectOnBoard();
  });

  test('the address of a link is set when the editor closes with its form', async () => {
    await writeFirst();
    await press('Enter');
    await press('Tab');
    await expectFocused(text('Content'));
    await press('Control+a');
    await editor().getByRole('button', { name: 'Link' }).click();
    await expectFocused(editor().getByLabel('Address'));
    await editor().getByLabel('Address').fill('https://example.org/typed');
    await app.page.locator('.react-flow__pane').click({ position: { x: 20, y: 300 } });
    await expectOnBoard();
    await node('One').locator('.link', { hasText: 'It begins.' }).waitFor();
  });

  test('what was just typed is saved when the project is left by its shortcut', async () => {
    await writeFirst();
    await press('Enter');
    await expectFocused(text('Title'));
    await type(' more');
    await press('Alt+Home');
    await app.page.getByRole('row', { name: new RegExp(`^Writing ${count}\\b`) }).dblclick();
    await node('One more').waitFor();
    expect(await editor().count()).toBe(0);
    expect(await app.page.getByRole('alertdialog').count()).toBe(0);
  });
});

describe('with the pointer', () => {
  test('a double click on the text of a card puts the caret there, elsewhere on it into its title', async () => {
    await writeFirst();
    await doubleClick(node('One').locator('.item-text'));
    await expectFocused(text('Content'));
    await type(' And ends.');
    await app.screenshot('writing-content');
    await press('Escape');
    await node('One').getByText('It begins. And ends.').waitFor();
    await doubleClick(node('One').locator('h3'));
    await expectFocused(text('Title'));
    const { x, y } = await centerOf(node('One'));
    await app.page.mouse.click(x, y + 300);
    await editor().waitFor({ state: 'detached' });
  });

  test('labels and notes are edited in place', async () => {
    await writeFirst();
    await press('Control+Enter');
    await expectFocused(text('Title'));
    await press('Escape');
    const middle = await middleOf(edges().first());
    await app.page.mouse.dblclick(middle.x, middle.y);
    await expectFocused(text('Label'));
    await type('Go through');
    await press('Enter');
    await expectOnBoard();
    await app.page.locator('.connection-label', { hasText: 'Go through' }).dblclick();
    await expectFocused(text('Label'));
    await type(' the gate');
    await press('Escape');
    await app.page.locator('.connection-label', { hasText: 'Go through the gate' }).waitFor();
    await press('Alt+Shift+t');
    await expectFocused(text('Content'));
    await type('Remember this.');
    await press('Escape');
    await nodes().getByText('Remember this.').waitFor();
  });
});

describe('while something changes elsewhere', () => {
  test('the caret stays where it is when others change the text, move the card or add cards', async () => {
    await writeFirst();
    await press('Enter');
    await press('Tab');
    await expectFocused(text('Content'));
    await press('ArrowLeft');
    await expect.poll(beforeCaret).toBe('It begins');
    const { change } = await elsewhere();
    await change({ x: 60, y: 90 });
    await change({ content: { en: { text: '<p>Once more. It begins.</p>' } } });
    await expect.poll(() => text('Content').textContent()).toBe('Once more. It begins.');
    await expect.poll(beforeCaret).toBe('Once more. It begins');
    await type(' now');
    await press('Escape');
    await node('One').getByText('Once more. It begins now.').waitFor();
  });

  test('a card that is deleted elsewhere leaves the keyboard on the board', async () => {
    await writeFirst();
    await press('Enter');
    await expectFocused(text('Title'));
    await (await elsewhere()).remove();
    await expectOnBoard();
  });
});

describe('scripts of the world', () => {
  test('text of an input method is composed on the card, and Enter ends the composition instead of the title', async () => {
    await board().focus();
    await press('e');
    await expectFocused(text('Title'));
    const cdp = await app.page.context().newCDPSession(app.page);
    await cdp.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await cdp.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await expect.poll(() => text('Title').textContent()).toBe('にほん');
    // As an input method reports its keys.
    await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 });
    await cdp.send('Input.insertText', { text: '日本' });
    await cdp.detach();
    await expectFocused(text('Title'));
    await press('Enter');
    await expectFocused(text('Content'));
    await press('Escape');
    await node('日本').waitFor();
  });

  test('a change that arrives during a composition does not end it', async () => {
    await writeFirst();
    await press('Enter');
    await expectFocused(text('Title'));
    const { change } = await elsewhere();
    const cdp = await app.page.context().newCDPSession(app.page);
    await cdp.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await expect.poll(() => text('Title').textContent()).toBe('Oneに');
    await change({ content: { en: { text: '<p>Changed.</p>' } } });
    await nodes().getByText('Changed.').waitFor({ state: 'attached' });
    await cdp.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await cdp.send('Input.insertText', { text: '日本' });
    await cdp.detach();
    await expect.poll(() => text('Title').textContent()).toBe('One日本');
    await press('Escape');
    await node('One日本').waitFor();
  });

  test('a right-to-left text begins at the right, in the editor as on the card', async () => {
    await board().focus();
    await press('e');
    await expectFocused(text('Title'));
    await type('שער');
    await press('Tab');
    await type('השער נפתח לאט.');
    const startOf = (each: Locator) =>
      each.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const [words, around] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
        return words.left - around.left > around.right - words.right ? 'right' : 'left';
      });
    expect(await startOf(text('Content').locator('p'))).toBe('right');
    await app.screenshot('writing-right-to-left');
    await press('Escape');
    await node('שער').waitFor();
    expect(await startOf(nodes().locator('.item-text p'))).toBe('right');
  });
});

test('at any zoom the editor can be read, in light and dark, without a fault of accessibility', async () => {
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
  await writeFirst();
  const sizeOnScreen = () =>
    text('Content').evaluate((field: HTMLElement) => {
      const scale = field.getBoundingClientRect().width / field.offsetWidth;
      return Number.parseFloat(getComputedStyle(field).fontSize) * scale;
    });
  const details = { 0: 'near', 4: 'near', 9: 'overview' } as const;
  for (const steps of [0, 4, 9] as const) {
    await board().focus();
    await press('Alt+0');
    for (let step = 0; step < steps; step++) await press('Alt+-');
    await expect.poll(() => board().getAttribute('data-detail')).toBe(details[steps]);
    await press('Enter');
    await press('Tab');
    await expectFocused(text('Content'));
    await expect.poll(sizeOnScreen).toBeGreaterThan(10.9);
    await expectAccessible(app, `writing ${steps}`);
    expect(await board().getAttribute('data-detail')).toBe(details[steps]);
    await press('Escape');
    await expectOnBoard();
  }
});

describe('typing on a selected item', () => {
  /** The items of the board, by kind and text. */
  const items = () => nodes().count();
  const click = async (target: Locator) => {
    const { x, y } = await centerOf(target);
    await app.page.mouse.click(x, y);
    await expectFocused(board());
  };

  test('starts editing the text of a card, and no character is a shortcut', async () => {
    await writeFirst();
    await press('Escape');
    await click(node('One'));
    await type('The end, not 1-2 more?');
    await expectFocused(text('Content'));
    await expect.poll(() => text('Content').textContent()).toBe('It begins.The end, not 1-2 more?');
    expect([await items(), await board().getAttribute('data-tool')]).toEqual([1, 'select']);
    await press('Escape');
    await expectOnBoard();
    await node('One').getByText('It begins.The end, not 1-2 more?').waitFor();
    const shown = () => node('One').locator('.item-text').textContent();
    // There is more than one step if the typing was slow enough for a pause.
    for (let before = await shown(); before !== 'It begins.'; before = await shown()) {
      await press('Control+z');
      await expect.poll(shown).not.toBe(before);
    }
  });

  test('then Ctrl+End stays in the text of the card', async () => {
    await writeFirst();
    await press('Escape');
    await click(node('One'));
    await type('x');
    await expectFocused(text('Content'));
    await press('Control+End');
    await expectFocused(text('Content'));
    await type('z');
    await expect.poll(() => text('Content').textContent()).toBe('It begins.xz');
    await press('Escape');
    await expectOnBoard();
  });

  test('starts editing a note, a label, a condition and the title of a frame', async () => {
    await board().focus();
    for (const [key, name, words] of [
      ['n', 'Content', 'Remember the end'],
      ['b', 'Condition 1', 'eend > 1'],
      ['f', 'Title', 'The end of it'],
    ] as const) {
      await press(key);
      await expectFocused(text(name));
      await press('Escape');
      await expectOnBoard();
      const before = await items();
      await type(words);
      await expectFocused(text(name));
      await expect.poll(() => text(name).textContent()).toBe(words);
      expect(await items()).toBe(before);
      await press('Escape');
      await expectOnBoard();
      await press('Escape');
    }
    await writeFirst();
    await press('Control+Enter');
    await expectFocused(text('Title'));
    await press('Escape');
    await expectOnBoard();
    const middle = await middleOf(edges().first());
    await app.page.mouse.click(middle.x, middle.y);
    await type('Be careful');
    await expectFocused(text('Label'));
    await press('Escape');
    await app.page.locator('.connection-label', { hasText: 'Be careful' }).waitFor();
  });

  test('composes with an input method on the card', async () => {
    await writeFirst();
    const cdp = await app.page.context().newCDPSession(app.page);
    await cdp.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await app.page.locator('.composed-text', { hasText: 'に' }).waitFor();
    await cdp.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    // As an input method reports its keys.
    await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 });
    expect(await editor().count()).toBe(0);
    await app.screenshot('writing-composed-on-card');
    await cdp.send('Input.insertText', { text: '日本' });
    await cdp.detach();
    await expectFocused(text('Content'));
    await expect.poll(() => text('Content').textContent()).toBe('It begins.日本');
    expect(await app.page.locator('.composed-text').count()).toBe(0);
    await press('Escape');
    await node('One').getByText('It begins.日本').waitFor();
  });

  test('Space and shortcuts with a modifier still act on the board, and with several items selected letters do nothing', async () => {
    await writeFirst();
    await press('Space');
    await press('Control+d');
    await expect.poll(items).toBe(2);
    expect(await editor().count()).toBe(0);
    await press('Control+a');
    await type('eenb');
    await press('Control+d');
    await expect.poll(items).toBe(4);
    expect(await editor().count()).toBe(0);
  });
});
