/**
 * The window in a language that nobody speaks: every letter of its own accented, every text 40 % longer. What a view shows in plain
 * English then is not in the catalogue, and what does not fit now would not fit in another language. The story is written in Russian
 * letters, so that the writer's words are told from the window's.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchApp, root, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';

let app: TestApp;

/** Keeps markup, identifiers and numbers; other letters become Russian ones. */
const russian = (text: string): string =>
  text.replace(/<[^>]*>|&\w+;|[A-Za-z]/g, (part) => (part.length > 1 ? part : ('жшщюя'[part.charCodeAt(0) % 5] ?? '')));

function inRussian(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => inRussian(each, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inRussian(each, name)]));
  return typeof value === 'string' && ['name', 'title', 'content', 'label', 'text'].includes(key) ? russian(value) : value;
}

beforeAll(async () => {
  app = await launchApp();
  const story = JSON.parse(readFileSync(join(root, 'samples', 'sample.json'), 'utf8')) as Record<string, unknown>;
  const { variables, ...rest } = story;
  // Names of variables are identifiers.
  const text = JSON.stringify({ ...(inRussian(rest) as Record<string, unknown>), variables });
  await createBackendCall(app)('project.import', { source: { text, fileName: 'story.json' } });
  // As another window of the browser changes it: the catalogue is loaded without a reload.
  await app.page.evaluate(() => {
    localStorage.setItem('taleport.language', 'pseudo');
    dispatchEvent(new StorageEvent('storage', { key: 'taleport.language', newValue: 'pseudo' }));
  });
  await app.page.locator('.project-list [data-hash]').first().waitFor();
});
afterAll(() => app.close());

