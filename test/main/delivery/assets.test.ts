/** Images and sounds of a story in a game project: copied where they differ, removed when the story no longer has them, and never overwriting files of others. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { t } from '../../../shared/messages/english.ts';
import { message } from '../../../shared/messages/message.ts';
import { newFolderForFile } from '../../new-folder.ts';
import { nextTurn } from '../../next-turn.ts';
import { hasFolderLinks, hasModes, isCaseSensitive } from '../../system-abilities.ts';
import { type Bench, openBench, pathOf, Story } from './bench.ts';
import { FaultyDisk } from './faulty-disk.ts';
import { foldingDisk } from './folding-disk.ts';
import { gameProject, readAllFiles, textAt, writeTextFile } from './game.ts';

const map = { path: 'arcweave/assets/maps/map.png', bytes: 'a map' };
const song = { path: 'arcweave/assets/song.mp3', bytes: 'a song' };
const path = pathOf.godot;

function storyWith(assets: Story['assets']): Story {
  const story = new Story();
  story.assets = assets;
  return story;
}

async function delivered(disk = new FaultyDisk(), story = storyWith([map, song])) {
  const bench = await openBench({ disk, story });
  const folder = gameProject('godot');
  const { id } = await bench.targets.add({ hash: 'castle', folder });
  return { bench, disk, folder, id, story };
}

const at = (folder: string, path: string): string => join(folder, path);
const run = async (bench: Bench, id: string) => (await bench.targets.run({ id }))[0];
const read = (disk: FaultyDisk): string[] => disk.calls.filter(({ call }) => call === 'find').map(({ path }) => path);

describe('assets', () => {
  test('[Targets] they are copied beside the story, and counted', async () => {
    const { folder, bench } = await delivered();
    expect(textAt(folder, map.path)).toBe(map.bytes);
    expect(textAt(folder, song.path)).toBe(song.bytes);
    expect(bench.targets.list()[0]?.status).toMatchObject({ state: 'upToDate', files: 3, bytes: 11 + bench.story.bytes().length });
  });

  test.each(['deleted', 'renamed', 'renamed there and back', 'no longer exported'] as const)(
    '[Targets] a file of the user that equals an asset stays when the asset is %s',
    async (change) => {
      const bench = await openBench({ story: storyWith([map, song]) });
      const folder = gameProject('godot');
      writeTextFile(folder, map.path, map.bytes);
      writeTextFile(folder, 'arcweave/project.fr.json', `fr: ${bench.story.bytes()}`);
      const { id } = await bench.targets.add({ hash: 'castle', folder, settings: { locales: ['fr'] } });
      const renamed = { ...map, path: 'arcweave/assets/maps/other.png' };
      if (change === 'deleted') bench.story.assets = [song];
      if (change === 'renamed') bench.story.assets = [renamed, song];
      if (change === 'renamed there and back')
        for (const assets of [[renamed, song], [map, song], [song]]) {
          bench.story.assets = assets;
          await run(bench, id);
        }
      await bench.targets.changeSettings(id, { locales: 'main', ...(change === 'no longer exported' && { assets: false }) });
      expect(textAt(folder, map.path)).toBe(map.bytes);
      expect(textAt(folder, 'arcweave/project.fr.json')).toBe(`fr: ${bench.story.bytes()}`);
      expect(existsSync(at(folder, song.path))).toBe(change !== 'no longer exported');
    },
  );

  test('[Targets] such a file is named when it leaves the export, and removed if the target has replaced it before', async () => {
    const bench = await openBench({ story: storyWith([map, song]) });
    const folder = gameProject('godot');
    for (const { path, bytes } of [map, song]) writeTextFile(folder, path, bytes);
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    bench.story.assets = [{ ...map, bytes: 'a new map' }, song];
    expect(await run(bench, id)).toMatchObject({ written: [map.path] });
    bench.story.assets = [];
    expect(await run(bench, id)).toMatchObject({ removed: [map.path] });
    expect(t(bench.targets.read(id).status.sentence)).toContain(`Left unchanged: ${song.path}`);
    expect(textAt(folder, song.path)).toBe(song.bytes);
  });

  test('[Targets] what was written before another program changed a file, and the comparison was repeated, is reported too', async () => {
    const { bench, disk, folder, id, story } = await delivered();
    story.assets = [
      { ...map, bytes: 'next map' },
      { ...song, bytes: 'next song' },
    ];
    let left = 1;
    disk.before = (call, to) => {
      if (call === 'replace' && to.endsWith('song.mp3') && left-- > 0) writeTextFile(folder, song.path, 'next song');
    };
    story.text = 'Next';
    expect((await run(bench, id))?.written.toSorted()).toEqual([map.path, path].toSorted());
  });

  // Windows takes paths of up to 32,767 characters.
  test.skipIf(process.platform === 'win32')(
    '[Targets] one whose path is too long for the system is named, and the rest is exported',
    async () => {
      const story = new Story();
      const long = `arcweave/assets/${'folder-with-a-long-name/'.repeat(200)}lost.png`;
      story.assets = [map, { path: long, bytes: 'lost' }, song];
      const bench = await openBench({ story });
      const folder = gameProject('godot');
      const { status } = await bench.targets.add({ hash: 'castle', folder });
      expect(status.state).toBe('upToDate');
      expect(status.findings).toEqual([
        {
          severity: 'warning',
          rule: 'asset-path',
          message: message('targets.finding.pathTooLong', { name: 'lost.png' }),
          kind: 'file',
          id: long,
        },
      ]);
      expect([textAt(folder, map.path), textAt(folder, song.path), textAt(folder, path)]).toEqual([map.bytes, song.bytes, story.bytes()]);
    },
  );

  test('[Targets] those that are as they were copied are looked at in one operation of the disk', async () => {
    const images = Array.from({ length: 12 }, (_, number) => ({ path: `arcweave/assets/${number}.png`, bytes: `image ${number}` }));
    const story = storyWith(images);
    const { bench, disk, id } = await delivered(new FaultyDisk(), story);
    const looks: number[] = [];
    const { stat, statAll } = disk;
    disk.stat = (path) => {
      if (path.endsWith('.png')) looks.push(1);
      return stat(path);
    };
    disk.statAll = (paths) => {
      if (paths.some((each) => each.endsWith('.png'))) looks.push(paths.length);
      return statAll(paths);
    };
    disk.calls.length = 0;
    story.text = 'Another text';
    story.version += 1;
    await run(bench, id);
    expect(looks).toEqual([12]);
    expect(read(disk).filter((each) => each.endsWith('.png'))).toEqual([]);
  });

  test('[Targets] a copy is never a hard link to the stored bytes', async () => {
    const { folder, bench } = await delivered();
    const stored = bench.story.vault.locate('', statSync(at(folder, map.path)).isFile() ? sha(map.bytes) : '') ?? '';
    expect(lstatSync(at(folder, map.path)).nlink).toBe(1);
    expect(lstatSync(at(folder, map.path)).ino).not.toBe(lstatSync(stored).ino);
    // Someone saves in place.
    writeFileSync(at(folder, map.path), 'spoilt');
    expect(textAt(bench.story.vault.folder, sha(map.bytes))).toBe(map.bytes);
  });

  test.runIf(hasModes)('[Targets] a copy can be read by everyone', async () => {
    const { folder } = await delivered();
    expect(statSync(at(folder, song.path)).mode & 0o777).toBe(0o644);
  });

  test('[Targets] they are copied while the texts are rendered; where a text fails, no copy is left over', async () => {
    const disk = new FaultyDisk();
    const failed = Promise.withResolvers<void>();
    disk.fail('write', 'ENOSPC');
    disk.before = (call) => call === 'write' && failed.resolve();
    const copy = disk.copyFile.bind(disk);
    disk.copyFile = async (...call) => {
      await failed.promise;
      return copy(...call);
    };
    const { bench, folder, id } = await delivered(disk);
    expect(bench.targets.list()[0]?.status).toMatchObject({ state: 'blocked' });
    expect(disk.calls.filter(({ call }) => call === 'copy')).toHaveLength(2);
    expect(existsSync(at(folder, '.taleport~'))).toBe(false);
    disk.heal();
    expect((await run(bench, id))?.written).toEqual([map.path, song.path, path]);
  });

  test('[Targets] where a text fails, only the copies that are running are waited for', async () => {
    const disk = new FaultyDisk();
    const failed = Promise.withResolvers<void>();
    disk.fail('write', 'ENOSPC');
    disk.before = (call) => call === 'write' && failed.resolve();
    const copy = disk.copyFile.bind(disk);
    disk.copyFile = async (...call) => {
      await failed.promise;
      // The error of the text arrives first.
      await nextTurn();
      return copy(...call);
    };
    const story = new Story();
    story.assets = Array.from({ length: 100 }, (_, at) => ({ path: `arcweave/assets/${at}.png`, bytes: String(at) }));
    const bench = await openBench({ disk, story });
    const folder = gameProject('godot');
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    expect(bench.targets.list()[0]?.status).toMatchObject({ state: 'blocked' });
    expect(disk.calls.filter(({ call }) => call === 'copy')).toHaveLength(8);
    expect(existsSync(at(folder, '.taleport~'))).toBe(false);
    disk.heal();
    expect((await run(bench, id))?.written).toHaveLength(101);
  });

  test('[Targets] none is copied while the story file of somebody else is in the way; they are once the user has it overwritten', async () => {
    const disk = new FaultyDisk();
    const story = new Story();
    story.assets = [map, song];
    const bench = await openBench({ disk, story });
    const folder = gameProject('godot');
    writeTextFile(folder, path, 'their story');
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    expect(bench.targets.list()[0]?.status.state).toBe('changedByOthers');
    expect(disk.calls.filter(({ call }) => call === 'copy')).toEqual([]);
    await bench.targets.resolve(id, 'restore');
    expect(readAllFiles(folder)).toMatchObject({ [map.path]: map.bytes, [song.path]: song.bytes, [path]: story.bytes() });
  });

  test('[Targets] they are copied beside a story file that equals the export, whoever wrote it', async () => {
    const story = new Story();
    story.assets = [map, song];
    const bench = await openBench({ story });
    const folder = gameProject('godot');
    writeTextFile(folder, path, story.bytes());
    await bench.targets.add({ hash: 'castle', folder });
    expect(bench.targets.list()[0]?.status.state).toBe('upToDate');
    expect(readAllFiles(folder)).toMatchObject({ [map.path]: map.bytes, [song.path]: song.bytes });
  });

  test.runIf(hasModes)('[Targets] none is copied while a file that is to be replaced or removed is read-only', async () => {
    for (const readOnly of [path, 'arcweave/old.txt']) {
      const { bench, disk, folder, id, story } = await delivered();
      story.others = { 'arcweave/old.txt': 'old' };
      await run(bench, id);
      chmodSync(at(folder, readOnly), 0o444);
      disk.calls.length = 0;
      story.others = {};
      story.text = 'Next';
      story.assets = [map, { ...song, bytes: 'another song' }];
      await expect(bench.targets.run({ id })).rejects.toThrow('read-only');
      expect(disk.calls.filter(({ call }) => call === 'copy')).toEqual([]);
      chmodSync(at(folder, readOnly), 0o644);
      expect(await run(bench, id)).toMatchObject({ written: [song.path, path], removed: ['arcweave/old.txt'] });
      await bench.targets.close();
    }
  });

  test('[Targets] none is copied while an asset of somebody else is in the way', async () => {
    const disk = new FaultyDisk();
    const story = new Story();
    story.assets = [map, song];
    const bench = await openBench({ disk, story });
    const folder = gameProject('godot');
    writeTextFile(folder, map.path, 'another map');
    await bench.targets.add({ hash: 'castle', folder });
    expect(bench.targets.list()[0]?.status.state).toBe('changedByOthers');
    expect(disk.calls.filter(({ call }) => call === 'copy')).toEqual([]);
  });

  test('[Targets] unchanged files are neither written nor read again; touched ones are read once', async () => {
    const { bench, disk, folder, id, story } = await delivered();
    disk.calls.length = 0;
    story.text = 'Next';
    expect(await run(bench, id)).toMatchObject({ written: ['arcweave/project.json'], removed: [] });
    expect(read(disk).filter((path) => path.includes('/assets/'))).toEqual([]);
    expect(disk.calls.filter(({ call }) => call === 'copy')).toEqual([]);
    utimesSync(at(folder, map.path), 1, 1);
    disk.calls.length = 0;
    expect(await run(bench, id)).toMatchObject({ written: [] });
    expect(read(disk)).toEqual([at(folder, map.path)]);
    disk.calls.length = 0;
    await run(bench, id);
    expect(read(disk)).toEqual([]);
  });

  test('[Targets] only differences are copied; files that the story no longer has are removed, with their empty folders', async () => {
    const { bench, folder, id, story } = await delivered();
    story.assets = [{ ...song, bytes: 'another song' }];
    story.text = 'Without a map';
    expect(await run(bench, id)).toMatchObject({ written: [song.path, 'arcweave/project.json'], removed: [map.path] });
    expect(textAt(folder, song.path)).toBe('another song');
    expect(existsSync(at(folder, 'arcweave/assets/maps'))).toBe(false);
    story.assets = [];
    expect(await run(bench, id)).toMatchObject({ removed: [song.path] });
    expect(existsSync(at(folder, 'arcweave/assets'))).toBe(true);
  });

  test('[Targets] files that the editor adds beside exported files stay, and so do folders that are not empty', async () => {
    const { bench, folder, id, story } = await delivered();
    writeTextFile(folder, `${map.path}.import`, 'editor');
    story.assets = [];
    await run(bench, id);
    expect(textAt(folder, `${map.path}.import`)).toBe('editor');
  });

  test('[Targets] an externally changed file is reported, and is no longer exported if the user keeps it', async () => {
    const { bench, folder, id, story } = await delivered();
    const seen = bench.untilState('changedByOthers');
    writeTextFile(folder, map.path, 'their map');
    expect((await seen).status.foreign).toMatchObject([{ path: map.path, what: 'changed' }]);
    await bench.targets.resolve(id, 'keep');
    story.assets = [{ ...map, bytes: 'a new map' }];
    await run(bench, id);
    expect(textAt(folder, map.path)).toBe('their map');
    story.assets = [];
    await run(bench, id);
    expect(textAt(folder, map.path)).toBe('their map');
    expect(existsSync(at(folder, song.path))).toBe(false);
  });

  test('[Targets] a change that keeps length and modification time is detected before the file would be overwritten', async () => {
    const { bench, folder, id, story } = await delivered();
    await bench.targets.changeSettings(id, { on: false });
    const { atime, mtime } = statSync(at(folder, map.path));
    writeFileSync(at(folder, map.path), 'A MAP');
    utimesSync(at(folder, map.path), atime, mtime);
    story.assets = [{ ...map, bytes: 'b map' }, song];
    await expect(bench.targets.run({ id })).rejects.toMatchObject({ json: { errors: { [map.path]: 'was changed by another program' } } });
    expect(textAt(folder, map.path)).toBe('A MAP');
    story.assets = [song];
    await run(bench, id);
    expect(textAt(folder, map.path)).toBe('A MAP');
  });

  test.runIf(hasModes)(
    '[Targets] such a change of the story file is detected too: no external content is copied into the next export',
    async () => {
      const { bench, folder, id, story } = await delivered();
      const file = at(folder, path);
      const kept = join(newFolderForFile(), 'times');
      execFileSync('cp', ['-p', file, kept]);
      const foreignFiles = textAt(folder, path).replace('castle', 'palace');
      writeFileSync(file, foreignFiles);
      execFileSync('touch', ['-r', kept, file]);
      story.text = 'Next';
      await expect(bench.targets.run({ id })).rejects.toMatchObject({ json: { errors: { [path]: 'was changed by another program' } } });
      expect(textAt(folder, path)).toBe(foreignFiles);
      await bench.targets.resolve(id, 'restore');
      expect(textAt(folder, path)).toBe(story.bytes());
      expect(existsSync(join(folder, '.taleport~'))).toBe(false);
    },
  );

  test('[Targets] with assets turned off, none is written, and exported ones are removed if they are unchanged', async () => {
    const { bench, folder, id } = await delivered();
    writeTextFile(folder, 'arcweave/assets/mine.png', 'mine');
    await bench.targets.changeSettings(id, { assets: false });
    expect(Object.keys(readAllFiles(folder)).filter((path) => path.startsWith('arcweave/'))).toEqual([
      'arcweave/assets/mine.png',
      'arcweave/project.json',
    ]);
    await bench.targets.changeSettings(id, { assets: true });
    expect(textAt(folder, song.path)).toBe(song.bytes);
  });

  test('[Targets] bytes missing from the store are reported, the rest is written, and existing files stay', async () => {
    const { bench, folder, id, story } = await delivered();
    const bell = { path: 'arcweave/assets/bell.mp3', bytes: 'bell' };
    story.assets = [{ ...map, bytes: 'lost' }, song, bell];
    story.vault.lose('lost');
    story.vault.lose(song.bytes);
    expect(await run(bench, id)).toMatchObject({ written: [bell.path], removed: [] });
    expect(textAt(folder, map.path)).toBe(map.bytes);
    expect(bench.targets.list()[0]?.status).toMatchObject({
      state: 'upToDate',
      findings: [{ severity: 'warning', rule: 'asset-missing', id: map.path }],
    });
  });

  test('[Targets] a stored file that is not as long as it should be is not delivered', async () => {
    const { bench, folder, id, story } = await delivered();
    const bell = { path: 'arcweave/assets/bell.mp3', bytes: 'bell' };
    story.assets = [map, song, bell];
    story.text = 'With a bell';
    const { locate } = story.vault;
    story.vault.locate = (hash, file) => {
      const place = locate(hash, file);
      if (place && file === sha(bell.bytes)) writeFileSync(place, 'be');
      return place;
    };
    await expect(bench.targets.run({ id })).rejects.toThrow('is damaged');
    expect(readAllFiles(folder)['arcweave/assets/bell.mp3']).toBeUndefined();
    expect(textAt(folder, 'arcweave/project.json')).not.toContain('With a bell');
    expect(existsSync(at(folder, '.taleport~'))).toBe(false);
  });

  test('[Targets] a file that existed before belongs to the user', async () => {
    const story = new Story();
    story.assets = [map, song];
    const bench = await openBench({ story });
    const folder = gameProject('godot');
    writeTextFile(folder, map.path, 'my map');
    writeTextFile(folder, song.path, song.bytes);
    const target = await bench.targets.add({ hash: 'castle', folder });
    expect(target.status).toMatchObject({ state: 'changedByOthers', foreign: [{ path: map.path, what: 'present' }] });
    await bench.targets.resolve(target.id, 'restore');
    expect(textAt(folder, map.path)).toBe(map.bytes);
  });

  test.runIf(hasFolderLinks)('[Targets] a link out of the game project is not followed when writing', async () => {
    const away = newFolderForFile();
    const story = new Story();
    story.assets = [map];
    const bench = await openBench({ story });
    const folder = gameProject('godot');
    mkdirSync(at(folder, 'arcweave'));
    symlinkSync(away, at(folder, 'arcweave/assets'), 'junction');
    await expect(bench.targets.add({ hash: 'castle', folder })).rejects.toThrow('leads out of the game project');
    expect(readAllFiles(away)).toEqual({});
  });

  test('[Targets] a hard link to an exported file keeps its bytes when the file is exported again', async () => {
    const { bench, folder, id, story } = await delivered();
    linkSync(at(folder, map.path), at(folder, 'other.png'));
    story.assets = [{ ...map, bytes: 'next' }, song];
    await run(bench, id);
    expect(textAt(folder, 'other.png')).toBe(map.bytes);
    expect(textAt(folder, map.path)).toBe('next');
  });
});

describe('case-insensitive disks', () => {
  test('[Targets] a name in another case is the same file: it stays, with its new bytes', async () => {
    for (const bytes of [map.bytes, 'redrawn']) {
      const story = new Story();
      story.assets = [map, song];
      const bench = await openBench({ disk: foldingDisk, story });
      const folder = gameProject('godot');
      const { id } = await bench.targets.add({ hash: 'castle', folder });
      story.assets = [{ path: 'arcweave/assets/Maps/MAP.png', bytes }, song];
      story.text = 'Renamed';
      const done = await run(bench, id);
      expect(done?.removed).toEqual([]);
      expect(textAt(folder, 'arcweave/assets/maps/map.png')).toBe(bytes);
      expect(bench.targets.list()[0]?.status).toMatchObject({ state: 'upToDate', files: 3 });
      expect(await run(bench, id)).toMatchObject({ written: [], removed: [] });
    }
  });

  test('[Targets] names that differ in Unicode normalisation are the same file', async () => {
    const story = new Story();
    const [composed, decomposed] = ['arcweave/assets/Caf\u00e9.png', 'arcweave/assets/Cafe\u0301.png'];
    story.assets = [{ path: decomposed, bytes: 'a café' }];
    const bench = await openBench({ disk: foldingDisk, story });
    const folder = gameProject('godot');
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    story.assets = [{ path: composed, bytes: 'redrawn' }];
    expect(await run(bench, id)).toMatchObject({ written: [composed], removed: [] });
    // It keeps the name that came first, as such disks do.
    expect(textAt(folder, decomposed)).toBe('redrawn');
    expect(await run(bench, id)).toMatchObject({ written: [], removed: [] });
    await expect(bench.targets.add({ hash: 'other', folder: join(folder, '..', basename(folder).toUpperCase()) })).rejects.toThrow(
      'is already exported to',
    );
  });

  test.runIf(isCaseSensitive)('[Targets] on case-sensitive disks the new name replaces the old one', async () => {
    const { bench, folder, id, story } = await delivered();
    story.assets = [{ ...map, path: 'arcweave/assets/maps/Map.png' }, song];
    expect(await run(bench, id)).toMatchObject({ written: ['arcweave/assets/maps/Map.png'], removed: [map.path] });
    expect(textAt(folder, 'arcweave/assets/maps/Map.png')).toBe(map.bytes);
  });

  test('[Targets] the same folder under another name rejects a second story', async () => {
    const bench = await openBench({ disk: foldingDisk });
    const folder = gameProject('godot', join(newFolderForFile(), 'Castle'));
    await bench.targets.add({ hash: 'castle', folder });
    await expect(bench.targets.add({ hash: 'other', folder: folder.replace('Castle', 'CASTLE') })).rejects.toThrow(
      'is already exported to',
    );
  });
});

describe('several in a folder', () => {
  test('[Targets] two stories in one folder are rejected, whatever the engine; one story for two engines is not', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    await bench.targets.add({ hash: 'castle', folder });
    await expect(bench.targets.add({ hash: 'other', folder, engine: 'json' })).rejects.toThrow('Another story is already exported to');
    await bench.targets.add({ hash: 'castle', folder, engine: 'json' });
    expect(bench.targets.list()).toHaveLength(2);
  });
});

describe('a folder that is replaced and restored', () => {
  test('[Targets] a folder replaced during an export: nothing is written into the other one, and staged files are removed once the folder is back', async () => {
    const { bench, disk, folder, id, story } = await delivered();
    await bench.targets.changeSettings(id, { on: false });
    const other = gameProject('godot');
    writeTextFile(other, 'arcweave/project.json', 'another game');
    const before = readAllFiles(other);
    story.assets = [{ ...map, bytes: 'next' }, song];
    story.text = 'Next';
    let swapped = false;
    disk.before = (call) => {
      if (call !== 'replace' || swapped) return;
      swapped = true;
      renameSync(folder, `${folder}-away`);
      renameSync(other, folder);
    };
    await expect(bench.targets.run({ id })).rejects.toMatchObject({ code: 'folder' });
    expect(readAllFiles(folder)).toEqual(before);
    renameSync(folder, other);
    renameSync(`${folder}-away`, folder);
    await run(bench, id);
    expect(textAt(folder, map.path)).toBe('next');
    expect(textAt(folder, 'arcweave/project.json')).toContain('Next');
    expect(existsSync(at(folder, '.taleport~'))).toBe(false);
  });

  test('[Targets] a branch without the exported files is reported, and resolved by the branch that has them', async () => {
    const { bench, folder } = await delivered();
    const away = newFolderForFile();
    const seen = bench.untilState('changedByOthers');
    renameSync(at(folder, 'arcweave'), join(away, 'arcweave'));
    expect((await seen).status.foreign).toHaveLength(3);
    const well = bench.untilState('upToDate');
    renameSync(join(away, 'arcweave'), at(folder, 'arcweave'));
    expect((await well).status).toMatchObject({ foreign: [], files: 3 });
    rmSync(away, { recursive: true });
    unlinkSync(at(folder, song.path));
  });
});

const sha = (bytes: string): string => {
  const file = new Story().vault.file({ path: 'x', bytes });
  return 'sha256' in file ? file.sha256 : '';
};
