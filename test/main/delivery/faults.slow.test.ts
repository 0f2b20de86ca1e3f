/** Errors of the folder or the disk: a target reports them, damages nothing, and retries. */

import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, existsSync, ftruncateSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fingerprintOf } from '../../../main/platform/fingerprint.ts';
import { t } from '../../../shared/messages/english.ts';
import { newFolderForFile } from '../../new-folder.ts';
import { removesOpenFiles } from '../../system-abilities.ts';
import { openBench, pathOf, Story } from './bench.ts';
import { FaultyDisk } from './faulty-disk.ts';
import { gameProject, initialFilesOf, readAllFiles, textAt, writeTextFile } from './game.ts';
import { ManualTimer } from './manual-timer.ts';
import type { StoredAsset } from './story-with-assets.ts';

const path = pathOf.godot;

describe('a failing disk', () => {
  test.each([
    ['ENOSPC', 'is full'],
    ['EROFS', 'is on a read-only disk'],
    ['EIO', '(EIO)'],
  ])('[Targets] %s: reported, the last good file stays, and the export is written once it is over', async (code, words) => {
    const disk = new FaultyDisk();
    const timer = new ManualTimer();
    const bench = await openBench({ disk, timer });
    const folder = gameProject('godot');
    await bench.targets.add({ hash: 'castle', folder });
    const good = readAllFiles(folder);
    disk.fail('write', code);
    const blocked = bench.untilState('blocked');
    bench.write('Next');
    timer.pass(100);
    const { status } = await blocked;
    expect(t(status.sentence)).toContain(words);
    expect(status.version).toBe(1);
    expect(readAllFiles(folder)).toEqual(good);
    expect(existsSync(join(folder, '.taleport~'))).toBe(false);
    disk.heal();
    const well = bench.untilState('upToDate');
    timer.pass(1000);
    await well;
    expect(textAt(folder, path)).toBe(bench.story.bytes());
  });

  test('[Targets] it retries after 1, 2, 4, 8, 16 seconds, then about every half minute', async () => {
    const disk = new FaultyDisk();
    const timer = new ManualTimer();
    const bench = await openBench({ disk, timer });
    disk.fail('write', 'ENOSPC');
    await bench.targets.add({ hash: 'castle', folder: gameProject('godot') });
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const { renders } = bench.story;
      for (let seconds = 1; bench.story.renders === renders; seconds += 1) {
        timer.pass(1000);
        // Yields, so that the poll and the delivery run continue in turns.
        await bench.targets.run({ dryRun: true }).then(
          () => undefined,
          () => undefined,
        );
        bench.story.renders -= 1;
        if (bench.story.renders !== renders) waits.push(seconds);
      }
    }
    expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
    for (const wait of waits.slice(5)) expect(wait).toBeLessThanOrEqual(31);
  });

  test('[Targets] a file briefly in use is retried immediately', async () => {
    for (const code of ['EPERM', 'EBUSY', 'EACCES']) {
      const disk = new FaultyDisk();
      const bench = await openBench({ disk });
      const folder = gameProject('godot');
      disk.fail('replace', code, 2);
      const target = await bench.targets.add({ hash: 'castle', folder });
      expect(target.status.state).toBe('upToDate');
    }
  });

  test('[Targets] a file that stays in use: files written before it are recorded as exported', async () => {
    const disk = new FaultyDisk();
    const bench = await openBench({ disk });
    const folder = gameProject('godot');
    bench.story.others = { 'arcweave/a.txt': 'one' };
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    bench.story.others = { 'arcweave/a.txt': 'two' };
    bench.story.text = 'Next';
    disk.fail('replace', 'EACCES', Number.POSITIVE_INFINITY, /project\.json$/);
    await expect(bench.targets.run({ id })).rejects.toMatchObject({
      code: 'folder',
      message: expect.stringContaining('isn’t allowed to write to'),
    });
    expect(textAt(folder, 'arcweave/a.txt')).toBe('two');
    expect(existsSync(join(folder, '.taleport~'))).toBe(false);
    disk.heal();
    await expect(bench.targets.run({ id })).resolves.toEqual([{ id, written: [path], removed: [] }]);
  });

  test('[Targets] whichever call fails, every file is complete, no temporary file remains and the next run repairs it', async () => {
    for (let step = 1; ; step += 1) {
      const disk = new FaultyDisk();
      const story = new Story();
      const bench = await openBench({ disk, story });
      const folder = gameProject('godot');
      story.others = { 'arcweave/a.txt': 'one', 'arcweave/gone.txt': 'gone' };
      const { id } = await bench.targets.add({ hash: 'castle', folder });
      const old = readAllFiles(folder);
      story.others = { 'arcweave/a.txt': 'two', 'arcweave/new/b.txt': 'new' };
      story.text = 'Next';
      let calls = 0;
      disk.before = (call) => {
        calls += 1;
        if (calls === step) disk.fail(call, 'EIO', 1);
      };
      const result = await bench.targets.run({ id }).then(
        () => 'done',
        () => 'failed',
      );
      const now = readAllFiles(folder);
      for (const [file, text] of Object.entries(now))
        expect([old[file], file === path ? story.bytes() : story.others[file]]).toContain(text);
      if (now[path] === story.bytes()) expect(now['arcweave/new/b.txt']).toBe('new');
      expect(existsSync(join(folder, '.taleport~'))).toBe(false);
      disk.before = () => undefined;
      disk.heal();
      await bench.targets.run({ id });
      expect(readAllFiles(folder)).toMatchObject({ [path]: story.bytes(), ...story.others });
      expect(readAllFiles(folder)['arcweave/gone.txt']).toBeUndefined();
      await bench.targets.close();
      if (result === 'done') {
        expect(step).toBeGreaterThan(10);
        break;
      }
    }
  });

  test('[Targets] with assets, whichever call fails: complete files, and no JSON that refers to missing ones', async () => {
    const name = (list: readonly StoredAsset[]): string => list.map(({ path: file, bytes }) => `${file}=${bytes}`).join(' ');
    const before: StoredAsset[] = [
      { path: 'arcweave/assets/a.png', bytes: 'a, old' },
      { path: 'arcweave/assets/b/gone.png', bytes: 'gone' },
      { path: 'arcweave/assets/same.mp3', bytes: 'same' },
    ];
    const after: StoredAsset[] = [
      { path: 'arcweave/assets/a.png', bytes: 'a, new' },
      { path: 'arcweave/assets/c/new.png', bytes: 'new' },
      { path: 'arcweave/assets/same.mp3', bytes: 'same' },
    ];
    for (let step = 1, ended = false; !ended; step += 1) {
      const disk = new FaultyDisk();
      const story = new Story();
      const bench = await openBench({ disk, story });
      const folder = gameProject('godot');
      story.assets = before;
      story.text = name(before);
      const { id } = await bench.targets.add({ hash: 'castle', folder });
      story.assets = after;
      story.text = name(after);
      let calls = 0;
      disk.before = (call) => {
        calls += 1;
        if (calls === step) disk.fail(call, step % 2 === 0 ? 'ENOSPC' : 'EIO', 1);
      };
      ended = await bench.targets.run({ id }).then(
        () => true,
        () => false,
      );
      const now = readAllFiles(folder);
      const named = [...(now[path] ?? '').matchAll(/(arcweave\/\S+)=/g)].map(([, file = '']) => file);
      expect(named).toHaveLength(3);
      for (const file of named) expect(now[file]).toBeDefined();
      const known = [...before, ...after].map(({ path: file, bytes }) => `${file}=${bytes}`);
      for (const [file, text] of Object.entries(now)) if (file.includes('/assets/')) expect(known).toContain(`${file}=${text}`);
      expect(existsSync(join(folder, '.taleport~'))).toBe(false);
      disk.before = () => undefined;
      disk.heal();
      await bench.targets.run({ id });
      const wanted = Object.fromEntries(after.map(({ path: file, bytes }) => [file, bytes]));
      expect(readAllFiles(folder)).toEqual({ ...initialFilesOf('godot'), ...wanted, [path]: story.bytes() });
      await bench.targets.close();
      if (ended) expect(step).toBeGreaterThan(15);
    }
  });

  test('[Targets] EPERM on an asset in use by a program: the JSON waits with it, and both are written once it is free', async () => {
    const disk = new FaultyDisk();
    const bench = await openBench({ disk });
    const folder = gameProject('unity');
    const at = 'Assets/Arcweave/Resources/a.png';
    bench.story.assets = [{ path: at, bytes: 'old' }];
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    const json = textAt(folder, pathOf.unity);
    bench.story.assets = [{ path: at, bytes: 'new' }];
    bench.story.text = 'Next';
    disk.fail('replace', 'EPERM', Number.POSITIVE_INFINITY, /a\.png$/);
    await expect(bench.targets.run({ id })).rejects.toThrow('close programs that use its files');
    expect(textAt(folder, pathOf.unity)).toBe(json);
    expect(textAt(folder, at)).toBe('old');
    disk.heal();
    await bench.targets.run({ id });
    expect(textAt(folder, at)).toBe('new');
  });

  test('[Targets] a file written by someone else at the last moment stays', async () => {
    const disk = new FaultyDisk();
    const bench = await openBench({ disk });
    const folder = gameProject('godot');
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    bench.story.text = 'Next';
    disk.before = (call) => {
      if (call === 'replace') writeTextFile(folder, path, 'theirs');
    };
    await expect(bench.targets.run({ id })).rejects.toMatchObject({ json: { errors: { [path]: 'was changed by another program' } } });
    expect(textAt(folder, path)).toBe('theirs');
    expect(existsSync(join(folder, '.taleport~'))).toBe(false);
  });
});