/** What is seen and said in plain letters, and what does not fit. */
async function faults(width: number): Promise<string[]> {
  await app.page.setViewportSize({ width, height: 860 });
  return app.page.evaluate(() => {
    // Proper names, and what React Aria says in the language of the system.
    const names =
      /\b(?:Taleport|Unity|Unreal|Godot|JSON|Arcweave|REST|API|CSS|[KMG]?B|PNG|JPEG|WAV|MP3|SVG|WebP|Owner|English|Dismiss|Collapse|Expand|Ctrl|Alt|Shift|https?|localhost)\b/g;
    // Variables, files and folders of the story.
    const variables = /(?:[\\/][\w.-]+)+|\b(?:oil|trust|[\w-]+[._]\w+)\b/g;
    const own =
      'kbd, code, pre, input, textarea, .cm-editor, [contenteditable="true"], [data-own], script, style, iframe, .react-flow__attribution';
    const found = new Set<string>();
    // What is only for screen readers and made by others is a pixel in size.
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getBoundingClientRect().width > 1;
    const judge = (what: string, text: string) => {
      if (/[A-Za-z]{2}/.test(text.replace(names, '').replace(variables, ''))) found.add(`${what}: ${text.trim().slice(0, 80)}`);
    };
    const topmost = [...document.querySelectorAll('.dialog-sheet')].at(-1) ?? document.body;
    const texts = document.createTreeWalker(topmost, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, data } = texts.currentNode as Text;
      if (parentElement && !parentElement.closest(own) && isSeen(parentElement)) judge('text', data);
    }
    for (const element of topmost.querySelectorAll('[aria-label], [title], [placeholder]'))
      if (isSeen(element) && !element.closest('[data-own], .react-flow__attribution'))
        for (const name of ['aria-label', 'title', 'placeholder']) {
          const text = element.getAttribute(name);
          // Examples in fields are code, paths and names.
          if (text !== null && !(name === 'placeholder' && /[/_>]|^\S{1,3}$/.test(text))) judge(name, text);
        }
    const shown = (element: Element) => `${element.className || element.tagName}: ${(element.textContent ?? '').slice(0, 60)}`;
    for (const element of topmost.querySelectorAll('*')) {
      if (
        !(element instanceof HTMLElement) ||
        !isSeen(element) ||
        element.closest('.react-flow__viewport, .visually-hidden, .react-aria-VisuallyHidden')
      )
        continue;
      const { overflowX, textOverflow, position, clip } = getComputedStyle(element);
      const { left, right, width } = element.getBoundingClientRect();
      if (width === 0 || (position === 'absolute' && clip !== 'auto')) continue;
      const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
      if (hasText && (right > innerWidth + 1 || left < -1) && !element.closest('[data-scrolls]'))
        found.add(`out of the window: ${shown(element)}`);
      if (hasText && element.scrollWidth > element.clientWidth + 1 && ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis')
        found.add(`cut off: ${shown(element)}`);
      if (
        /button/.test(element.className) &&
        element.tagName === 'BUTTON' &&
        element.scrollWidth > element.clientWidth + 1 &&
        overflowX === 'visible'
      )
        found.add(`wider than its button: ${shown(element)}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.add(`the page scrolls: ${document.documentElement.scrollWidth}`);
    return [...found];
  });
}

/** Of all views of one test, so that a run names all that is to mend. */
let all: string[] = [];
beforeEach(() => {
  all = [];
});
afterEach(() => expect(all).toEqual([]));

async function judged(view: string): Promise<void> {
  for (const width of [1360, 1000]) {
    const found = await faults(width);
    await app.screenshot(`pseudo-${view}-${width}`);
    all.push(...found.map((fault) => `${view} at ${width}: ${fault}`));
  }
}

const press = (keys: string) => app.page.keyboard.press(keys);
const dialog = () => app.page.locator('.dialog-sheet').last();

async function closeDialog(): Promise<void> {
  await press('Escape');
  await app.page.locator('.dialog-sheet').waitFor({ state: 'detached' });
}

describe('in a pseudo-language', () => {
  test('the list of projects', async () => {
    await judged('projects');
    for (const [keys, name] of [
      ['Alt+n', 'new-project'],
      ['Alt+o', 'import'],
      ['Control+k', 'palette-of-the-list'],
    ] as const) {
      await press(keys);
      await dialog().waitFor();
      await judged(name);
      await closeDialog();
    }
  });

  test('the settings', async () => {
    await press('Alt+s');
    await dialog().locator('.settings-tab').first().waitFor();
    for (const at of (await dialog().locator('.settings-tab').all()).keys()) {
      await dialog().locator('.settings-tab').nth(at).click();
      await judged(`settings-${at + 1}`);
    }
    await closeDialog();
  });

  test('the story', async () => {
    const { page } = app;
    await page.locator('.project-list [data-hash]').first().dblclick();
    await page.locator('.board[data-ready]').waitFor();
    await judged('board');
    for (const kind of ['article.element', '.jumper', '.branch', '.note']) {
      const item = page
        .locator('.react-flow__node')
        .filter({ has: page.locator(kind) })
        .first();
      if ((await item.count()) === 0) continue;
      await page.setViewportSize({ width: 1360, height: 860 });
      await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } });
      await press('1');
      await item.click({ position: { x: 8, y: 8 } });
      await judged(`inspector-of-${kind.replace(/\W/g, '-')}`);
    }
    for (const [keys, name] of [
      ['Alt+c', 'components'],
      ['Alt+a', 'assets'],
      ['Alt+b', 'boards'],
      ['Alt+t', 'targets'],
      ['Alt+k', 'comments'],
      ['Alt+p', 'play'],
    ] as const) {
      await press(keys);
      await judged(name);
    }
    for (const keys of ['Alt+t', 'Alt+k', 'Alt+p', 'Alt+b']) await press(keys);
    await press('Alt+l');
    await page.locator('.list-body [role=row]').first().waitFor();
    await judged('list');
    await press('Alt+l');
  });

  test('the dialogs of the story', async () => {
    const { page } = app;
    for (const [keys, name] of [
      ['Alt+v', 'variables'],
      ['F1', 'keys'],
      ['Control+f', 'find'],
      ['Control+Shift+f', 'replace'],
      ['Control+k', 'palette'],
      ['Alt+Shift+c', 'new-component'],
      ['Alt+Shift+n', 'new-folder'],
      ['Control+Shift+s', 'export-to-a-file'],
      ['Alt+Shift+l', 'translations'],
    ] as const) {
      await press(keys);
      await dialog().waitFor();
      await judged(name);
      await closeDialog();
    }
    // What has no key of its own, by the menu of the project.
    const menu = () => page.locator('.header-project button');
    await menu().click();
    const count = await page.getByRole('menuitem').count();
    await press('Escape');
    for (let at = 0; at < count; at++) {
      await menu().click();
      await judged(`menu-of-the-project`);
      await page.getByRole('menuitem').nth(at).click();
      await dialog().waitFor();
      await judged(`menu-of-the-project-${at + 1}`);
      await closeDialog();
    }
    await page.setViewportSize({ width: 1360, height: 860 });
  });
});
