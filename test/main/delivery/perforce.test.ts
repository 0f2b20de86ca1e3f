/** [S12] Targets in a workspace of Perforce, where files are read-only until they are opened. The program `p4` is a stand-in. */
import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { autoImportScriptPath } from '../../../main/exporters/unity/unity-integration.ts';
import { english } from '../../../shared/messages/english.ts';
import { PerforceStandIn } from '../../perforce-stand-in.ts';
import { openBench, pathOf } from './bench.ts';
import { gameProject, readAllFiles, textAt } from './game.ts';

const path = pathOf.unity;
const image = { path: 'Assets/Arcweave/Resources/map.png', id: 'map', bytes: 'a map' };

/** A target whose files have been submitted. */
async function submitted(settings = { perforce: true }) {
  const perforce = new PerforceStandIn();
  const bench = await openBench();
  const folder = gameProject('unity');
  bench.story.others = { 'Assets/Arcweave/old.txt': 'old' };
  const { id } = await bench.targets.add({ hash: 'castle', folder, settings });
  const added = perforce.takeCommands(folder);
  perforce.submit(folder);
  return { perforce, bench, folder, id, added };
}

describe.skipIf(process.platform === 'win32')('[S12] in a workspace of Perforce', () => {
  test('new files are added, read-only ones opened for edit and stay writable, removed ones deleted', async () => {
    const { perforce, bench, folder, id, added } = await submitted();
    expect(added).toEqual([`-ztag add -f Assets/Arcweave/old.txt ${path}`]);
    bench.story.text = 'Next';
    bench.story.others = { 'Assets/Arcweave/new.txt': 'new' };
    await bench.targets.run({ id });
    expect(perforce.takeCommands(folder)).toEqual([
      `-ztag edit ${path}`,
      '-ztag delete -k Assets/Arcweave/old.txt',
      '-ztag add -f Assets/Arcweave/new.txt',
    ]);
    expect(textAt(folder, path)).toBe(bench.story.bytes());
    expect(statSync(join(folder, path)).mode & 0o200).toBe(0o200);
    expect(readAllFiles(folder)).not.toHaveProperty('Assets/Arcweave/old.txt');
    // These are open already.
    bench.story.text = 'Last';
    bench.story.others = {};
    await bench.targets.run({ id });
    expect(perforce.takeCommands(folder)).toEqual(['-ztag revert -k Assets/Arcweave/new.txt', '-ztag delete -k Assets/Arcweave/new.txt']);
    expect(bench.targets.list()[0]?.status).toMatchObject({ state: 'upToDate', foreign: [] });
  });

  test('new files that Perforce was not told of are added by the next run', async () => {
    const { perforce, bench, folder, id } = await submitted();
    bench.story.others = { 'Assets/Arcweave/old.txt': 'old', 'Assets/Arcweave/new.txt': 'new' };
    perforce.failWith('Connect to server failed');
    await bench.targets.run({ id });
    perforce.failWith('');
    perforce.takeCommands(folder);
    await bench.targets.run({ id });
    expect(perforce.takeCommands(folder)).toEqual(['-ztag add -f Assets/Arcweave/new.txt']);
    await bench.targets.run({ id });
    expect(perforce.takeCommands(folder)).toEqual([]);
  });

  test('a file whose name has wildcards of Perforce is added, opened and deleted', async () => {
    const { perforce, bench, folder, id } = await submitted();
    const odd = 'Assets/Arcweave/a@2#x%40.txt';
    bench.story.others = { 'Assets/Arcweave/old.txt': 'old', [odd]: 'one' };
    await bench.targets.run({ id });
    expect(bench.targets.list()[0]?.status.findings).toEqual([]);
    perforce.submit(folder);
    bench.story.others = { 'Assets/Arcweave/old.txt': 'old', [odd]: 'two' };
    await bench.targets.run({ id });
    expect(textAt(folder, odd)).toBe('two');
    perforce.submit(folder);
    bench.story.others = { 'Assets/Arcweave/old.txt': 'old' };
    await bench.targets.run({ id });
    const encoded = 'Assets/Arcweave/a%402%23x%2540.txt';
    expect(perforce.takeCommands(folder)).toEqual([`-ztag add -f ${odd}`, `-ztag edit ${encoded}`, `-ztag delete -k ${encoded}`]);
  });

  test('a copied asset is replaced like a text', async () => {
    const { perforce, bench, folder, id } = await submitted();
    bench.story.assets = [image];
    await bench.targets.run({ id });
    perforce.submit(folder);
    perforce.takeCommands(folder);
    bench.story.assets = [{ ...image, bytes: 'another map' }];
    await bench.targets.run({ id });
    expect(perforce.takeCommands(folder)).toEqual([`-ztag edit ${image.path}`]);
    expect(textAt(folder, image.path)).toBe('another map');
  });

  test('a dry run opens nothing, and says what would be written', async () => {
    const { perforce, bench, folder, id } = await submitted();
    bench.story.text = 'Next';
    expect(await bench.targets.run({ id, dryRun: true })).toMatchObject([{ written: [path] }]);
    expect(perforce.takeCommands(folder)).toEqual([]);
  });

  test('without the setting, a read-only file is left, and the sentence names the setting', async () => {
    const { perforce, bench, folder, id, added } = await submitted({ perforce: false });
    expect(added).toEqual([]);
    const before = readAllFiles(folder);
    bench.story.text = 'Next';
    await expect(bench.targets.run({ id })).rejects.toThrow('With Perforce, Taleport can check it out');
    expect([perforce.takeCommands(folder), readAllFiles(folder)]).toEqual([[], before]);
    await bench.targets.changeSettings(id, { perforce: true });
    expect(textAt(folder, path)).toBe(bench.story.bytes());
  });

  test('nothing is written while Perforce fails, does not exist or somebody else has locked a file', async () => {
    const { perforce, bench, folder, id } = await submitted();
    const before = readAllFiles(folder);
    bench.story.text = 'Next';
    perforce.failWith('Connect to server failed; check $P4PORT.');
    await expect(bench.targets.run({ id })).rejects.toThrow('Perforce couldn’t open the files: Connect to server failed; check $P4PORT.');
    perforce.failWith('');
    perforce.lock(join(folder, path));
    await expect(bench.targets.run({ id })).rejects.toThrow(`${path} is read-only`);
    perforce.lock('');
    const { PATH } = process.env;
    process.env.PATH = '/nowhere';
    await expect(bench.targets.run({ id })).rejects.toThrow('The program p4 wasn’t found.');
    process.env.PATH = PATH;
    expect(readAllFiles(folder)).toEqual(before);
    await bench.targets.run({ id });
    expect(textAt(folder, path)).toBe(bench.story.bytes());
  });

  test('new files that Perforce does not add are written and reported', async () => {
    const { perforce, bench, folder, id } = await submitted();
    chmodSync(join(folder, path), 0o644);
    bench.story.text = 'Next';
    bench.story.others = { 'Assets/Arcweave/old.txt': 'old', 'Assets/Arcweave/new.txt': 'new' };
    perforce.failWith('not under the client’s root.');
    await bench.targets.run({ id });
    expect(textAt(folder, 'Assets/Arcweave/new.txt')).toBe('new');
    const findings = bench.targets.list()[0]?.status.findings ?? [];
    expect(findings.map(({ rule, message: text }) => [rule, english.t(text)])).toEqual([
      ['perforce-failed', 'The files were written, but Perforce couldn’t add the new ones: not under the client’s root.'],
    ]);
  });

  test('the file of the editor integration is added, opened and deleted with its own settings', async () => {
    const { perforce, bench, folder, id } = await submitted({ perforce: false });
    await bench.targets.changeSettings(id, { perforce: true, integrationFile: autoImportScriptPath });
    expect(perforce.takeCommands(folder)).toEqual([`-ztag add -f ${autoImportScriptPath}`]);
    perforce.submit(folder);
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(perforce.takeCommands(folder)).toEqual([`-ztag delete -k ${autoImportScriptPath}`]);
    expect(readAllFiles(folder)).not.toHaveProperty(autoImportScriptPath);
  });
});