describe('files of other programs', () => {
  test.runIf(removesOpenFiles)('[Targets] a save into a replaced file that another program has open is put back and reported', async () => {
    const disk = new FaultyDisk();
    const bench = await openBench({ disk });
    const folder = gameProject('godot');
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    const file = openSync(join(folder, path), 'r+');
    onTestFinished(() => closeSync(file));
    bench.story.text = 'Next';
    disk.before = (call) => {
      if (call !== 'settle') return;
      ftruncateSync(file);
      writeSync(file, 'theirs', 0);
    };
    await expect(bench.targets.run({ id })).rejects.toMatchObject({ json: { errors: { [path]: 'was changed by another program' } } });
    expect(textAt(folder, path)).toBe('theirs');
    expect(existsSync(join(folder, '.taleport~'))).toBe(false);
  });

  test('[Targets] a file that a killed process had moved away is back after the next start', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    await bench.targets.add({ hash: 'castle', folder });
    await bench.targets.close();
    const exported = textAt(folder, path);
    const moved: Record<string, string> = { [path]: exported, 'scenes/mine.tscn': 'theirs' };
    rmSync(join(folder, path));
    for (const [name, text] of Object.entries(moved)) {
      const sha256 = fingerprintOf(Buffer.from(text)).sha256;
      writeTextFile(folder, `.taleport~/${bench.targets.list()[0]?.id}/kept/${sha256}/${name}`, text);
    }
    const reopened = await bench.reopen();
    await reopened.targets.run({});
    expect(reopened.targets.list()[0]?.status.state).toBe('upToDate');
    expect(readAllFiles(folder)).toEqual({ ...initialFilesOf('godot'), ...moved });
    expect(existsSync(join(folder, '.taleport~'))).toBe(false);
  });

  test('[Targets] without hard links files are compared and renamed, and the status says so', async () => {
    const disk = new FaultyDisk();
    disk.hasHardLinks = false;
    const bench = await openBench({ disk });
    const folder = gameProject('godot');
    const { id, status } = await bench.targets.add({ hash: 'castle', folder });
    expect(status.findings).toMatchObject([{ severity: 'hint', rule: 'no-hard-links' }]);
    bench.story.text = 'Next';
    bench.story.version += 1;
    await bench.targets.run({ id });
    expect(textAt(folder, path)).toBe(bench.story.bytes());
    await bench.targets.run({ id });
    expect(bench.targets.list()[0]?.status.findings).toHaveLength(1);
    disk.hasHardLinks = true;
    bench.story.text = 'On another disk';
    await bench.targets.run({ id });
    expect(bench.targets.list()[0]?.status.findings).toEqual([]);
  });
});

