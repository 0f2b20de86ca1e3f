/** The main workflow for each engine, in the desktop window and in the browser shell. */
import { rmSync } from 'node:fs';
import { describe, test } from 'vitest';
import { launchApp } from './app.ts';
import { createGameFolder, type GameEngine, gameFolders } from './game-folders.ts';
import { runMainWorkflow } from './main-workflow.ts';

describe('the main workflow', () => {
  test.each(Object.keys(gameFolders) as GameEngine[])('a story is imported and edited, and the %s folder is updated', async (engine) => {
    const game = createGameFolder(engine);
    const app = await launchApp();
    try {
      await runMainWorkflow(app, game, engine);
    } finally {
      await app.close();
      rmSync(game.folder, { recursive: true });
    }
  });
});
