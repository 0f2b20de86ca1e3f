/** The packed app, with its native module and its worker inside the asar, does the main job once more. */
import { rmSync } from 'node:fs';
import { describe, test } from 'vitest';
import { launchApp } from './app.ts';
import { createGameFolder } from './game-folders.ts';
import { runMainWorkflow } from './main-workflow.ts';

describe('the packed app', () => {
  // Packing takes a while: `npm test` does it under CI only, and says so where it did not.
  test.runIf(process.env.TALEPORT_PACKED)('does the main job once more', async () => {
    const game = createGameFolder('godot');
    const app = await launchApp({ packed: true });
    try {
      await runMainWorkflow(app, game, 'godot');
    } finally {
      await app.close();
      rmSync(game.folder, { recursive: true });
    }
  });
});
