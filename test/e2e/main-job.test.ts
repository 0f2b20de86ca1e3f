/** The main job, for each engine, in the window and in the browser shell. */
import { rmSync } from 'node:fs';
import { describe, test } from 'vitest';
import { launchApp } from './app.ts';
import { createGameFolder, type GameEngine, gameFolders } from './game-folders.ts';
import { runMainWorkflow } from './main-workflow.ts';

describe('the main job', () => {
  test.each(Object.keys(gameFolders) as GameEngine[])('a story comes in, an edit, and the %s folder follows', async (engine) => {
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
