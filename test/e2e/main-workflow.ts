/**
 * The main workflow in the window: a project file is imported, its board is shown, an element's text is edited, and the file in
 * a game folder is updated automatically with the new text.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readHostedExports } from '../hosted-exports.ts';
import { root } from '../root.ts';
import type { TestApp } from './app.ts';
import type { createGameFolder } from './game-folders.ts';
import { addTarget, moveCaretTo, startImport } from './user-steps.ts';

/** The real castle file if present, otherwise one of our samples. */
const castle = readHostedExports().find(({ name }) => name === 'godot-2025-castle.json');
const defaultStory = castle?.path ?? join(root, 'samples', 'sample.json');

async function importStory(app: TestApp, path: string): Promise<void> {
  await startImport(app, path);
  await app.page.getByRole('button', { name: 'Open project' }).click();
  await app.page.locator('.react-flow__node').first().waitFor();
}

/** Types at the start of the first element on the board. */
async function typeInFirstElement({ page }: TestApp, text: string): Promise<void> {
  await page
    .locator('.react-flow__node')
    .filter({ has: page.locator('article.element') })
    .first()
    .click();
  await moveCaretTo({ page }, page.getByRole('textbox', { name: 'Content' }), 'Control+Home');
  await page.keyboard.type(`${text} `);
}

export async function runMainWorkflow(
  app: TestApp,
  game: ReturnType<typeof createGameFolder>,
  engine: string,
  story = defaultStory,
): Promise<void> {
  await importStory(app, story);
  await app.screenshot(`1-imported-${engine}`);
  await addTarget(app, game.folder);
  await expect.poll(() => existsSync(game.file)).toBe(true);
  const before = readFileSync(game.file, 'utf8');
  const text = `The lamp is lit at last (${engine}).`;
  expect(before).not.toContain(text);
  await typeInFirstElement(app, text);
  await expect.poll(() => readFileSync(game.file, 'utf8')).toContain(text);
  expect(JSON.parse(readFileSync(game.file, 'utf8')).startingElement).toBe(JSON.parse(before).startingElement);
  await app.screenshot(`2-edited-${engine}`);

  // Undo restores the old file, byte for byte.
  const { mtimeMs } = statSync(game.file);
  await app.page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } });
  for (let step = 0; step < 40 && readFileSync(game.file, 'utf8') !== before; step++) {
    await app.page.keyboard.press('Control+z');
    await app.page.waitForFunction(() => true);
  }
  await expect.poll(() => readFileSync(game.file, 'utf8') === before).toBe(true);
  expect(statSync(game.file).mtimeMs).toBeGreaterThan(mtimeMs);
}
