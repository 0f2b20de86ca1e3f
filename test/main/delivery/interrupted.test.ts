/** What a killed process leaves in the folder of a target: nothing of it is written into, and whatever comes next completes or reverts it. */
import { existsSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { journalKey } from '../../../main/delivery/apply-plan.ts';
import { StagingFolder } from '../../../main/delivery/staging-folder.ts';
import { autoImportScript, autoImportScriptPath } from '../../../main/exporters/unity/auto-import-script.ts';
import { nodeDisk } from '../../../main/platform/disk.ts';
import { fingerprintOf } from '../../../main/platform/fingerprint.ts';
import { type Bench, openBench, pathOf } from './bench.ts';
import { emptyFolder, gameProject, put, textAt } from './game.ts';

const path = pathOf.unity;

async function pausedTarget(): Promise<{ bench: Bench; folder: string; id: string }> {
  const bench = await openBench();
  const folder = gameProject('unity');
  const { id } = await bench.targets.add({ hash: 'castle', folder });
  await bench.targets.changeSettings(id, { on: false });
  return { bench, folder, id };
}

/** A delivery that was killed after everything was staged and before the story was replaced. */
function leaveStagedStory({ bench, folder, id }: { bench: Bench; folder: string; id: string }, text: string): void {
  const was = fingerprintOf(Buffer.from(textAt(folder, path))).sha256;
  put(folder, `.taleport~/${id}/0`, text);
  const write = { path, staged: '0', ...fingerprintOf(Buffer.from(text)), was };
  bench.keyValueStore.put([{ id: journalKey(id), value: { writes: [write], removals: [] } }]);
}

describe('a delivery that was killed', () => {
  test('[Targets] its staged files, which can be second names of exported ones, are not written into', async () => {
    const folder = emptyFolder();
    put(folder, 'story.json', 'exported');
    for (const name of ['0', '1']) {
      const staged = join(folder, '.taleport~/target', name);
      mkdirSync(dirname(staged), { recursive: true });
      linkSync(join(folder, 'story.json'), staged);
    }
    const staging = new StagingFolder(nodeDisk, folder, 'target');
    await staging.write(Buffer.from('new'), null);
    writeFileSync(join(folder, 'asset'), 'x');
    await staging.copy(join(folder, 'asset'), 1, null, 'asset');
    expect(textAt(folder, 'story.json')).toBe('exported');
  });

  test('[Targets] no existing file is staged over', async () => {
    const folder = emptyFolder();
    put(folder, 'a', 'a');
    put(folder, 'b', 'b');
    await expect(nodeDisk.writeFile(join(folder, 'a'), Buffer.from('new'), null)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(nodeDisk.copyFile(join(folder, 'a'), join(folder, 'b'), null)).rejects.toMatchObject({ code: 'EEXIST' });
    expect([textAt(folder, 'a'), textAt(folder, 'b')]).toEqual(['a', 'b']);
  });

  test('[Targets] it is finished before an editor integration is turned on', async () => {
    const killed = await pausedTarget();
    leaveStagedStory(killed, 'finished');
    await killed.bench.targets.changeSettings(killed.id, { helper: autoImportScriptPath });
    expect(textAt(killed.folder, path)).toBe('finished');
    expect(textAt(killed.folder, autoImportScriptPath)).toBe(autoImportScript);
    expect(killed.bench.keyValueStore.get(journalKey(killed.id))).toBeUndefined();
  });

  test('[Targets] it is finished before the target and its editor integration are removed', async () => {
    const killed = await pausedTarget();
    await killed.bench.targets.changeSettings(killed.id, { helper: autoImportScriptPath });
    leaveStagedStory(killed, 'finished');
    await killed.bench.targets.remove(killed.id);
    expect(textAt(killed.folder, path)).toBe('finished');
    expect(existsSync(join(killed.folder, autoImportScriptPath))).toBe(false);
    expect(existsSync(join(killed.folder, '.taleport~'))).toBe(false);
  });
});
