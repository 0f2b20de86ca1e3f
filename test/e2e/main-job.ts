/**
 * The main job, by the screen: a project file comes in, its board is drawn, an element's text is typed, and the file in
 * a game folder changes by itself and holds the new text.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { realFiles } from '../real-files.ts';
import { type App, root } from './app.ts';
import type { newGame } from './game-folders.ts';
import { addTargetByScreen, askForImport, caretTo } from './steps.ts';

/** The real castle where it is there, else a sample of our own. */
const castle = realFiles().find(({ name }) => name === 'godot-2025-castle.json');
const story = castle?.path ?? join(root, 'samples', 'sample.json');

async function importByScreen(app: App, path: string): Promise<void> {
  await askForImport(app, path);
  await app.page.getByRole('button', { name: 'Go to the story' }).click();
  await app.page.locator('.react-flow__node').first().waitFor();
}

/** Types before what the first element on the board says, as a writer would. */
async function writeInElement({ page }: App, text: string): Promise<void> {
  await page
    .locator('.react-flow__node')
    .filter({ has: page.locator('article.element') })
    .first()
    .click();
  await caretTo({ page }, page.getByRole('textbox', { name: 'Content' }), 'Control+Home');
  await page.keyboard.type(`${text} `);
}

export async function mainJob(app: App, game: ReturnType<typeof newGame>, engine: string): Promise<void> {
  await importByScreen(app, story);
  await app.picture(`1-imported-${engine}`);
  await app.page.getByRole('button', { name: 'No target yet' }).click();
  await addTargetByScreen(app, game.folder);
  await expect.poll(() => existsSync(game.file), { timeout: 10_000 }).toBe(true);
  const before = readFileSync(game.file, 'utf8');
  const text = `The lamp is lit at last (${engine}).`;
  expect(before).not.toContain(text);
  await writeInElement(app, text);
  await expect.poll(() => readFileSync(game.file, 'utf8'), { timeout: 10_000 }).toContain(text);
  expect(JSON.parse(readFileSync(game.file, 'utf8')).startingElement).toBe(JSON.parse(before).startingElement);
  await app.picture(`2-edited-${engine}`);

  // Undo brings the old file back, byte for byte.
  const { mtimeMs } = statSync(game.file);
  await app.page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } });
  for (let step = 0; step < 40 && readFileSync(game.file, 'utf8') !== before; step++) {
    await app.page.keyboard.press('Control+z');
    await app.page.waitForFunction(() => true);
  }
  await expect.poll(() => readFileSync(game.file, 'utf8') === before, { timeout: 10_000 }).toBe(true);
  expect(statSync(game.file).mtimeMs).toBeGreaterThan(mtimeMs);
}
