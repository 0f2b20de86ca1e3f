/** Targets through their public interface: added, written, changed, removed. */

import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../../shared/contracts/findings.ts';
import type { Target } from '../../../../shared/contracts/targets.ts';
import { t } from '../../../../shared/messages/english.ts';
import { message, verbatim } from '../../../../shared/messages/message.ts';
import { notFoundProblem, Problem } from '../../../../shared/problem.ts';
import { exportFormats } from '../../../exporter-ids.ts';
import { createMemoryKeyValueStore } from '../../../memory-key-value-store.ts';
import { newFolderForFile } from '../../../new-folder.ts';
import { hasFolderLinks } from '../../../system-abilities.ts';
import { type Bench, openBench, pathOf, Story } from '../bench.ts';
import { FaultyDisk } from '../faulty-disk.ts';
import { gameProject, initialFilesOf, readAllFiles, textAt, writeTextFile } from '../game.ts';
import { ManualTimer } from '../manual-timer.ts';

const missingStart: Finding = {
  severity: 'error',
  rule: 'missing-start',
  message: message('check.start.none'),
  kind: 'project',
  id: 'castle',
};
const deadEnd: Finding = {
  severity: 'warning',
  rule: 'dead-end',
  message: message('check.jumper.notConnected', { board: 'Gate' }),
  kind: 'element',
  id: 'gate',
};

/** One file waits on it before it is put in place, until the disk resumes. */
class SlowDisk extends FaultyDisk {
  #began = Promise.withResolvers<void>();
  #resumed = Promise.withResolvers<void>();
  #isStalling = false;
  readonly resume = (): void => this.#resumed.resolve();

  /** Resolves when the file waits. */
  stallNextSwap(): Promise<void> {
    this.#isStalling = true;
    return this.#began.promise;
  }

  override async replaceIfUnchanged(...swap: Parameters<FaultyDisk['replaceIfUnchanged']>) {
    if (this.#isStalling) {
      this.#isStalling = false;
      this.#began.resolve();
      await this.#resumed.promise;
    }
    return super.replaceIfUnchanged(...swap);
  }
}

