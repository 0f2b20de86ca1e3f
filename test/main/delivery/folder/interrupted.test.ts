/** What a killed process leaves in the folder of a target: the next job completes or reverts it before anything else is written. */

import { existsSync, linkSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { journalKey } from '../../../../main/delivery/folder/apply-plan.ts';
import { StagingFolder } from '../../../../main/delivery/folder/staging-folder.ts';
import { autoImportScript, autoImportScriptPath } from '../../../../main/exporters/unity/unity-integration.ts';
import { nodeDisk } from '../../../../main/platform/disk.ts';
import { fingerprintOf } from '../../../../main/platform/fingerprint.ts';
import { message } from '../../../../shared/messages/message.ts';
import { newFolderForFile } from '../../../new-folder.ts';
import { type Bench, openBench, pathOf } from '../bench.ts';
import { FaultyDisk } from '../faulty-disk.ts';
import { gameProject, textAt, writeTextFile } from '../game.ts';

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
  writeTextFile(folder, `.taleport~/${id}/0`, text);
  const write = { path, staged: '0', ...fingerprintOf(Buffer.from(text)), was };
  bench.keyValueStore.put([{ id: journalKey(id), value: { writes: [write], removals: [] } }]);
}

describe('a delivery that was killed', () => {
  test('[Targets] its staged files, which can be second names of exported ones, are not written into', async () => {
    const folder = newFolderForFile();
    writeTextFile(folder, 'story.json', 'exported');
    for (const name of ['0', '1']) {
      const staged = join(folder, '.taleport~/target', name);
      mkdirSync(dirname(staged), { recursive: true });
      linkSync(join(folder, 'story.json'), staged);
    }
    const staging = new StagingFolder(nodeDisk, folder, 'target');
    await staging.write(Buffer.from('new'), null);
    writeFileSync(join(folder, 'asset'), 'x');
    staging.startCopies([{ from: join(folder, 'asset'), size: 1, mode: null, path: 'asset' }]);
    await staging.finishCopies();
    expect(textAt(folder, 'story.json')).toBe('exported');
  });

  test('[Targets] no existing file is staged over', async () => {
    const folder = newFolderForFile();
    writeTextFile(folder, 'a', 'a');
    writeTextFile(folder, 'b', 'b');
    await expect(nodeDisk.writeFile(join(folder, 'a'), Buffer.from('new'), null)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(nodeDisk.copyFile(join(folder, 'a'), join(folder, 'b'), null)).rejects.toMatchObject({ code: 'EEXIST' });
    expect([textAt(folder, 'a'), textAt(folder, 'b')]).toEqual(['a', 'b']);
  });

  test('[Targets] it is finished before an editor integration is turned on', async () => {
    const killed = await pausedTarget();
    leaveStagedStory(killed, 'finished');
    await killed.bench.targets.changeSettings(killed.id, { integrationFile: autoImportScriptPath });
    expect(textAt(killed.folder, path)).toBe('finished');
    expect(textAt(killed.folder, autoImportScriptPath)).toBe(autoImportScript);
    expect(killed.bench.keyValueStore.get(journalKey(killed.id))).toBeUndefined();
  });

  test('[Targets] it is finished before the target and its editor integration are removed', async () => {
    const killed = await pausedTarget();
    await killed.bench.targets.changeSettings(killed.id, { integrationFile: autoImportScriptPath });
    leaveStagedStory(killed, 'finished');
    await killed.bench.targets.remove(killed.id);
    expect(textAt(killed.folder, path)).toBe('finished');
    expect(existsSync(join(killed.folder, autoImportScriptPath))).toBe(false);
    expect(existsSync(join(killed.folder, '.taleport~'))).toBe(false);
  });

  /** Moves the exported story away, as a process does right before it is killed. */
  function moveStoryAway(folder: string, id: string): string {
    const text = textAt(folder, path);
    writeTextFile(folder, `.taleport~/${id}/kept/${fingerprintOf(Buffer.from(text)).sha256}/${path}`, text);
    rmSync(join(folder, path));
    return text;
  }

  test('[Targets] the file that it had moved away is back after the start, also if the target is paused', async () => {
    const { bench, folder, id } = await pausedTarget();
    await bench.targets.close();
    const text = moveStoryAway(folder, id);
    const reopened = await bench.reopen();
    await reopened.targets.close();
    expect(textAt(folder, path)).toBe(text);
    expect(existsSync(join(folder, '.taleport~'))).toBe(false);
  });

  test('[Targets] the file that it had moved away is back once the target is removed', async () => {
    const { bench, folder, id } = await pausedTarget();
    const text = moveStoryAway(folder, id);
    await bench.targets.remove(id);
    expect(textAt(folder, path)).toBe(text);
    expect(existsSync(join(folder, '.taleport~'))).toBe(false);
  });
});

test('[Targets] a delivery is complete even if its staged files are in use, and a later one removes them', async () => {
  const disk = new FaultyDisk();
  const bench = await openBench({ disk });
  const folder = gameProject('unity');
  const { removeFolder } = disk;
  disk.removeFolder = () => Promise.reject(Object.assign(new Error('in use'), { code: 'EBUSY' }));
  const { id, status } = await bench.targets.add({ hash: 'castle', folder });
  expect(status.state).toBe('upToDate');
  expect(await bench.targets.history(id)).toHaveLength(1);
  expect(existsSync(join(folder, '.taleport~'))).toBe(true);
  disk.removeFolder = removeFolder;
  bench.story.text = 'Next';
  await bench.targets.run({ id });
  expect(textAt(folder, path)).toBe(bench.story.bytes());
  expect(existsSync(join(folder, '.taleport~'))).toBe(false);
});

test('[Targets] a story file that is too long to be compared is not read', async () => {
  const disk = new FaultyDisk();
  const bench = await openBench({ disk });
  const folder = gameProject('unity');
  const { id } = await bench.targets.add({ hash: 'castle', folder });
  truncateSync(join(folder, path), 40_000_001);
  disk.readText = () => Promise.reject(new Error('was read'));
  const { reason } = await bench.targets.compareVersions(id, { from: 'folder', to: 'story' });
  expect(reason).toEqual(message('targets.comparison.tooLong'));
});
