// `npm run screenshots`: pictures from the running app. Those of the README, with a generated story and game folder, are written to docs/images; those of
// every view, which are there to be looked at, to out-test/screenshots: in each language, scheme, width and size of story at least once.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { launchApp } from '../test/e2e/app.ts';
import { createBackendCall } from '../test/e2e/backend-call.ts';
import { visitDialogs, visitProjectList, visitSettings, visitStory } from '../test/e2e/every-view.ts';
import { createGameFolder } from '../test/e2e/game-folders.ts';
import { createLargeStory } from '../test/e2e/large-story.ts';
import { switchLanguage } from '../test/e2e/switch-language.ts';
import { buildIfStale } from './build.mjs';
import { findChromium } from './find-chromium.mjs';
import { repoPath } from './paths.mjs';

const chromium = findChromium();
if (!chromium) throw new Error('The pictures are drawn by a Chromium, and there is none.');
process.env.TALEPORT_CHROMIUM = chromium;
const wrong = await buildIfStale();
if (wrong) throw new Error(wrong);

const images = repoPath('docs', 'images');
const views = repoPath('out-test', 'screenshots');
rmSync(views, { recursive: true, force: true });
for (const folder of [images, views]) mkdirSync(folder, { recursive: true });

/** Each pass visits every view. */
const passes = /** @type {const} */ ([
  { cards: 1, language: 'en', width: 1100, colorScheme: 'light' },
  { cards: 300, language: 'de', width: 1440, colorScheme: 'dark' },
  { cards: 10_000, language: 'ja', width: 1920, colorScheme: 'light' },
]);

await drawReadme();
for (const pass of passes) await drawEveryView(pass);

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

/** @param {(typeof passes)[number]} pass */
async function drawEveryView({ cards, language, width, colorScheme }) {
  const app = await launchApp();
  const { page } = app;
  try {
    const text = JSON.stringify(createLargeStory(cards, `A story of ${cards}`, 3));
    await createBackendCall(app)('project.import', { source: { text, fileName: 'story.json' } });
    await switchLanguage(page, language);
    await page.setViewportSize({ width, height: Math.round(width * 0.6) });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    let number = 0;
    /** @param {string} view */
    const judge = async (view) => {
      number++;
      const name = [String(number).padStart(2, '0'), view, language, width, colorScheme, cards].join('-');
      await page.screenshot({ path: join(views, `${name}.png`) });
    };
    for (const visit of [visitProjectList, visitSettings, visitStory, visitDialogs]) await visit(page, judge);
    if (cards > 10) await visitLargeBoard(page, judge);
  } finally {
    await app.close();
  }
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} gameFolder
 */
async function draw(page, gameFolder) {
  await page.getByRole('button', { name: 'New project' }).first().click();
  await page.getByRole('dialog').getByRole('option', { name: 'Game' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.locator('.react-flow__node').first().waitFor();
  await page.getByRole('button', { name: 'No target yet' }).click();
  await page.getByRole('button', { name: 'Add a target' }).first().click();
  await page.getByRole('dialog').getByLabel('Folder', { exact: true }).fill(gameFolder);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('article', { name: 'Element You' }).first().click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: /zoom in/i }).click();
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: repoPath('docs', 'images', scheme === 'light' ? 'board.png' : 'board-dark.png') });
  }
}

/**
 * A board on which not everything can be read at once, as it opens and as a whole.
 * @param {import('playwright-core').Page} page
 * @param {(view: string) => Promise<void>} judge
 */
async function visitLargeBoard(page, judge) {
  await page.keyboard.press('Alt+b');
  await page.getByRole('row', { name: 'Chapter 2' }).click();
  await page.locator('.board[data-ready]').waitFor();
  await page.locator('.board').focus();
  await judge('large-board');
  await page.keyboard.press('1');
  await judge('large-board-as-a-whole');
}
