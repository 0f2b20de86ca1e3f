/**
 * The window in the pseudo-language, which accents every letter of a message and makes every text 40 % longer. Plain English in a view is
 * then not in the catalogue, and what does not fit would not fit in another language. The story is written in Cyrillic, so that the
 * writer's words are not mistaken for the window's.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../root.ts';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { visitDialogs, visitProjectList, visitSettings, visitStory } from './every-view.ts';
import { findMisfits } from './misfits.ts';

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

/** Texts in plain letters: visible ones, and those for screen readers. */
const findPlainTexts = (): Promise<string[]> =>
  app.page.evaluate(() => {
    // Proper names, dates, and the texts of React Aria, which are in the language of the system.
    const names =
      /\b(?:Taleport|Unity|Unreal|Godot|JSON|Arcweave|REST|API|CSS|[KMG]?B|PNG|JPEG|WAV|MP3|SVG|WebP|Owner|English|Deutsch|Dismiss|Collapse|Expand|Ctrl|Alt|Shift|https?|localhost|\d{1,2} [A-Z][a-z]{2,4} \d{4})\b/g;
    // Variables, files and folders of the story.
    const variables = /(?:[\\/][\w.-]+)+|\b(?:oil|trust|[\w-]+[._]\w+)\b/g;
    const own = 'kbd, code, pre, input, textarea, .cm-editor, [contenteditable="true"], [data-own], script, style, iframe';
    const found = new Set<string>();
    // Elements of libraries that are only for screen readers are one pixel in size.
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
      if (isSeen(element) && !element.closest('[data-own]'))
        for (const name of ['aria-label', 'title', 'placeholder']) {
          const text = element.getAttribute(name);
          // Examples in fields are code, paths and names; the name of a language comes from the system.
          if (text !== null && !(name === 'placeholder' && /[/_>]|^\S{1,3}$|^German$/.test(text))) judge(name, text);
        }
    return [...found];
  });

async function faults(width: number): Promise<string[]> {
  await app.page.setViewportSize({ width, height: 860 });
  return [...(await findPlainTexts()), ...(await findMisfits(app.page))];
}

/** The faults in all views of one test, so that a run lists everything that must be fixed. */
let all: string[] = [];
beforeEach(() => {
  all = [];
});
afterEach(() => expect(all).toEqual([]));

async function judged(view: string): Promise<void> {
  for (const width of [1360, 1000]) {
    const found = await faults(width);
    if (found.length > 0) await app.screenshot(`pseudo-${view}-${width}`);
    all.push(...found.map((fault) => `${view} at ${width}: ${fault}`));
  }
  await app.page.setViewportSize({ width: 1360, height: 860 });
}

describe('in a pseudo-language', () => {
  test('the list of projects', () => visitProjectList(app.page, judged));
  test('the settings', () => visitSettings(app.page, judged));
  test('the story', () => visitStory(app.page, judged));
  test('the dialogs of the story', () => visitDialogs(app.page, judged));
});