describe('a missing folder', () => {
  test('[Targets] missing and back: reported, and written as soon as it is back', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    await bench.targets.add({ hash: 'castle', folder });
    const gone = bench.untilState('blocked');
    renameSync(folder, `${folder}-away`);
    expect(t((await gone).status.sentence)).toBe(`No Godot project found in ${folder}. Export resumes when it’s back.`);
    bench.write('While away');
    const back = bench.untilState('upToDate');
    renameSync(`${folder}-away`, folder);
    await back;
    expect(textAt(folder, path)).toBe(bench.story.bytes());
    const seen = bench.untilState('changedByOthers');
    writeTextFile(folder, path, 'theirs');
    await seen;
  });

  test('[Targets] missing at the start: the program still starts', async () => {
    const bench = await openBench();
    const folder = gameProject('json');
    await bench.targets.add({ hash: 'castle', folder, engine: 'json' });
    await bench.targets.close();
    rmSync(folder, { recursive: true });
    const reopened = await bench.reopen();
    expect(t((await reopened.untilState('blocked')).status.sentence)).toBe(`Folder not found: ${folder}. Export resumes when it’s back.`);
    const back = reopened.until((event) => event.event === 'target.changed' && event.target.status.state !== 'blocked');
    mkdirSync(folder);
    writeTextFile(folder, 'project.json', bench.story.bytes());
    await back;
  });

  test('[Targets] an empty folder in its place (a disk that is not mounted) is not written into', async () => {
    const bench = await openBench();
    const folder = gameProject('unity');
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    bench.story.text = 'Next';
    await expect(bench.targets.run({ id })).rejects.toThrow('No Unity project found in');
    expect(readAllFiles(folder)).toEqual({});
  });
});

