// `npm run screenshot`: takes the screenshots of the README from the running app, with a generated story and game folder.
import { mkdirSync, rmSync } from 'node:fs';
import { launchApp } from '../test/e2e/app.ts';
import { createGameFolder } from '../test/e2e/game-folders.ts';
import { buildIfStale } from './build.mjs';
import { findChromium } from './find-chromium.mjs';
import { repoPath } from './paths.mjs';

const chromium = findChromium();
if (!chromium) throw new Error('The pictures are drawn by a Chromium, and there is none.');
process.env.TALEPORT_CHROMIUM = chromium;
const wrong = await buildIfStale();
if (wrong) throw new Error(wrong);

const images = repoPath('docs', 'images');
mkdirSync(images, { recursive: true });
const game = createGameFolder('godot');
const app = await launchApp();
const { page } = app;
page.setDefaultTimeout(10_000);
try {
  await draw();
} finally {
  await app.close();
  rmSync(game.folder, { recursive: true });
}

async function draw() {
  await page.getByRole('button', { name: 'New project' }).first().click();
  await page.getByRole('dialog').getByRole('option', { name: 'Game' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.locator('.react-flow__node').first().waitFor();
  await page.getByRole('button', { name: 'No target yet' }).click();
  await page.getByRole('button', { name: 'Add a target' }).first().click();
  await page.getByRole('dialog').getByLabel('Folder', { exact: true }).fill(game.folder);
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