describe('adding a target', () => {
  test.each(exportFormats)('[Targets] %s: the file is written to the path of its importer and nothing else changes', async (engine) => {
    const bench = await openBench();
    const folder = gameProject(engine);
    const target = await bench.targets.add({ hash: 'castle', folder, engine });
    expect(readAllFiles(folder)).toEqual({ ...initialFilesOf(engine), [pathOf[engine]]: bench.story.bytes() });
    expect(target).toMatchObject({ hash: 'castle', engine, folder, locales: 'main', on: true, files: [pathOf[engine]] });
    expect(target.status).toMatchObject({
      state: 'upToDate',
      sentence: message('targets.status.upToDate'),
      version: 1,
      files: 1,
      foreign: [],
    });
    expect(target.status.bytes).toBe(bench.story.bytes().length);
    expect(target.status.lastExport).toMatch(/^2026-01-01T/);
    expect(bench.events).toContainEqual({
      event: 'target.delivered',
      delivery: { id: target.id, written: [pathOf[engine]], removed: [] },
      hash: 'castle',
    });
  });

  test('[Targets] an existing file with our bytes is adopted silently', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    writeTextFile(folder, pathOf.godot, bench.story.bytes());
    const target = await bench.targets.add({ hash: 'castle', folder });
    expect(target.status).toMatchObject({ state: 'upToDate', files: 1 });
    expect(bench.events.some(({ event }) => event === 'target.delivered')).toBe(false);
  });

  test('[Targets] two projects into the same folder and engine are rejected, also with another name of the folder', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    await bench.targets.add({ hash: 'castle', folder });
    const link = join(newFolderForFile(), 'link');
    if (hasFolderLinks) symlinkSync(folder, link, 'junction');
    for (const where of [folder, join(folder, 'addons'), ...(hasFolderLinks ? [link] : [])]) {
      await expect(bench.targets.add({ hash: 'forest', folder: where })).rejects.toMatchObject({
        code: 'folder',
        message: expect.stringContaining('Another story is already exported to'),
      });
    }
    await expect(bench.targets.add({ hash: 'castle', folder })).rejects.toMatchObject({
      message: expect.stringContaining('This story is'),
    });
    expect(bench.targets.list()).toHaveLength(1);
  });

  test('[Targets] at the same moment, too', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    const results = await Promise.allSettled(['castle', 'forest'].map((hash) => bench.targets.add({ hash, folder })));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('[Targets] two targets never write the same file', async () => {
    const bench = await openBench();
    const folder = gameProject('unity');
    await bench.targets.add({ hash: 'castle', folder });
    const clash = bench.targets.add({ hash: 'castle', folder: join(folder, 'Assets/Arcweave'), engine: 'json' });
    await expect(clash).rejects.toMatchObject({ code: 'folder', message: expect.stringContaining('another game folder') });
    expect(bench.targets.list()).toHaveLength(1);
    expect(bench.keyValueStore.list().filter(({ id }) => !id.startsWith('past/'))).toHaveLength(2);
  });

  test('[Targets] a version of the plug-in that is not known is rejected; a stored one is kept', async () => {
    const bench = await openBench();
    const fault = {
      code: 'invalid',
      json: { errors: { pluginVersion: expect.stringContaining('isn’t a known version of the plug-in for Godot') } },
    };
    const settings = { pluginVersion: 'v2-withdrawn' };
    await expect(bench.targets.add({ hash: 'castle', folder: gameProject('godot'), settings })).rejects.toMatchObject(fault);
    expect(bench.targets.list()).toEqual([]);
    const { id } = await bench.targets.add({ hash: 'castle', folder: gameProject('godot') });
    await expect(bench.targets.changeSettings(id, settings)).rejects.toMatchObject(fault);
    expect(bench.targets.list()).toMatchObject([{ pluginVersion: null }]);
    const unity = await bench.targets.add({ hash: 'castle', folder: gameProject('unity'), settings });
    expect(unity.pluginVersion).toBe('v2-withdrawn');
    await bench.targets.close();
    // An earlier version accepted any value.
    const row = bench.keyValueStore.get(`target/${id}`) as { settings: object };
    bench.keyValueStore.put([{ id: `target/${id}`, value: { ...row, settings: { ...row.settings, ...settings } } }]);
    const reopened = await bench.reopen();
    expect(await reopened.targets.changeSettings(id, { ...settings, assets: false })).toMatchObject({ ...settings, assets: false });
  });

  test('[Targets] a project has several targets; each follows the story', async () => {
    const bench = await openBench();
    const folders = exportFormats.map((engine) => ({ engine, folder: gameProject(engine) }));
    for (const { engine, folder } of folders) await bench.targets.add({ hash: 'castle', folder, engine });
    expect(bench.targets.list('castle').map(({ engine }) => engine)).toEqual([...exportFormats]);
    expect(bench.targets.list('forest')).toEqual([]);
    bench.story.text = 'The end';
    const done = await bench.targets.run({});
    expect(done.map(({ written }) => written)).toEqual(exportFormats.map((engine) => [pathOf[engine]]));
    for (const { engine, folder } of folders) expect(textAt(folder, pathOf[engine])).toBe(bench.story.bytes());
  });

  test('[Targets] a missing project cannot have a target', async () => {
    const story = new Story();
    story.files = () => {
      throw notFoundProblem(verbatim('project'), 'castle');
    };
    const bench = await openBench({ story });
    await expect(bench.targets.add({ hash: 'castle', folder: gameProject('godot') })).rejects.toMatchObject({ code: 'notFound' });
    expect(bench.keyValueStore.list()).toEqual([]);
  });

  test('[Targets] targets are listed in the order of adding, also after a restart', async () => {
    const bench = await openBench();
    for (const engine of ['unity', 'godot', 'unreal'] as const) await bench.targets.add({ hash: 'castle', folder: gameProject(engine) });
    const reopened = await bench.reopen();
    expect(reopened.targets.list().map(({ engine }) => engine)).toEqual(['unity', 'godot', 'unreal']);
  });
});

