/** What happens in the folder while a target follows it: version control, editors, networks, and very many edits. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileWatcher } from '../../../../main/delivery/folder/folder-watcher.ts';
import { newFolderForFile } from '../../../new-folder.ts';
import { nextTurn } from '../../../next-turn.ts';
import { hasFolderLinks } from '../../../system-abilities.ts';
import { type Bench, deliveries, openBench, pathOf, Story } from '../bench.ts';
import { FaultyDisk } from '../faulty-disk.ts';
import { gameProject, readAllFiles, textAt, writeTextFile } from '../game.ts';
import { ManualTimer } from '../manual-timer.ts';

const path = pathOf.godot;
const map = { path: 'arcweave/assets/map.png', bytes: 'a map' };

async function followed(): Promise<{ bench: Bench; folder: string; id: string; story: Story }> {
  const story = new Story();
  story.assets = [map];
  const bench = await openBench({ story });
  const folder = gameProject('godot');
  const { id } = await bench.targets.add({ hash: 'castle', folder });
  return { bench, folder, id, story };
}

const states = (bench: Bench): string[] =>
  bench.events.flatMap((event) => (event.event === 'target.changed' ? [event.target.status.state] : []));

describe('edits', () => {
  test('[Targets] a thousand edits in a second are one write', async () => {
    const timer = new ManualTimer();
    const story = new Story();
    const bench = await openBench({ timer, story });
    const folder = gameProject('godot');
    await bench.targets.add({ hash: 'castle', folder });
    const before = deliveries(bench);
    const done = bench.untilState('upToDate');
    for (let edit = 1; edit <= 1000; edit += 1) {
      bench.write(`Edit ${edit}`);
      timer.pass(1);
    }
    expect(deliveries(bench)).toBe(before);
    timer.pass(100);
    await done;
    expect(deliveries(bench)).toBe(before + 1);
    expect(textAt(folder, path)).toContain('Edit 1000');
    timer.pass(10_000);
    await bench.targets.run({ dryRun: true });
    expect(deliveries(bench)).toBe(before + 1);
  });

  test('[Targets] edits that never stop are written every two seconds', async () => {
    const timer = new ManualTimer();
    const bench = await openBench({ timer });
    await bench.targets.add({ hash: 'castle', folder: gameProject('godot') });
    const before = deliveries(bench);
    for (let written = 1; written <= 3; written += 1) {
      for (let edit = 1; edit <= 40; edit += 1) {
        expect(deliveries(bench) - before).toBe(written - 1);
        bench.write(`Edit ${written} ${edit}`);
        timer.pass(50);
      }
      await expect.poll(() => deliveries(bench) - before).toBe(written);
    }
  });
});

describe('editors', () => {
  test('[Targets] an exported file that is touched, or rewritten with the same bytes, is neither reported nor written', async () => {
    const { bench, folder } = await followed();
    const renders = bench.story.renders;
    utimesSync(join(folder, path), 1, 1);
    copyFileSync(join(folder, map.path), join(folder, 'copy'));
    renameSync(join(folder, 'copy'), join(folder, map.path));
    const before = states(bench).length;
    // The reports of the watcher about the changes above arrive before the one about this change.
    const seen = bench.untilState('changedByOthers');
    writeTextFile(folder, path, 'theirs');
    await seen;
    expect(states(bench).slice(before)).toEqual(['changedByOthers']);
    expect(bench.story.renders).toBeLessThanOrEqual(renders + 2);
    expect(deliveries(bench)).toBe(1);
  });

  test('[Targets] files that the editor adds beside exported files are ignored', async () => {
    const { bench, folder } = await followed();
    const { renders } = bench.story;
    for (const name of [`${map.path}.import`, `${path}.uid`, 'arcweave/assets/own.png', 'arcweave/notes/a.txt'])
      writeTextFile(folder, name, 'editor');
    const seen = bench.untilState('changedByOthers');
    writeTextFile(folder, map.path, 'their map');
    expect((await seen).status.foreign).toMatchObject([{ path: map.path, what: 'changed' }]);
    expect(bench.story.renders).toBeLessThanOrEqual(renders + 2);
  });

  test('[Targets] a changed asset is detected in a folder that a later export created', async () => {
    const { bench, folder, id, story } = await followed();
    const late = { path: 'arcweave/assets/late/deep/late.png', bytes: 'late' };
    story.assets = [map, late];
    await bench.targets.run({ id });
    const seen = bench.untilState('changedByOthers');
    writeTextFile(folder, late.path, 'theirs');
    expect((await seen).status.foreign).toMatchObject([{ path: late.path, what: 'changed' }]);
  });

  test('[Targets] a read-only asset is reported, and written once it is writable', async () => {
    const { bench, folder, id, story } = await followed();
    chmodSync(join(folder, map.path), 0o444);
    story.assets = [{ ...map, bytes: 'redrawn' }];
    await expect(bench.targets.run({ id })).rejects.toThrow(`${map.path} is read-only`);
    const well = bench.untilState('upToDate');
    chmodSync(join(folder, map.path), 0o644);
    await well;
    expect(textAt(folder, map.path)).toBe('redrawn');
  });

  test.runIf(hasFolderLinks)('[Targets] a link inside the project that replaces an exported folder is followed', async () => {
    const { bench, folder, id, story } = await followed();
    await bench.targets.changeSettings(id, { on: false });
    mkdirSync(join(folder, 'art'));
    renameSync(join(folder, 'arcweave/assets'), join(folder, 'art/assets'));
    symlinkSync(join(folder, 'art/assets'), join(folder, 'arcweave/assets'), 'junction');
    story.assets = [{ ...map, bytes: 'redrawn' }];
    await bench.targets.changeSettings(id, { on: true });
    expect(textAt(folder, 'art/assets/map.png')).toBe('redrawn');
  });
});

describe('version control', () => {
  const git = (folder: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'commit.gpgsign=false', ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const hasGit = isThere();

  test.skipIf(!hasGit)(
    `[Targets] a branch with an older export, one without, and back${hasGit ? '' : ' (omitted: git is not installed)'}`,
    async () => {
      const { bench, folder, id, story } = await followed();
      git(folder, 'init', '-q', '-b', 'main');
      writeTextFile(folder, '.gitignore', '.taleport~\n');
      git(folder, 'add', '-A');
      git(folder, 'commit', '-qm', 'first export');
      git(folder, 'branch', 'old');
      story.text = 'Second';
      story.assets = [{ ...map, bytes: 'a second map' }];
      await bench.targets.run({ id });
      git(folder, 'commit', '-qam', 'second export');
      const second = filesOf(folder);

      // The older export and its asset are ours, so both are brought up to date.
      const older = bench.untilState('upToDate');
      git(folder, 'switch', '-q', 'old');
      await older;
      expect(filesOf(folder)).toEqual(second);
      git(folder, 'switch', '-q', '-f', 'main');
      expect(filesOf(folder)).toEqual(second);

      git(folder, 'switch', '-q', '--orphan', 'bare');
      const gone = bench.targets.list()[0]?.status.state === 'blocked' ? undefined : bench.untilState('blocked');
      await gone;
      writeTextFile(folder, 'project.godot', 'config_version=5\n');
      expect(filesOf(folder)[path]).toBeUndefined();
      rmSync(join(folder, 'project.godot'));
      const back = bench.untilState('upToDate');
      git(folder, 'switch', '-q', 'main');
      await back;
      expect(filesOf(folder)).toEqual(second);
      expect(git(folder, 'status', '--porcelain')).toBe('');
    },
  );

  function isThere(): boolean {
    try {
      execFileSync('git', ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  }
  const filesOf = (folder: string): Record<string, string> =>
    Object.fromEntries(Object.entries(readAllFiles(folder)).filter(([name]) => !name.startsWith('.git/')));
});

describe('a folder on a network', () => {
  test('[Targets] is checked every few seconds, and reports nothing by itself', async () => {
    const timer = new ManualTimer();
    const bench = await openBench({ timer });
    const folder = gameProject('godot');
    const { id } = await bench.targets.add({ hash: 'castle', folder, settings: { polling: true } });
    const second = async (): Promise<void> => {
      timer.pass(1000);
      await bench.targets.run({ id, dryRun: true }).catch(() => undefined);
      await nextTurn();
    };
    await second();
    writeTextFile(folder, path, 'theirs');
    const seen = bench.untilState('changedByOthers');
    for (let passed = 0; passed < 12 && bench.targets.list()[0]?.status.state !== 'changedByOthers'; passed += 1) await second();
    await seen;
    expect(bench.targets.list()[0]).toMatchObject({ polling: true, status: { foreign: [{ path, what: 'changed' }] } });
    await bench.targets.resolve(id, 'restore');
    // Watching by the system again, from now on.
    await bench.targets.changeSettings(id, { polling: false });
    expect(textAt(folder, path)).toBe(bench.story.bytes());
    expect(newFolderForFile()).not.toBe(folder);
  });
});

describe('a target that waits for a decision', () => {
  test('[Targets] is inspected, and does not export the story again until something changes', async () => {
    const timer = new ManualTimer();
    const disk = new FaultyDisk();
    const bench = await openBench({ timer, disk });
    const folder = gameProject('godot');
    const { id } = await bench.targets.add({ hash: 'castle', folder, settings: { polling: true } });
    writeTextFile(folder, path, 'theirs');
    await expect(bench.targets.run({ id })).rejects.toThrow();
    const { renders } = bench.story;
    const stat = disk.stat;
    let inspections = 0;
    disk.stat = (at) => {
      if (at.endsWith('project.json')) inspections += 1;
      return stat(at);
    };
    const pass = () => {
      timer.pass(1000);
      return inspections;
    };
    await expect.poll(pass).toBeGreaterThan(3);
    expect(bench.story.renders).toBe(renders);
    const other = bench.until((event) => event.event === 'target.changed');
    writeTextFile(folder, path, 'theirs, again');
    await expect.poll(() => pass() && bench.story.renders).toBeGreaterThan(renders);
    await other;
  });
});

describe('the system', () => {
  test('[Targets] reports changes of exported files, without waiting for the next comparison', async () => {
    const folder = gameProject('godot');
    writeTextFile(folder, path, 'ours');
    let changes = 0;
    const watcher = new FileWatcher({
      root: folder,
      polling: false,
      timer: new ManualTimer(),
      identity: async () => 'the same',
      isAlsoRelevant: () => false,
      isStoryFile: (each) => each.endsWith('.json'),
      onChange: () => (changes += 1),
      onReturn: () => undefined,
      log: () => undefined,
    });
    watcher.setFiles([path]);
    await expect.poll(() => changes).toBe(1);
    writeTextFile(folder, path, 'theirs');
    await expect.poll(() => changes).toBeGreaterThan(1);
    await watcher.close();
  });
});
