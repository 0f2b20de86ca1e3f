/** Paths that a target never writes, for any export. */

import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { t } from '../../../../shared/messages/english.ts';
import type { ExportFormat } from '../../../exporter-ids.ts';
import { newFolderForFile } from '../../../new-folder.ts';
import { hasFileLinks, hasFolderLinks } from '../../../system-abilities.ts';
import { openBench, Story } from '../bench.ts';
import { gameProject, readAllFiles, writeTextFile } from '../game.ts';

const neverTouched: [ExportFormat, string][] = [
  ...['Library/x', 'temp/x', 'Logs/x', 'obj/x', 'UserSettings/x', 'ProjectSettings/x.asset', 'Packages/manifest.json'].map(
    (path): [ExportFormat, string] => ['unity', path],
  ),
  ...['Assets/Arcweave/Plugin/a.cs', 'Assets/Arcweave/project.json.META', '.git/config'].map((path): [ExportFormat, string] => [
    'unity',
    path,
  ]),
  ...['Binaries/x', 'Saved/x', 'Intermediate/x', 'DerivedDataCache/x', 'Plugins/x', 'Config/DefaultGame.ini'].map(
    (path): [ExportFormat, string] => ['unreal', path],
  ),
  ...['Content/a.uasset', 'Content/a.umap', 'Castle.uproject'].map((path): [ExportFormat, string] => ['unreal', path]),
  ...['.godot/x', '.import/x', 'addons/x', 'project.godot', 'export_presets.cfg', 'a.png.import', 'a.gd.uid'].map(
    (path): [ExportFormat, string] => ['godot', path],
  ),
  ...['ProjectSettings/x', '.godot/x', 'Castle.uproject'].map((path): [ExportFormat, string] => ['json', path]),
];
const outside = ['../x', '/etc/x', 'a/../../x', 'a//b', './a', 'a\\b', 'C:/x', 'a/', 'a\u0000b', 'a.', 'a ', ''];

describe('the guard', () => {
  test.each(neverTouched)('[Targets] %s: %s is never written', async (engine, path) => {
    await refused(engine, path, /belongs to the engine/);
  });

  test.each(outside)('[Targets] %j is no path inside the folder', async (path) => {
    await refused('godot', path, /isn’t a path inside the folder/);
  });

  test.runIf(hasFileLinks)('[Targets] a symbolic link to outside of the folder is rejected', async () => {
    const away = newFolderForFile();
    for (const link of ['Assets/Arcweave', 'Assets/Arcweave/project.json'] as const) {
      const folder = newFolderForFile();
      writeTextFile(folder, 'Packages/manifest.json', '{}');
      mkdirSync(join(folder, link.endsWith('json') ? 'Assets/Arcweave' : 'Assets'), { recursive: true });
      symlinkSync(
        link.endsWith('json') ? join(away, 'project.json') : away,
        join(folder, link),
        link.endsWith('json') ? 'file' : 'junction',
      );
      const bench = await openBench();
      await expect(bench.targets.add({ hash: 'castle', folder })).rejects.toMatchObject({
        code: 'folder',
        message: expect.stringContaining(link),
      });
      expect(readAllFiles(away)).toEqual({});
      expect(bench.targets.list()).toEqual([]);
      expect(bench.keyValueStore.list()).toEqual([]);
    }
  });

  test.runIf(hasFolderLinks)('[Targets] a link inside the folder is followed, but not into what belongs to the engine', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    mkdirSync(join(folder, 'shared'));
    symlinkSync(join(folder, 'shared'), join(folder, 'arcweave'), 'junction');
    await bench.targets.add({ hash: 'castle', folder });
    expect(readAllFiles(folder)['shared/project.json']).toBe(bench.story.bytes());
    const other = gameProject('godot');
    symlinkSync(join(other, 'addons'), join(other, 'arcweave'), 'junction');
    await expect(bench.targets.add({ hash: 'castle', folder: other })).rejects.toThrow(
      'arcweave/project.json leads to addons/project.json, which belongs to the engine.',
    );
  });

  test.runIf(hasFolderLinks)('[Targets] a link named like the staging folder is not written through', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    const away = newFolderForFile();
    symlinkSync(away, join(folder, '.taleport~'), 'junction');
    const target = await bench.targets.add({ hash: 'castle', folder });
    expect(target.status.state).toBe('blocked');
    expect(t(target.status.sentence)).toContain('.taleport~');
    expect(readAllFiles(away)).toEqual({});
  });

  test('[Targets] a folder where our file should be', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    mkdirSync(join(folder, 'arcweave/project.json'), { recursive: true });
    await expect(bench.targets.add({ hash: 'castle', folder })).rejects.toThrow('arcweave/project.json isn’t a file.');
  });
});

async function refused(engine: ExportFormat, path: string, why: RegExp): Promise<void> {
  const story = new Story();
  story.others = { [path]: 'x' };
  const bench = await openBench({ story });
  const folder = gameProject(engine);
  const before = readAllFiles(folder);
  await expect(bench.targets.add({ hash: 'castle', folder, engine })).rejects.toMatchObject({
    code: 'folder',
    message: expect.stringMatching(why),
  });
  expect(readAllFiles(folder)).toEqual(before);
}
