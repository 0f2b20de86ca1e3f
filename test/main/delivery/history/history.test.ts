/** The export history: stored compressed, restored unchanged, thinned out, and removed with the target. */

import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ExportHistory } from '../../../../main/delivery/history/export-history.ts';
import { openTextArchive, type TextArchive } from '../../../../main/delivery/history/text-archive.ts';
import type { AssetFile } from '../../../../main/exporters/asset-files.ts';
import { fingerprintOf } from '../../../../main/platform/fingerprint.ts';
import { systemTimer, type Timer } from '../../../../main/platform/timer.ts';
import { message } from '../../../../shared/messages/message.ts';
import { createMemoryKeyValueStore } from '../../../memory-key-value-store.ts';
import { newFolderForFile } from '../../../new-folder.ts';
import { listOpenFiles } from '../../../open-files.ts';
import { type Bench, openBench, pathOf, Story } from '../bench.ts';
import { FaultyDisk } from '../faulty-disk.ts';
import { gameProject, readAllFiles, textAt, writeTextFile } from '../game.ts';
import { ManualTimer } from '../manual-timer.ts';

const path = pathOf.godot;
const map = { path: 'arcweave/assets/map.png', bytes: 'a map' };

async function started(
  archive = openTextArchive(null),
  timer: Timer = systemTimer,
): Promise<{ bench: Bench; folder: string; id: string; story: Story }> {
  const story = new Story();
  story.assets = [map];
  const bench = await openBench({ story, archive, timer });
  const folder = gameProject('godot');
  const { id } = await bench.targets.add({ hash: 'castle', folder });
  // Exports on request are archived immediately.
  await bench.targets.history(id);
  return { bench, folder, id, story };
}

/** Exports the story this many minutes later. The clock of the environment advances by a second at each reading. */
async function next(bench: Bench, id: string, text: string, seconds = 0): Promise<void> {
  for (let second = 0; second < seconds; second += 1) bench.environment.now();
  bench.story.text = text;
  bench.story.version += 1;
  await bench.targets.run({ id });
  await bench.targets.history(id);
}

