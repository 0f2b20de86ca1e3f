/** The packed app, with its native module and its worker inside the asar, completes the main workflow. */
import { rmSync } from 'node:fs';
import { describe, test } from 'vitest';
import { launchApp } from './app.ts';
import { createGameFolder } from './game-folders.ts';
import { runMainWorkflow } from './main-workflow.ts';

describe('the packed app', () => {
  // Packing takes long: `npm test` does it under CI only, and reports when it was skipped.
  test.runIf(process.env.TALEPORT_PACKED)('completes the main workflow', async () => {
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