describe('permissions', () => {
  test('[Targets] a read-only file gives a clear message and is written once it is writable', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    const before = textAt(folder, path);
    chmodSync(join(folder, path), 0o444);
    bench.story.text = 'Next';
    await expect(bench.targets.run({ id })).rejects.toThrow(`${path} is read-only. Check it out of version control, or make it writable.`);
    expect(textAt(folder, path)).toBe(before);
    const well = bench.untilState('upToDate');
    chmodSync(join(folder, path), 0o664);
    await well;
    expect(textAt(folder, path)).toBe(bench.story.bytes());
  });

  const volume = smallDisk();
  test.skipIf(!volume)(`[Targets] a full, then a read-only volume${volume ? '' : ' (omitted: no tmpfs can be mounted here)'}`, async () => {
    const at = volume ?? '';
    onTestFinished(() => {
      execFileSync('umount', ['-l', at]);
    });
    const bench = await openBench();
    const folder = gameProject('godot', join(at, 'game'));
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    const good = readAllFiles(folder);
    bench.story.text = 'x'.repeat(2_000_000);
    await expect(bench.targets.run({ id })).rejects.toThrow('is full');
    expect(readAllFiles(folder)).toEqual(good);
    bench.story.text = 'Short again';
    await bench.targets.run({ id });
    execFileSync('mount', ['-o', 'remount,ro', at]);
    bench.story.text = 'Read-only now';
    await expect(bench.targets.run({ id })).rejects.toThrow('is on a read-only disk');
    execFileSync('mount', ['-o', 'remount,rw', at]);
    await bench.targets.run({ id });
    expect(textAt(folder, path)).toBe(bench.story.bytes());
    expect(existsSync(join(folder, '.taleport~'))).toBe(false);
  });

  const other = smallDisk();
  test.skipIf(!other)(
    `[Targets] assets fill a volume: the old ones and the old story stay${other ? '' : ' (omitted: no tmpfs can be mounted here)'}`,
    async () => {
      const at = other ?? '';
      onTestFinished(() => {
        execFileSync('umount', ['-l', at]);
      });
      const bench = await openBench();
      const folder = gameProject('godot', join(at, 'game'));
      bench.story.assets = [{ path: 'arcweave/assets/a.png', bytes: 'a'.repeat(100_000) }];
      const { id } = await bench.targets.add({ hash: 'castle', folder });
      const good = readAllFiles(folder);
      bench.story.text = 'Next';
      bench.story.assets = ['a', 'b', 'c', 'd'].map((name) => ({ path: `arcweave/assets/${name}.png`, bytes: name.repeat(300_001) }));
      await expect(bench.targets.run({ id })).rejects.toThrow('is full');
      expect(readAllFiles(folder)).toEqual(good);
      expect(existsSync(join(folder, '.taleport~'))).toBe(false);
      bench.story.assets = bench.story.assets.slice(0, 2);
      await bench.targets.run({ id });
      expect(textAt(folder, 'arcweave/assets/b.png')).toBe('b'.repeat(300_001));
      expect(textAt(folder, path)).toBe(bench.story.bytes());
    },
  );
});

/** A disk of one megabyte, null where this user or system cannot have one. */
function smallDisk(): string | null {
  const at = newFolderForFile();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', at], { stdio: 'ignore' });
    return at;
  } catch {
    return null;
  }
}