describe('history', () => {
  test('[Targets] lists each export with its version, the newest first, and none that wrote nothing', async () => {
    const { bench, id } = await started();
    await next(bench, id, 'Two', 70);
    await next(bench, id, 'Three', 70);
    await bench.targets.run({ id });
    const history = await bench.targets.history(id);
    expect(history.map(({ version, files, isCurrent, missingFiles }) => [version, files, isCurrent, missingFiles])).toEqual([
      [3, 2, true, []],
      [2, 2, false, []],
      [1, 2, false, []],
    ]);
    expect(history[0]?.bytes).toBe(map.bytes.length + bench.story.bytes().length);
    expect(new Date(history[0]?.exportedAt ?? '').getTime()).toBeGreaterThan(new Date(history[1]?.exportedAt ?? '').getTime());
  });

  test('[Targets] any entry can be restored, with its assets, and the target pauses so that it stays', async () => {
    const { bench, folder, id, story } = await started();
    const first = readAllFiles(folder);
    story.assets = [{ path: 'arcweave/assets/other.png', bytes: 'other' }];
    await next(bench, id, 'Two', 70);
    const second = readAllFiles(folder);
    const [, old] = await bench.targets.history(id);
    expect(await bench.targets.restoreExport(id, old?.id ?? '')).toMatchObject({ removed: ['arcweave/assets/other.png'] });
    expect(readAllFiles(folder)).toEqual(first);
    expect(bench.targets.list()[0]).toMatchObject({
      on: false,
      status: { state: 'off', version: 1, sentence: { key: 'targets.status.restoredExport', params: { version: 1 } } },
    });
    bench.write('Three');
    expect(readAllFiles(folder)).toEqual(first);
    const [now] = await bench.targets.history(id);
    expect(now).toMatchObject({ version: 1, isCurrent: true });
    const two = (await bench.targets.history(id)).find(({ version }) => version === 2);
    await bench.targets.restoreExport(id, two?.id ?? '');
    expect(readAllFiles(folder)).toEqual(second);
    expect((await bench.targets.changeSettings(id, { on: true })).status).toMatchObject({ state: 'upToDate', version: 3 });
    expect(textAt(folder, path)).toBe(bench.story.bytes());
  });

  test('[Targets] that the folder contains an earlier export is said after a restart and a failed export too, until another one is written', async () => {
    const disk = new FaultyDisk();
    const story = new Story();
    const bench = await openBench({ story, disk });
    const { id } = await bench.targets.add({ hash: 'castle', folder: gameProject('godot') });
    await bench.targets.history(id);
    await next(bench, id, 'Two', 70);
    const [, old] = await bench.targets.history(id);
    await bench.targets.restoreExport(id, old?.id ?? '');
    const reopened = await bench.reopen();
    const restored = { state: 'off', restoredExport: { version: 1 }, sentence: { key: 'targets.status.restoredExport' } };
    expect(reopened.targets.read(id).status).toMatchObject(restored);
    reopened.story.findings = [
      { severity: 'error', rule: 'missing-start', message: message('check.start.none'), kind: 'project', id: 'p' },
    ];
    await expect(reopened.targets.run({ id })).rejects.toThrow();
    expect(reopened.targets.read(id).status).toMatchObject(restored);
    reopened.story.findings = [];
    await reopened.targets.run({ id });
    expect(reopened.targets.read(id).status).toMatchObject({ state: 'off', restoredExport: null });
    expect((await reopened.reopen()).targets.read(id).status).toMatchObject({ state: 'off', restoredExport: null });
  });

  test('[Targets] a target is paused before the first file of an earlier export is written, and continues if none can be', async () => {
    const disk = new FaultyDisk();
    const bench = await openBench({ disk, timer: new ManualTimer() });
    const { id } = await bench.targets.add({ hash: 'castle', folder: gameProject('godot') });
    await bench.targets.history(id);
    await next(bench, id, 'Two', 70);
    const [, old] = await bench.targets.history(id);
    let stored: unknown;
    disk.before = (call) => {
      if (call === 'replace') stored = bench.keyValueStore.get(`target/${id}`);
    };
    disk.fail('replace', 'EXDEV');
    await expect(bench.targets.restoreExport(id, old?.id ?? '')).rejects.toThrow();
    expect(stored).toMatchObject({ settings: { on: false }, restoredExport: { version: 1 } });
    expect(bench.keyValueStore.get(`target/${id}`)).toMatchObject({ settings: { on: true }, restoredExport: null });
  });

  test.each(['keep', 'stop'] as const)(
    '[Targets] the newest export can be restored where the folder has a file of another program instead (%s)',
    async (choice) => {
      const { bench, folder, id } = await started();
      expect((await bench.targets.history(id))[0]?.isCurrent).toBe(true);
      writeTextFile(folder, path, 'theirs');
      await expect(bench.targets.run({ id })).rejects.toThrow();
      expect((await bench.targets.history(id))[0]?.isCurrent).toBe(false);
      await bench.targets.resolve(id, choice);
      expect((await bench.targets.history(id)).map(({ isCurrent }) => isCurrent)).toEqual([false]);
    },
  );

  test.each(['fails', 'does not respond'])('[Targets] the exports are listed although the disk of the game %s', async (how) => {
    const [disk, timer] = [new FaultyDisk(), new ManualTimer()];
    const bench = await openBench({ disk, timer });
    const { id } = await bench.targets.add({ hash: 'castle', folder: gameProject('godot') });
    expect(await bench.targets.history(id)).toMatchObject([{ version: 1, isCurrent: true }]);
    const failure = Object.assign(new Error('EIO'), { code: 'EIO' });
    disk.statAll = () => (how === 'fails' ? Promise.reject(failure) : new Promise(() => timer.pass(2000)));
    expect(await bench.targets.history(id)).toMatchObject([{ version: 1, isCurrent: false }]);
  });

  test('[Targets] assets with missing bytes are reported, and the rest is written', async () => {
    const { bench, folder, id, story } = await started();
    story.assets = [];
    await next(bench, id, 'Two', 70);
    story.vault.lose(map.bytes);
    const [, old] = await bench.targets.history(id);
    expect(old?.missingFiles).toEqual([map.path]);
    await bench.targets.restoreExport(id, old?.id ?? '');
    expect(textAt(folder, path)).toContain('Once upon a time');
    expect(readAllFiles(folder)[map.path]).toBeUndefined();
  });

  test('[Targets] what another program changed is not overwritten by an earlier export either', async () => {
    const { bench, folder, id } = await started();
    await next(bench, id, 'Two', 70);
    await bench.targets.changeSettings(id, { on: false });
    writeTextFile(folder, path, 'theirs');
    const [, old] = await bench.targets.history(id);
    await expect(bench.targets.restoreExport(id, old?.id ?? '')).rejects.toMatchObject({
      json: { errors: { [path]: 'was changed by another program' } },
    });
    expect(textAt(folder, path)).toBe('theirs');
  });

  test('[Targets] the newest ten are kept, also those of one minute; of many older ones within a minute only the last', async () => {
    const { bench, id } = await started();
    for (let count = 0; count < 45; count += 1) await next(bench, id, `Typed ${count}`, 3);
    const history = await bench.targets.history(id);
    expect(history.slice(0, 10).map(({ version }) => version)).toEqual([46, 45, 44, 43, 42, 41, 40, 39, 38, 37]);
    expect(history[0]?.isCurrent).toBe(true);
    const older = history.slice(10).map(({ exportedAt }) => exportedAt.slice(0, 16));
    expect(new Set(older).size).toBe(older.length);
    expect(older.length).toBeGreaterThan(0);
    expect(older.length).toBeLessThan(10);
  });

  test('[Targets] two exports of the same minute can be restored one after the other', async () => {
    const { bench, folder, id, story } = await started();
    const first = story.bytes();
    await next(bench, id, 'Two');
    const [now, before] = await bench.targets.history(id);
    expect(now?.exportedAt.slice(0, 16)).toBe(before?.exportedAt.slice(0, 16));
    expect(now?.exportedAt).not.toBe(before?.exportedAt);
    await bench.targets.restoreExport(id, before?.id ?? '');
    expect(textAt(folder, path)).toBe(first);
    const [latest, two] = await bench.targets.history(id);
    expect([latest?.version, latest?.isCurrent, two?.version]).toEqual([1, true, 2]);
    await bench.targets.restoreExport(id, two?.id ?? '');
    expect(textAt(folder, path)).toBe(story.bytes());
  });

  test('[Targets] an export that is changed externally right away is part of the history, and no copy of it is left', async () => {
    const archive = join(newFolderForFile(), 'exports');
    const { bench, folder, id } = await started(openTextArchive(archive));
    bench.story.text = 'Two';
    bench.story.version += 1;
    await bench.targets.run({ id });
    expect(readdirSync(archive).filter((name) => name.endsWith('.copy'))).toHaveLength(1);
    writeTextFile(folder, path, 'theirs');
    expect((await bench.targets.history(id))[0]).toMatchObject({ version: 2, missingFiles: [] });
    await expect.poll(() => readdirSync(archive).filter((name) => name.endsWith('.copy'))).toEqual([]);
    expect(bench.log).toEqual([]);
  });

  test('[Targets] files that had the text of the export already are part of the history, and once only', async () => {
    const { bench, folder, id } = await started();
    bench.story.text = 'Two';
    bench.story.version += 1;
    writeTextFile(folder, path, bench.story.bytes());
    expect(await bench.targets.run({ id })).toMatchObject([{ written: [], removed: [] }]);
    writeTextFile(folder, path, 'theirs');
    expect((await bench.targets.history(id)).map(({ version }) => version)).toEqual([2, 1]);
    writeTextFile(folder, path, bench.story.bytes());
    await bench.targets.run({ id });
    expect((await bench.targets.history(id)).map(({ version }) => version)).toEqual([2, 1]);
  });

  test('[Targets] copies of exports that followed each other quickly are removed', async () => {
    const archive = join(newFolderForFile(), 'exports');
    // No time passes in which one of them would be archived, however slow the machine is.
    const { bench, id } = await started(openTextArchive(archive), new ManualTimer());
    for (const text of ['Two', 'Three', 'Four']) {
      bench.story.text = text;
      bench.story.version += 1;
      await bench.targets.run({ id });
    }
    await expect.poll(() => readdirSync(archive).filter((name) => name.endsWith('.copy'))).toHaveLength(1);
    expect((await bench.targets.history(id)).map(({ version }) => version)).toEqual([4, 1]);
  });

  test('[Targets] while a file cannot be replaced, no copy of an export that failed is left', async () => {
    const archive = join(newFolderForFile(), 'exports');
    const disk = new FaultyDisk();
    const story = new Story();
    const bench = await openBench({ story, archive: openTextArchive(archive), disk, timer: new ManualTimer() });
    const { id } = await bench.targets.add({ hash: 'castle', folder: gameProject('godot') });
    await bench.targets.history(id);
    disk.fail('replace', 'EXDEV');
    for (const text of ['Two', 'Three', 'Four']) {
      bench.story.text = text;
      bench.story.version += 1;
      await expect(bench.targets.run({ id })).rejects.toThrow();
      expect(readdirSync(archive).filter((name) => name.endsWith('.copy'))).toEqual([]);
    }
    disk.heal();
    await bench.targets.run({ id });
    expect((await bench.targets.history(id)).map(({ version }) => version)).toEqual([4, 1]);
  });

  test('[Targets] with the layout of a release kept, exports in quick succession are not kept either, and the release is read once', async () => {
    const archive = openTextArchive(null);
    const reads: string[] = [];
    const counted = {
      ...archive,
      readText: (sha256: string) => {
        reads.push(sha256);
        return archive.readText(sha256);
      },
    };
    const { bench, id } = await started(counted, new ManualTimer());
    await bench.targets.setRelease(id, '1.0', { export: 'newest' });
    await bench.targets.changeSettings(id, { keepReleasedLayout: true });
    reads.length = 0;
    for (const text of ['Two', 'Three', 'Four']) {
      bench.story.text = text;
      bench.story.version += 1;
      await bench.targets.run({ id });
    }
    expect(reads).toEqual([]);
    expect((await bench.targets.history(id)).map(({ version }) => version)).toEqual([4, 1]);
    await bench.targets.setRelease(id, '1.1', { export: 'newest' });
    expect(reads).toContain(fingerprintOf(Buffer.from(bench.story.bytes())).sha256);
  });

  test('[Targets] where the text of the release is lost, the target says so with the two ways out', async () => {
    const folder = join(newFolderForFile(), 'exports');
    const { bench, id } = await started(openTextArchive(folder), new ManualTimer());
    await bench.targets.setRelease(id, '1.0', { export: 'newest' });
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    const { status } = await bench.targets.changeSettings(id, { keepReleasedLayout: true });
    expect(status).toMatchObject({ state: 'blocked', sentence: message('targets.problem.layoutLost', { release: '1.0' }) });
    expect(await bench.targets.changeSettings(id, { keepReleasedLayout: false })).toMatchObject({ status: { state: 'upToDate' } });
  });

  test('[Targets] a release without a layout keeps none, and such a setting is refused where files have none', async () => {
    const { bench, id } = await started(openTextArchive(null), new ManualTimer());
    bench.story.text = 'no "JSON';
    bench.story.version += 1;
    await bench.targets.run({ id });
    await bench.targets.setRelease(id, '1.0', { export: 'newest' });
    expect(await bench.targets.changeSettings(id, { keepReleasedLayout: true })).toMatchObject({ status: { state: 'upToDate' } });
    const page = { hash: 'castle', folder: newFolderForFile(), engine: 'html', settings: { keepReleasedLayout: true } };
    await expect(bench.targets.add(page)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('[Targets] in a folder: each text once, only while an export needs it, a damaged one is lost', async () => {
    const folder = join(newFolderForFile(), 'exports');
    const { bench, folder: game, id, story } = await started(openTextArchive(folder));
    await next(bench, id, 'Two', 70);
    story.assets = [];
    await next(bench, id, 'Three', 70);
    // Three stories and one list of assets.
    expect(readdirSync(folder)).toHaveLength(4);
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'spoilt');
    const [, old] = await bench.targets.history(id);
    const before = readAllFiles(game);
    await expect(bench.targets.restoreExport(id, old?.id ?? '')).rejects.toThrow('can’t be restored');
    expect(readAllFiles(game)).toEqual(before);
    expect(listOpenFiles((path) => path.startsWith(folder))).toEqual([]);
    rmSync(folder, { recursive: true });
    expect((await bench.targets.history(id)).every(({ missingFiles }) => missingFiles.length > 0)).toBe(true);
    await bench.targets.remove(id);
    expect(bench.keyValueStore.list()).toEqual([]);
  });

  test('[Targets] a text stays that one target does not need any more while another one is adding it', async () => {
    const archive = openTextArchive(null);
    let beforeNextRead = async (): Promise<unknown> => undefined;
    const slow: TextArchive = {
      ...archive,
      async *read(sha256) {
        const before = beforeNextRead;
        beforeNextRead = async () => undefined;
        await before();
        yield* archive.read(sha256);
      },
    };
    const { bench, id, story } = await started(slow);
    const { id: other } = await bench.targets.add({ hash: 'castle', folder: gameProject('json'), engine: 'json' });
    await bench.targets.history(other);
    story.text = 'Two';
    story.version += 1;
    await bench.targets.run({ id: other });
    await bench.targets.history(other);
    // The text is read again when it has been archived, for its digest, and before a row refers to it.
    beforeNextRead = () => bench.targets.remove(other);
    await bench.targets.run({ id });
    expect(await bench.targets.history(id)).toMatchObject([
      { version: 2, missingFiles: [] },
      { version: 1, missingFiles: [] },
    ]);
    expect(bench.targets.list()).toHaveLength(1);
  });

  test('[Targets] a text that was damaged before the start is replaced when it is exported again', async () => {
    const folder = join(newFolderForFile(), 'exports');
    const bytes = Buffer.from('Once upon a time');
    const { sha256 } = fingerprintOf(bytes);
    const exportText = (): Promise<string | undefined> => {
      const archive = openTextArchive(folder);
      return archive.add((put) => put(sha256, [bytes])).then(() => archive.readText(sha256));
    };
    await exportText();
    writeFileSync(join(folder, `${sha256}.gz`), 'spoilt');
    expect(await exportText()).toBe(bytes.toString());
  });

  test('[Targets] texts that no export names any more go at the next start', async () => {
    const folder = join(newFolderForFile(), 'exports');
    const { bench, id } = await started(openTextArchive(folder));
    await bench.targets.history(id);
    writeFileSync(join(folder, 'left-over.new'), 'x');
    const reopened = await bench.reopen();
    expect(readdirSync(folder)).toHaveLength(2);
    expect(await reopened.targets.history(id)).toHaveLength(1);
  });

  test('[Targets] an unknown export is a 404', async () => {
    const { bench, id } = await started();
    await expect(bench.targets.restoreExport(id, 'nothing')).rejects.toMatchObject({ code: 'notFound' });
  });
});

describe('comparing', () => {
  test('[Targets] what is there beside what we would write, laid out in lines', async () => {
    const { bench, folder, id } = await started();
    writeTextFile(folder, path, '{"name":"castle","text":"Twice"}');
    expect(await bench.targets.compare(id, path)).toEqual({
      type: 'text',
      reason: null,
      hunks: [
        {
          lines: [
            { type: 'both', text: '{' },
            { type: 'both', text: '  "name": "castle",' },
            { type: 'left', text: '  "text": "Twice"' },
            { type: 'right', text: '  "text": "Once upon a time"' },
            { type: 'both', text: '}' },
          ],
          unchangedAfter: 0,
        },
      ],
    });
    writeTextFile(folder, path, '{ "name": "castle",\n"text": "Once upon a time" }');
    expect(await bench.targets.compare(id, path)).toMatchObject({ type: 'same', reason: message('targets.comparison.onlyFormatting') });
    rmSync(join(folder, path));
    expect((await bench.targets.compare(id, path)).hunks[0]?.lines.every(({ type }) => type === 'right')).toBe(true);
  });

  test('[Targets] images are described by their size, and long texts are omitted', async () => {
    const { bench, folder, id } = await started();
    writeTextFile(folder, map.path, 'their map');
    expect(await bench.targets.compare(id, map.path)).toEqual({
      type: 'other',
      reason: message('targets.comparison.sizes', { present: 9, exported: 5 }),
      hunks: [],
    });
    writeTextFile(folder, path, 'x'.repeat(2_100_000));
    expect(await bench.targets.compare(id, path)).toMatchObject({ type: 'other' });
    await expect(bench.targets.compare(id, 'nowhere.json')).rejects.toMatchObject({ code: 'notFound' });
    await expect(bench.targets.compare(id, '../outside.json')).rejects.toMatchObject({ code: 'folder' });
  });
});

describe('texts that are no longer in the history', () => {
  test('[Targets] are still known after thousands of assets were replaced', async () => {
    const textOf = (version: number): string => `Text ${version}`;
    const assetsOf = (version: number): AssetFile[] =>
      Array.from({ length: 2100 }, (_, number) => ({
        path: `arcweave/assets/${number}.png`,
        file: `${number}.png`,
        sha256: `${version} ${number}`,
        size: 5,
      }));
    let version = 0;
    const history = new ExportHistory(
      { store: createMemoryKeyValueStore(), archive: openTextArchive(null), timer: new ManualTimer() },
      'target',
      {
        locate: () => undefined,
        readFile: async function* () {
          yield Buffer.from(textOf(version));
        },
        areInFolder: async () => true,
        logError: (error) => {
          throw error;
        },
      },
    );
    // Of the exports of one minute, the newest ten and the last are kept.
    for (; version < 14; version += 1) {
      const texts = [[path, fingerprintOf(Buffer.from(textOf(version)))]] as const;
      history.record({ at: version, version, texts, assets: assetsOf(version === 0 ? 0 : 1), hasWrittenFiles: true });
      await history.flush();
    }
    expect((await history.list()).map((entry) => entry.version)).not.toContain(0);
    expect(await history.contains(fingerprintOf(Buffer.from(textOf(0))).sha256)).toBe(true);
    expect(await history.contains('0 2099')).toBe(true);
  });
});