describe('a game project that was moved', () => {
  test('[Targets] the target continues in its new folder: the same target, its files still its own', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    const moved = join(newFolderForFile(), 'moved');
    renameSync(folder, moved);
    expect(await bench.targets.relocate(id, moved)).toMatchObject({ id, folder: moved });
    bench.story.text = 'In the new place';
    bench.story.version = 2;
    await bench.targets.run({ id });
    expect(readAllFiles(moved)).toEqual({ ...initialFilesOf('godot'), [pathOf.godot]: bench.story.bytes() });
    expect(bench.targets.list()).toMatchObject([{ id, folder: moved, status: { state: 'upToDate', foreign: [] } }]);
    expect((await bench.reopen()).targets.list()).toMatchObject([{ id, folder: moved }]);
  });

  test('[Targets] a delivery that still runs on a slow disk does not bring the target back to its old folder', async () => {
    const [disk, timer] = [new SlowDisk(), new ManualTimer()];
    const bench = await openBench({ disk, timer });
    const [folder, moved] = [gameProject('godot'), gameProject('godot')];
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    const stalled = disk.stallNextSwap();
    bench.story.text = 'Still being written';
    bench.story.version = 2;
    const late = bench.targets.run({ id }).catch(Problem.from);
    await stalled;
    let isRelocated = false;
    const relocated = bench.targets.relocate(id, moved).then(() => {
      isRelocated = true;
    });
    while (!isRelocated) {
      timer.pass(1000);
      await disk.realPath(folder);
    }
    disk.resume();
    expect(await late).toMatchObject({ code: 'busy' });
    await relocated;
    expect(bench.keyValueStore.get(`target/${id}`)).toMatchObject({ folder: moved });
    expect(bench.targets.list()).toMatchObject([{ id, folder: moved }]);
  });

  test('[Targets] it is removed also if that is requested while it moves', async () => {
    const bench = await openBench();
    const [folder, moved] = [gameProject('godot'), gameProject('godot')];
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    const relocated = bench.targets.relocate(id, moved);
    await Promise.all([relocated, bench.targets.remove(id)]);
    expect(bench.targets.list()).toEqual([]);
    expect(bench.keyValueStore.list()).toEqual([]);
  });

  test('[Targets] it stays where it was if the folder is missing or in use', async () => {
    const bench = await openBench();
    const [folder, other] = [gameProject('godot'), gameProject('godot')];
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    await bench.targets.add({ hash: 'castle', folder: other });
    await expect(bench.targets.relocate(id, join(folder, 'missing'))).rejects.toMatchObject({ code: 'folder' });
    await expect(bench.targets.relocate(id, other)).rejects.toThrow();
    expect(bench.targets.list()[0]).toMatchObject({ id, folder });
  });

  test('[Targets] it continues where it was if the change cannot be stored', async () => {
    const keyValueStore = createMemoryKeyValueStore();
    const bench = await openBench({ keyValueStore });
    const [folder, moved] = [gameProject('godot'), gameProject('godot')];
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    const { put, remove } = keyValueStore;
    const fail = (): void => {
      throw new Problem('store', verbatim('no space'));
    };
    for (const change of [() => bench.targets.relocate(id, moved), () => bench.targets.remove(id)]) {
      Object.assign(keyValueStore, { put: fail, remove: fail });
      await expect(change()).rejects.toThrow('no space');
      Object.assign(keyValueStore, { put, remove });
      bench.story.text += ', again';
      await bench.targets.run({ id });
      expect(textAt(folder, pathOf.godot)).toBe(bench.story.bytes());
    }
    expect(bench.targets.list()).toMatchObject([{ id, folder }]);
  });
});

describe('announcements', () => {
  const announced = (bench: Bench, id: string): Target | undefined =>
    bench.events.flatMap((event) => (event.event === 'target.changed' && event.target.id === id ? [event.target] : [])).at(-1);

  test.each([true, false])('[Targets] each change of a target is announced before the call returns; exported at once: %s', async (on) => {
    const bench = await openBench();
    const folder = gameProject('godot');
    const { files: _, ...added } = await bench.targets.add({ hash: 'castle', folder, settings: { on } });
    expect(announced(bench, added.id)).toEqual(added);
    for (const settings of [{ assets: false }, { polling: true }, { boardIds: ['a'] }, { on: !on }, { on }]) {
      const changed = await bench.targets.changeSettings(added.id, settings);
      expect(changed).toMatchObject(settings);
      expect(announced(bench, added.id)).toEqual(changed);
    }
    const moved = join(newFolderForFile(), 'moved');
    renameSync(folder, moved);
    const relocated = await bench.targets.relocate(added.id, moved);
    expect(relocated.folder).toBe(moved);
    expect(announced(bench, added.id)).toMatchObject({ folder: moved });
  });

  test('[Targets] a target that is as it was announced is not announced again', async () => {
    const bench = await openBench();
    const { id } = await bench.targets.add({ hash: 'castle', folder: gameProject('godot'), settings: { on: false } });
    const before = bench.events.length;
    await bench.targets.changeSettings(id, { assets: true });
    expect(bench.events).toHaveLength(before);
  });
});

