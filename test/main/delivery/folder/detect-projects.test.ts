/** Which game project a folder belongs to. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newFolderForFile } from '../../../new-folder.ts';
import { openBench } from '../bench.ts';
import { gameProject, writeTextFile } from '../game.ts';

describe('detecting the engine', () => {
  test('[Targets] Unity, Unreal and Godot are detected with their names', async () => {
    const { targets } = await openBench();
    const unity = gameProject('unity');
    const unreal = gameProject('unreal');
    const godot = gameProject('godot');
    await expect(targets.detectProjects(unity)).resolves.toEqual([{ engine: 'unity', folder: unity, name: 'Castle Game' }]);
    await expect(targets.detectProjects(unreal)).resolves.toEqual([{ engine: 'unreal', folder: unreal, name: 'Castle' }]);
    await expect(targets.detectProjects(godot)).resolves.toEqual([{ engine: 'godot', folder: godot, name: 'Castle of Godot' }]);
  });

  test('[Targets] Unity also by Packages/manifest.json, but not without Assets', async () => {
    const { targets } = await openBench();
    const folder = newFolderForFile();
    writeTextFile(folder, 'Packages/manifest.json', '{}');
    await expect(targets.detectProjects(folder)).resolves.toEqual([]);
    mkdirSync(join(folder, 'Assets'));
    await expect(targets.detectProjects(folder)).resolves.toMatchObject([{ engine: 'unity' }]);
  });

  test('[Targets] from a sub-folder or the project file it searches upwards', async () => {
    const { targets } = await openBench();
    const folder = gameProject('unity');
    await expect(targets.detectProjects(join(folder, 'Assets/Scenes'))).resolves.toMatchObject([{ engine: 'unity', folder }]);
    await expect(targets.detectProjects(join(gameProject('unreal'), 'Castle.uproject'))).resolves.toMatchObject([{ engine: 'unreal' }]);
  });

  test('[Targets] a folder with two projects returns both, and adding requires a choice', async () => {
    const bench = await openBench();
    const folder = gameProject('godot', gameProject('unity'));
    expect((await bench.targets.detectProjects(folder)).map(({ engine }) => engine)).toEqual(['unity', 'godot']);
    await expect(bench.targets.add({ hash: 'castle', folder })).rejects.toMatchObject({
      code: 'folder',
      message: `${folder} is a project of Unity and Godot. Choose the engine.`,
      json: { errors: { engine: 'must be one of unity, godot' }, context: { engines: 'unity, godot' } },
    });
    await expect(bench.targets.add({ hash: 'castle', folder, engine: 'godot' })).resolves.toMatchObject({ engine: 'godot' });
  });

  test('[Targets] a project inside another: the nearest is used, the other can be requested', async () => {
    const bench = await openBench();
    const outer = gameProject('unity');
    const inner = gameProject('godot', join(outer, 'tools'));
    expect((await bench.targets.detectProjects(inner)).map(({ engine }) => engine)).toEqual(['godot', 'unity']);
    await expect(bench.targets.add({ hash: 'castle', folder: inner })).resolves.toMatchObject({ engine: 'godot', folder: inner });
    await expect(bench.targets.add({ hash: 'castle', folder: inner, engine: 'unity' })).resolves.toMatchObject({ folder: outer });
  });

  test('[Targets] no engine: plain JSON must be chosen; a wrong engine and a missing folder are reported', async () => {
    const bench = await openBench();
    const folder = newFolderForFile();
    await expect(bench.targets.add({ hash: 'castle', folder })).rejects.toMatchObject({
      code: 'folder',
      message: expect.stringContaining('No game project found in'),
    });
    await expect(bench.targets.add({ hash: 'castle', folder, engine: 'unity' })).rejects.toThrow(
      `No Unity project found in ${folder} or above it.`,
    );
    await expect(bench.targets.add({ hash: 'castle', folder: join(folder, 'gone'), engine: 'json' })).rejects.toThrow('Folder not found: ');
    await expect(bench.targets.add({ hash: 'castle', folder, engine: 'json' })).resolves.toMatchObject({ files: ['project.json'] });
  });
});
