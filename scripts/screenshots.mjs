// `npm run screenshots`: pictures from the running app. Those of the README, with a generated story and game folder, are written to docs/images; those of
// every view, which are there to be looked at, to out-test/screenshots: in each language, scheme, width and size of story at least once.

import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchApp } from '../test/e2e/app.ts';
import { createBackendCall } from '../test/e2e/backend-call.ts';
import { visitDialogs, visitProjectList, visitSettings, visitStory } from '../test/e2e/every-view.ts';
import { createGameFolder } from '../test/e2e/game-folders.ts';
import { createLargeStory } from '../test/e2e/large-story.ts';
import { switchLanguage } from '../test/e2e/switch-language.ts';
import { buildIfStale } from './build.mjs';
import { readCommandLine } from './command-line.mjs';
import { findChromium } from './find-chromium.mjs';
import { repoPath } from './paths.mjs';

readCommandLine('npm run screenshots', {});
const chromium = findChromium();
if (!chromium) throw new Error('The pictures are drawn by a Chromium, and there is none.');
process.env.TALEPORT_CHROMIUM = chromium;
const wrong = await buildIfStale();
if (wrong) throw new Error(wrong);

const images = repoPath('docs', 'images');
const views = repoPath('out-test', 'screenshots');
rmSync(views, { recursive: true, force: true });
for (const folder of [images, views]) mkdirSync(folder, { recursive: true });

/** More would not be looked at. */
const maxPictures = 150;
/** The palette is drawn with a story open, where it has more commands. */
const drawnElsewhere = new Set(['palette-of-the-list']);
/** Each visits every view: every size of story, language, width and scheme with every view. */
const passes = /** @type {const} */ ([
  { cards: 1, language: 'en', width: 1100, colorScheme: 'light' },
  { cards: 300, language: 'de', width: 1440, colorScheme: 'dark' },
  { cards: 10_000, language: 'ja', width: 1920, colorScheme: 'light' },
]);

await drawReadme();
let pictures = 0;
for (const pass of passes) pictures += await drawEveryView(pass);
if (pictures > maxPictures) throw new Error(`There are ${pictures} pictures, but ${maxPictures} at most can be looked at.`);

async function drawReadme() {
  const game = createGameFolder('godot');
  const app = await launchApp();
  app.page.setDefaultTimeout(10_000);
  try {
    await draw(app.page, game.folder);
  } finally {
    await app.close();
    rmSync(game.folder, { recursive: true });
  }
}

/**
 * Returns the number of pictures.
 * @param {{ cards: number, language: string, width: number, colorScheme: 'light' | 'dark' }} pass
 */
async function drawEveryView({ cards, language, width, colorScheme }) {
  const app = await launchApp();
  const { page } = app;
  try {
    const text = JSON.stringify(createLargeStory(cards, `A story of ${cards}`, 3));
    await createBackendCall(app)('project.import', { source: { text, fileName: 'story.json' } });
    await switchLanguage(page, language);
    await page.setViewportSize({ width, height: Math.round(width * 0.6) });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    /** @type {Set<string>} */
    const taken = new Set();
    /** @type {Set<string>} */
    const dialogs = new Set();
    /** @param {string} view */
    const judge = async (view) => {
      if (drawnElsewhere.has(view)) return;
      await page.evaluate(waitForQuiet);
      // Dialogs with a key of their own are opened by the menu, too.
      const dialog = await page.evaluate(() => document.querySelector('.dialog-sheet .dialog-title')?.textContent);
      if (dialog && view.startsWith('menu-of') && dialogs.has(dialog)) return;
      if (dialog) dialogs.add(dialog);
      const picture = await page.screenshot();
      const content = createHash('sha256').update(picture).digest('hex');
      // Some views are reached in two ways.
      if (taken.has(content)) return;
      taken.add(content);
      const name = [String(taken.size).padStart(2, '0'), view, language, width, colorScheme, cards].join('-');
      writeFileSync(join(views, `${name}.png`), picture);
    };
    for (const visit of [visitProjectList, visitSettings, visitStory, visitDialogs]) await visit(page, judge);
    if (cards > 20) await visitLargeBoard(page, judge);
    return taken.size;
  } finally {
    await app.close();
  }
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} gameFolder
 */
async function draw(page, gameFolder) {
  await page.setViewportSize({ width: 1600, height: 1000 });
  await page.getByRole('button', { name: 'New project' }).first().click();
  await page.getByRole('dialog').getByRole('option', { name: 'Game' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.locator('.react-flow__node').first().waitFor();
  await page.getByRole('button', { name: 'No game folder yet' }).click();
  await page.getByRole('dialog').getByLabel('Folder', { exact: true }).fill(gameFolder);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Dismiss' }).click();
  // The dock leaves less room than the board had when it was opened.
  await page.locator('.board').focus();
  await page.keyboard.press('Alt+1');
  await page.getByRole('article', { name: 'Element You' }).first().click();
  await page.getByRole('button', { name: 'No problems' }).waitFor();
  // The folder is a temporary one of this computer. The picture shows one that a reader could have.
  await page.getByText(gameFolder, { exact: true }).evaluate((each) => {
    each.textContent = '/home/robin/games/orchard';
  });
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: repoPath('docs', 'images', scheme === 'light' ? 'board.png' : 'board-dark.png') });
  }
}

/** Until what the view loads is there: half a second without a change, or five seconds. */
async function waitForQuiet() {
  await new Promise((resolve) => {
    const giveUp = setTimeout(resolve, 5_000);
    const finish = () => {
      clearTimeout(giveUp);
      observer.disconnect();
      resolve(undefined);
    };
    let timer = setTimeout(finish, 500);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(finish, 500);
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

/**
 * A board on which not everything can be read at once, as it opens and as a whole.
 * @param {import('playwright-core').Page} page
 * @param {(view: string) => Promise<void>} judge
 */
async function visitLargeBoard(page, judge) {
  await page.keyboard.press('Control+k');
  await page.locator('.dialog-sheet').waitFor();
  await page.keyboard.type('Chapter 2');
  await page.locator('.dialog-sheet [role=option]', { hasText: 'Chapter 2' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.dialog-sheet').waitFor({ state: 'detached' });
  await page.locator('.board[data-ready]').waitFor();
  await page.locator('.board').focus();
  await judge('large-board');
  await page.keyboard.press('Alt+1');
  await judge('large-board-as-a-whole');
}