describe('rows of earlier versions', () => {
  const later = [
    'fileEach',
    'boardIds',
    'assets',
    'holdOnGameStops',
    'pluginVersion',
    'compact',
    'keepReleasedLayout',
    'polling',
    'perforce',
    'integrationFile',
  ] as const;

  test.each([[[...later]], ...later.map((name) => [[name]])])(
    '[Targets] without %j they open with what a new target has, and go on',
    async (missing) => {
      const bench = await openBench();
      const folder = gameProject('godot');
      const { id } = await bench.targets.add({ hash: 'castle', folder });
      await bench.targets.close();
      const row = bench.keyValueStore.get(`target/${id}`) as { settings: object };
      const settings = Object.fromEntries(Object.entries(row.settings).filter(([name]) => !missing.includes(name as never)));
      expect(Object.keys(settings)).toHaveLength(13 - missing.length);
      bench.keyValueStore.put([{ id: `target/${id}`, value: { ...row, settings } }]);
      const reopened = await bench.reopen();
      expect(reopened.log).toEqual([]);
      const target = reopened.targets.list()[0];
      expect(target).toMatchObject({
        id,
        fileEach: false,
        boardIds: [],
        assets: true,
        holdOnGameStops: false,
        pluginVersion: null,
        compact: false,
        polling: false,
        perforce: false,
        integrationFile: null,
        locales: 'main',
        on: true,
      });
      reopened.story.text = 'Next';
      reopened.story.version += 1;
      await reopened.targets.run({ id });
      expect(textAt(folder, pathOf.godot)).toBe(reopened.story.bytes());
    },
  );

  test('[Targets] an unreadable row is reported, and the others are loaded', async () => {
    const bench = await openBench();
    const { id } = await bench.targets.add({ hash: 'castle', folder: gameProject('godot') });
    bench.keyValueStore.put([{ id: 'target/broken', value: { hash: 1 } }]);
    const reopened = await bench.reopen();
    expect(reopened.targets.list().map((target) => target.id)).toEqual([id]);
    expect(reopened.log.join()).toContain('target/broken');
  });
});

describe('the story', () => {
  test('[Targets] with an error before the first export, none is reported as kept', async () => {
    const bench = await openBench();
    bench.story.findings = [missingStart];
    const { status } = await bench.targets.add({ hash: 'castle', folder: gameProject('unity') });
    expect(status.sentence).toEqual(
      message('targets.blocked.storyErrors', { count: 1, engine: 'Unity', first: missingStart.message, hasExport: false }),
    );
  });

  test('[Targets] with an error nothing is written, the problems are reported, and the last good file stays', async () => {
    const bench = await openBench();
    const folder = gameProject('unity');
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    const good = readAllFiles(folder);
    bench.story.findings = [missingStart, deadEnd];
    const blocked = bench.untilState('blocked');
    bench.write('Broken');
    expect((await blocked).status).toMatchObject({
      sentence: message('targets.blocked.storyErrors', { count: 1, engine: 'Unity', first: missingStart.message, hasExport: true }),
      findings: [missingStart, deadEnd],
      version: 1,
    });
    expect(readAllFiles(folder)).toEqual(good);
    await expect(bench.targets.run({ id })).rejects.toMatchObject({
      code: 'storyError',
      json: { errors: { 'project.castle': t(missingStart.message) } },
    });
    const mended = bench.untilState('upToDate');
    bench.story.findings = [deadEnd];
    bench.write('Mended');
    expect((await mended).status).toMatchObject({ findings: [deadEnd] });
    expect(textAt(folder, pathOf.unity)).toBe(bench.story.bytes());
  });

  test('[Targets] a story with an error can be connected to a target, and is written once the error is fixed', async () => {
    const bench = await openBench();
    bench.story.findings = [missingStart];
    const folder = gameProject('unity');
    const target = await bench.targets.add({ hash: 'castle', folder });
    expect(target).toMatchObject({ files: [], status: { state: 'blocked' } });
    const mended = bench.untilState('upToDate');
    bench.story.findings = [];
    bench.write('Mended');
    expect((await mended).status.files).toBe(1);
  });

  test('[Targets] changes from while the program was closed are written at the next start', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    await bench.targets.add({ hash: 'castle', folder });
    await bench.targets.close();
    bench.story.text = 'Changed in between';
    const reopened = await bench.reopen();
    expect(reopened.targets.list()[0]?.status).toMatchObject({ state: 'waiting', version: 1 });
    await reopened.untilState('upToDate');
    expect(textAt(folder, pathOf.godot)).toBe(bench.story.bytes());
  });

  test('[Targets] pending changes are written when the program ends', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    await bench.targets.add({ hash: 'castle', folder });
    bench.write('Last words');
    await bench.targets.close();
    expect(textAt(folder, pathOf.godot)).toBe(bench.story.bytes());
  });
});

