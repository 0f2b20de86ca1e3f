/** Files that someone else changed, deleted or had before: noticed, shown, never overwritten unasked. Real watching. */

import { renameSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { t } from '../../../../shared/messages/english.ts';
import { message } from '../../../../shared/messages/message.ts';
import { type Bench, deliveries, openBench, pathOf } from '../bench.ts';
import { FaultyDisk } from '../faulty-disk.ts';
import { gameProject, readAllFiles, textAt, writeTextFile } from '../game.ts';

const path = pathOf.godot;

async function delivered(): Promise<{ bench: Bench; folder: string; id: string }> {
  const bench = await openBench();
  const folder = gameProject('godot');
  const { id } = await bench.targets.add({ hash: 'castle', folder });
  return { bench, folder, id };
}

const state = (bench: Bench) => bench.targets.list()[0]?.status;

describe('many changed files', () => {
  async function changed(count: number) {
    const disk = new FaultyDisk();
    const bench = await openBench({ disk });
    for (let number = 0; number < count; number++) bench.story.others[`arcweave/${number}.json`] = `${number}`;
    const folder = gameProject('godot');
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    for (const other of Object.keys(bench.story.others)) writeTextFile(folder, other, 'theirs');
    await expect(bench.targets.run({ id })).rejects.toMatchObject({ code: 'folder' });
    return { bench, folder, id, disk };
  }

  test('[Targets] a choice opens few of them at a time', async () => {
    const { bench, folder, id, disk } = await changed(60);
    let open = 0;
    let mostOpen = 0;
    const { statAndHash } = disk;
    disk.statAndHash = async (file) => {
      mostOpen = Math.max(mostOpen, ++open);
      return statAndHash.call(disk, file).finally(() => open--);
    };
    await bench.targets.resolve(id, 'keep');
    expect(mostOpen).toBeGreaterThan(1);
    expect(mostOpen).toBeLessThanOrEqual(16);
    await bench.targets.resolve(id, 'restoreKept');
    expect(mostOpen).toBeLessThanOrEqual(16);
    expect(textAt(folder, 'arcweave/59.json')).toBe('59');
  });

  test('[Targets] a file that cannot be read is not called changed again', async () => {
    const { bench, folder, id, disk } = await changed(2);
    disk.fail('find', 'EMFILE', Number.POSITIVE_INFINITY, /1\.json$/);
    await expect(bench.targets.resolve(id, 'restore')).rejects.toMatchObject({ code: 'folder', json: { context: { code: 'EMFILE' } } });
    expect(textAt(folder, 'arcweave/1.json')).toBe('theirs');
    disk.heal();
    await bench.targets.run({ id, changedFiles: 'restore' });
    expect(textAt(folder, 'arcweave/1.json')).toBe('1');
  });
});

describe('watching', () => {
  test('[Targets] an externally changed file is reported and not overwritten', async () => {
    const { bench, folder, id } = await delivered();
    const seen = bench.untilState('changedByOthers');
    writeTextFile(folder, path, 'theirs');
    expect((await seen).status).toMatchObject({
      foreign: [{ path, what: 'changed' }],
      sentence: message('targets.status.changedByOthers', { path, change: 'changed', others: 0 }),
    });
    bench.write('Later');
    await expect(bench.targets.run({ id })).rejects.toMatchObject({
      code: 'folder',
      json: { errors: { [path]: 'was changed by another program' } },
    });
    expect(textAt(folder, path)).toBe('theirs');
  });

  test('[Targets] a file replaced by renaming another over it is noticed too', async () => {
    const { bench, folder } = await delivered();
    const seen = bench.untilState('changedByOthers');
    writeTextFile(folder, 'arcweave/project.json.new', 'theirs');
    renameSync(join(folder, 'arcweave/project.json.new'), join(folder, path));
    expect((await seen).status.foreign).toMatchObject([{ path, what: 'changed' }]);
  });

  test.each([
    ['the file', path],
    ['its whole folder', 'arcweave'],
  ])('[Targets] deleted: %s', async (_, gone) => {
    const { bench, folder } = await delivered();
    const seen = bench.untilState('changedByOthers');
    rmSync(join(folder, gone), { recursive: true });
    expect((await seen).status.foreign).toMatchObject([{ path, what: 'deleted' }]);
  });

  test('[Targets] the report is resolved when the exported bytes are back', async () => {
    const { bench, folder } = await delivered();
    const seen = bench.untilState('changedByOthers');
    rmSync(join(folder, 'arcweave'), { recursive: true });
    await seen;
    const well = bench.untilState('upToDate');
    writeTextFile(folder, path, bench.story.bytes());
    expect((await well).status.foreign).toEqual([]);
  });

  test('[Targets] an export never triggers another: it causes no delivery and no read of the story', async () => {
    const { bench, folder } = await delivered();
    for (const text of ['One', 'Two', 'Three']) {
      bench.story.text = text;
      await bench.targets.run({});
    }
    const { renders } = bench.story;
    const before = deliveries(bench);
    // The reports of the watcher about the exports arrive before the one about this change.
    const seen = bench.untilState('changedByOthers');
    writeTextFile(folder, path, 'theirs');
    await seen;
    expect(deliveries(bench)).toBe(before);
    expect(bench.story.renders).toBeLessThanOrEqual(renders + 2);
    expect(
      bench.events.filter((event) => event.event === 'target.changed' && event.target.status.state === 'changedByOthers'),
    ).toHaveLength(1);
  });

  test('[Targets] what happens while the program is closed is noticed at the next start', async () => {
    const { bench, folder } = await delivered();
    await bench.targets.close();
    unlinkSync(join(folder, path));
    const reopened = await bench.reopen();
    expect((await reopened.untilState('changedByOthers')).status.foreign).toMatchObject([{ path, what: 'deleted' }]);
  });
});

describe('choosing', () => {
  test('[Targets] overwrite exports the file again, whether it was changed, deleted or added', async () => {
    for (const spoil of ['theirs', null]) {
      const { bench, folder, id } = await delivered();
      const seen = bench.untilState('changedByOthers');
      if (spoil === null) unlinkSync(join(folder, path));
      else writeTextFile(folder, path, spoil);
      await seen;
      expect((await bench.targets.resolve(id, 'restore')).status).toMatchObject({ state: 'upToDate', foreign: [] });
      expect(textAt(folder, path)).toBe(bench.story.bytes());
    }
    const bench = await openBench();
    const folder = gameProject('godot');
    writeTextFile(folder, path, 'there before');
    const target = await bench.targets.add({ hash: 'castle', folder });
    expect(target).toMatchObject({ files: [], status: { state: 'changedByOthers', foreign: [{ path, what: 'present' }] } });
    expect(textAt(folder, path)).toBe('there before');
    expect((await bench.targets.resolve(target.id, 'restore')).status).toMatchObject({ state: 'upToDate', files: 1 });
    expect(textAt(folder, path)).toBe(bench.story.bytes());
  });

  test.each(['restore', 'keep'] as const)('[Targets] %s is only done to the version of the file that was shown', async (choice) => {
    const { bench, folder, id } = await delivered();
    const first = bench.untilState('changedByOthers');
    writeTextFile(folder, path, 'theirs');
    const shown = (await first).status.foreign.map(({ path: at, sha256 }) => ({ path: at, sha256 }));
    const second = bench.until((event) => event.event === 'target.changed' && event.target.status.foreign[0]?.sha256 !== shown[0]?.sha256);
    writeTextFile(folder, path, 'theirs, again');
    await expect(bench.targets.resolve(id, choice, shown)).rejects.toMatchObject({
      message: `Another program has changed ${path} again, so nothing was done. Check its new version, then choose again.`,
    });
    await second;
    expect(textAt(folder, path)).toBe('theirs, again');
    const now = state(bench);
    expect(now).toMatchObject({ state: 'changedByOthers', foreign: [{ path, what: 'changed' }] });
    expect((await bench.targets.resolve(id, choice, now?.foreign)).status).toMatchObject({ state: 'upToDate', foreign: [] });
    expect(textAt(folder, path)).toBe(choice === 'keep' ? 'theirs, again' : bench.story.bytes());
  });

  test('[Targets] a choice for files that nobody else has changed does nothing', async () => {
    const { bench, folder, id } = await delivered();
    writeTextFile(folder, 'arcweave/mine.txt', 'mine');
    await bench.targets.resolve(id, 'restore', [{ path: 'arcweave/mine.txt', sha256: null }]);
    bench.story.text = 'Next';
    await bench.targets.run({ id });
    expect(readAllFiles(folder)).toMatchObject({ 'arcweave/mine.txt': 'mine', [path]: bench.story.bytes() });
  });

  test('[Targets] a kept file is never overwritten, also after a restart; the other files follow the story', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    const { id } = await bench.targets.add({ hash: 'castle', folder, settings: { locales: ['fr'] } });
    const seen = bench.untilState('changedByOthers');
    writeTextFile(folder, path, 'theirs');
    await seen;
    const kept = await bench.targets.resolve(id, 'keep');
    expect(kept.status).toMatchObject({ state: 'upToDate', files: 1 });
    expect(t(kept.status.sentence)).toBe(`Up to date. Left unchanged: ${path}.`);
    const reopened = await bench.reopen();
    reopened.story.text = 'Next';
    await reopened.targets.run({});
    writeTextFile(folder, path, 'theirs, again');
    reopened.story.text = 'And next';
    await reopened.targets.run({});
    expect(textAt(folder, path)).toBe('theirs, again');
    expect(textAt(folder, 'arcweave/project.fr.json')).toContain('And next');
  });

  test.each(['stays', 'is deleted', 'becomes equal', 'is away for a moment'] as const)(
    '[Targets] a kept file that %s is left alone until the user overwrites it',
    async (way) => {
      const bench = await openBench({ knowsVersion: true });
      const folder = gameProject('godot');
      const { id } = await bench.targets.add({ hash: 'castle', folder });
      const seen = bench.untilState('changedByOthers');
      writeTextFile(folder, path, 'theirs');
      await seen;
      await bench.targets.resolve(id, 'keep');
      if (way === 'is deleted' || way === 'is away for a moment') unlinkSync(join(folder, path));
      if (way === 'becomes equal') writeTextFile(folder, path, bench.story.bytes());
      await bench.targets.run({ id });
      if (way === 'is away for a moment') writeTextFile(folder, path, 'theirs');
      const before = readAllFiles(folder)[path];
      bench.story.text = 'Next';
      bench.story.version += 1;
      expect(await bench.targets.run({ id })).toEqual([{ id, written: [], removed: [] }]);
      expect(readAllFiles(folder)[path]).toBe(before);
      expect(state(bench)).toMatchObject({ state: 'upToDate', kept: { first: [path], count: 1 } });
      expect((await bench.targets.resolve(id, 'restoreKept')).status).toMatchObject({ state: 'upToDate', kept: { first: [], count: 0 } });
      expect(textAt(folder, path)).toBe(bench.story.bytes());
    },
  );

  test('[Targets] after a kept deletion the file is not written again', async () => {
    const { bench, folder, id } = await delivered();
    const seen = bench.untilState('changedByOthers');
    unlinkSync(join(folder, path));
    await seen;
    await bench.targets.resolve(id, 'keep');
    bench.story.text = 'Next';
    await expect(bench.targets.run({ id })).resolves.toEqual([{ id, written: [], removed: [] }]);
    expect(readAllFiles(folder)[path]).toBeUndefined();
  });

  test('[Targets] overwrite applies to the reported files; files kept before stay', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    writeTextFile(folder, path, 'there before');
    const { id } = await bench.targets.add({ hash: 'castle', folder, settings: { locales: ['fr'] } });
    await bench.targets.resolve(id, 'keep');
    const seen = bench.untilState('changedByOthers');
    writeTextFile(folder, 'arcweave/project.fr.json', 'theirs');
    await seen;
    await bench.targets.resolve(id, 'restore');
    expect(textAt(folder, 'arcweave/project.fr.json')).toContain('fr: ');
    expect(textAt(folder, path)).toBe('there before');
    await bench.targets.resolve(id, 'restore');
    expect(textAt(folder, path)).toBe('there before');
    await bench.targets.resolve(id, 'restoreKept');
    expect(textAt(folder, path)).toBe(bench.story.bytes());
  });

  test('[Targets] stop switches the target off', async () => {
    const { bench, folder, id } = await delivered();
    const seen = bench.untilState('changedByOthers');
    writeTextFile(folder, path, 'theirs');
    await seen;
    expect(await bench.targets.resolve(id, 'stop')).toMatchObject({ on: false, status: { state: 'off' } });
    expect(textAt(folder, path)).toBe('theirs');
    expect(state(bench)?.state).toBe('off');
  });
});

describe('Unreal', () => {
  test('[Targets] another JSON file beside the export is reported, because the importer reads the first', async () => {
    const bench = await openBench();
    const folder = gameProject('unreal');
    writeTextFile(folder, 'Content/ArcweaveExport/old.JSON.bak', '{}');
    const target = await bench.targets.add({ hash: 'castle', folder });
    expect(target.status.state).toBe('upToDate');
    expect(t(target.status.sentence)).toContain('Content/ArcweaveExport/old.JSON.bak is in the same folder as the story file');
    expect(target.status.findings).toMatchObject([{ severity: 'warning', rule: 'other-json' }]);
    const alone = bench.untilState('upToDate');
    unlinkSync(join(folder, 'Content/ArcweaveExport/old.JSON.bak'));
    expect((await alone).status).toMatchObject({ sentence: message('targets.status.upToDate'), findings: [] });
    const more = bench.untilState('upToDate');
    writeTextFile(folder, 'Content/ArcweaveExport/a.json', '{}');
    expect(t((await more).status.sentence)).toContain('a.json');
  });
});
