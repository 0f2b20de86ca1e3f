/** The main job, for each engine, in the window and in the browser shell. */
import { rmSync } from 'node:fs';
import { describe, test } from 'vitest';
import { openApp } from './app.ts';
import { type GameEngine, gameFolders, newGame } from './game-folders.ts';
import { mainJob } from './main-job.ts';

describe('the main job', () => {
  test.each(Object.keys(gameFolders) as GameEngine[])('a story comes in, an edit, and the %s folder follows', async (engine) => {
    const game = newGame(engine);
    const app = await openApp();
    try {
      await mainJob(app, game, engine);
    } finally {
      await app.close();
      rmSync(game.folder, { recursive: true });
    }
  });
});