describe('run', () => {
  test('[Targets] a plug-in that was upgraded is used for the next check, even if a preview found it first', async () => {
    const bench = await openBench({ knowsVersion: true });
    const folder = gameProject('godot');
    const install = (version: string) => writeTextFile(folder, 'addons/arcweave/plugin.cfg', `[plugin]\nversion="${version}"\n`);
    install('2.0.4');
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    install('2.2.0');
    await bench.targets.run({ id, dryRun: true });
    expect(bench.targets.read(id).plugin).toMatchObject({ version: '2.0.4' });
    const { renders } = bench.story;
    await bench.targets.run({ id });
    expect(bench.story.renders).toBe(renders + 1);
    expect(bench.targets.read(id).plugin).toMatchObject({ version: '2.2.0' });
  });

  test('[Targets] a dry run lists what would be written and removed, and changes nothing', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    const { id } = await bench.targets.add({ hash: 'castle', folder, settings: { locales: ['fr'] } });
    const before = readAllFiles(folder);
    bench.story.text = 'Other';
    bench.story.others = { 'arcweave/extra.json': '{}' };
    const [would] = await bench.targets.run({ id, dryRun: true });
    expect(would).toEqual({ id, written: ['arcweave/project.json', 'arcweave/project.fr.json', 'arcweave/extra.json'], removed: [] });
    expect(readAllFiles(folder)).toEqual(before);
    await expect(bench.targets.run({ id })).resolves.toEqual([would]);
    await expect(bench.targets.run({ id })).resolves.toEqual([{ id, written: [], removed: [] }]);
  });

  test('[Targets] files that the story no longer exports are removed if they are unchanged', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    const { id } = await bench.targets.add({ hash: 'castle', folder, settings: { locales: ['fr', 'de'] } });
    writeTextFile(folder, 'arcweave/project.de.json', 'changed by hand');
    await bench.targets.changeSettings(id, { locales: 'main' });
    const left = readAllFiles(folder);
    expect(left['arcweave/project.fr.json']).toBeUndefined();
    expect(left['arcweave/project.de.json']).toBe('changed by hand');
    const [{ status } = expect.fail()] = bench.targets.list();
    expect(status.files).toBe(1);
    expect(t(status.sentence)).toBe('Up to date. Left unchanged: arcweave/project.de.json.');
  });

  test('[Targets] all failing targets are reported', async () => {
    const bench = await openBench();
    for (const engine of ['unity', 'godot'] as const) await bench.targets.add({ hash: 'castle', folder: gameProject(engine) });
    bench.story.findings = [missingStart];
    await expect(bench.targets.run({})).rejects.toMatchObject({ code: 'storyError', message: expect.stringMatching(/Unity.*\n.*Godot/) });
  });

  test('[Targets] an unknown target is a 404', async () => {
    const bench = await openBench();
    for (const call of [bench.targets.run({ id: 'no' }), bench.targets.remove('no')])
      await expect(call).rejects.toMatchObject({ code: 'notFound' });
    expect(() => bench.targets.resolve('no', 'keep')).toThrow(/no game folder/);
  });
});

describe('switching off and removing', () => {
  test('[Targets] a paused target writes nothing until it is resumed or run manually', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    expect((await bench.targets.changeSettings(id, { on: false })).status).toMatchObject({
      state: 'off',
      sentence: message('targets.status.paused'),
    });
    bench.write('Unseen');
    await expect(bench.targets.run({})).resolves.toEqual([]);
    expect(textAt(folder, pathOf.godot)).toContain('Once upon a time');
    await expect(bench.targets.run({ id })).resolves.toEqual([{ id, written: [pathOf.godot], removed: [] }]);
    expect(bench.targets.list()[0]?.status.state).toBe('off');
    bench.write('Again');
    expect((await bench.targets.changeSettings(id, { on: true })).status.state).toBe('upToDate');
    expect(textAt(folder, pathOf.godot)).toBe(bench.story.bytes());
  });

  test('[Targets] removing a target or its project keeps the files and removes its data', async () => {
    const bench = await openBench();
    const folder = gameProject('godot');
    const { id } = await bench.targets.add({ hash: 'castle', folder });
    await bench.targets.add({ hash: 'forest', folder: gameProject('unity') });
    const before = readAllFiles(folder);
    await bench.targets.remove(id);
    expect(readAllFiles(folder)).toEqual(before);
    const gone = bench.until(({ event }) => event === 'target.removed');
    const removed = bench.targets.onProjectRemoved('forest');
    await Promise.all([gone, removed]);
    expect(bench.targets.list()).toEqual([]);
    expect(bench.keyValueStore.list()).toEqual([]);
    await expect(bench.targets.add({ hash: 'forest', folder })).resolves.toMatchObject({ status: { state: 'changedByOthers' } });
  });
});
