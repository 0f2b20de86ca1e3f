/** [Targets] A folder that another program replaces by a link during a delivery gets nothing, and neither does the folder behind the link. */
import { existsSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolderForFile } from '../../../new-folder.ts';
import { hasFolderLinks } from '../../../system-abilities.ts';
import { openBench, pathOf } from '../bench.ts';
import { FaultyDisk } from '../faulty-disk.ts';
import { gameProject, textAt } from '../game.ts';

/** More than the calls of a delivery of one file, so that a link appears before each of them. */
const calls = 12;

test.runIf(hasFolderLinks && process.platform === 'linux')('whenever a folder becomes a link, nothing is written behind it', async () => {
  let swaps = 0;
  for (const swapped of ['.', 'Assets', 'Assets/Arcweave', '.taleport~'])
    for (let nth = 1; nth <= calls; nth += 1) {
      const disk = new FaultyDisk();
      const bench = await openBench({ disk });
      const folder = gameProject('unity', join(newFolderForFile(), 'game'));
      const { id } = await bench.targets.add({ hash: 'castle', folder });
      const outside = newFolderForFile();
      const original = join(folder, swapped);
      let left = nth;
      disk.before = () => {
        left -= 1;
        if (left !== 0 || !existsSync(original)) return;
        renameSync(original, `${original}-moved`);
        symlinkSync(outside, original, 'junction');
        swaps += 1;
      };
      bench.story.text = 'Another text';
      bench.story.version += 1;
      await bench.targets.run({ id }).catch(() => undefined);
      disk.before = () => undefined;
      expect(readdirSync(outside, { recursive: true }), `${swapped} before call ${nth}`).toEqual([]);
      if (existsSync(`${original}-moved`)) {
        rmSync(original);
        renameSync(`${original}-moved`, original);
      }
      await bench.targets.run({ id });
      expect(textAt(folder, pathOf.unity)).toBe(bench.story.bytes());
      await bench.targets.close();
    }
  expect(swaps).toBeGreaterThan(calls);
});
