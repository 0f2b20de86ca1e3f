/**
 * Targets with all parts of the backend: a project with stored files, the file store, the check, and game folders as the engines create
 * them.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { type AnyRecord, isOfKind } from '../../../shared/model/kinds/kinds.ts';
import { type ExportFormat, exportFormats } from '../../exporter-ids.ts';
import { hasFolderLinks } from '../../system-abilities.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const marks: Record<ExportFormat, string> = {
  json: 'readme.txt',
  unity: 'Packages/manifest.json',
  unreal: 'Game.uproject',
  godot: 'project.godot',
};
const places: Record<ExportFormat, { json: string; assets: string }> = {
  json: { json: 'project.json', assets: 'assets' },
  unity: { json: 'Assets/Arcweave/project.json', assets: 'Assets/Arcweave/Resources' },
  unreal: { json: 'Content/ArcweaveExport/project.json', assets: 'Content/ArcweaveExport/assets' },
  godot: { json: 'arcweave/project.json', assets: 'arcweave/assets' },
};

/** Removed at the end: Windows does not remove a folder that is watched. */
const games: string[] = [];
afterAll(() => {
  for (const folder of games) rmSync(folder, { recursive: true, force: true });
});

function game(engine: ExportFormat): string {
  const folder = mkdtempSync(join(tmpdir(), `taleport-${engine}-`));
  games.push(folder);
  mkdirSync(join(folder, 'Assets'));
  mkdirSync(join(folder, marks[engine], '..'), { recursive: true });
  writeFileSync(join(folder, marks[engine]), 'config_version=5\n');
  return folder;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();

async function opened(template: 'sample' | 'visual-novel' = 'sample') {
  const parts = await openBackend(null, createTestEnvironment());
  onTestFinished(() => parts.close());
  const ask = createInvoke(parts);
  return { ask, ...(await ask('project.create', { template })) };
}

test.runIf(hasFolderLinks)('[Targets] no target may be in the data folder, also by way of links, but for the example game', async () => {
  const data = mkdtempSync(join(tmpdir(), 'taleport-data-'));
  const links = mkdtempSync(join(tmpdir(), 'taleport-links-'));
  const link = join(links, 'data');
  symlinkSync(data, link, 'junction');
  // The data folder is opened by the name of a link, too.
  const parts = await openBackend(link, createTestEnvironment());
  onTestFinished(async () => {
    await parts.close();
    for (const folder of [data, links]) rmSync(folder, { recursive: true });
  });
  const ask = createInvoke(parts);
  const { hash } = await ask('project.create', { template: 'sample' });
  mkdirSync(join(data, 'game'));
  symlinkSync(join(data, 'game'), join(links, 'game'), 'junction');
  for (const folder of [data, join(data, 'vault'), join(data, 'game'), link, join(link, 'game'), join(links, 'game')]) {
    writeFileSync(join(folder, 'project.godot'), 'config_version=5\n');
    await expect(ask('target.add', { hash, folder, engine: 'godot' })).rejects.toMatchObject({ code: 'folder' });
    expect(filesBelow(folder)).not.toContain('arcweave/project.json');
  }
  expect(await ask('target.list', {})).toEqual([]);
  const folder = await ask('target.example', {});
  expect((await ask('target.add', { hash, folder })).status.state).toBe('upToDate');
});

describe('assets', () => {
  test.each(exportFormats)('[Targets] %s: every file of a template is at the path of the importer, byte for byte', async (engine) => {
    for (const template of ['sample', 'visual-novel'] as const) {
      const { ask, hash } = await opened(template);
      const folder = game(engine);
      const { files, status } = await ask('target.add', { hash, folder, engine });
      expect(status.state).toBe('upToDate');
      const { json, assets } = places[engine];
      expect(files[0]).toBe(json);
      const story: { assets: Record<string, { name?: string; children?: string[] }> } = JSON.parse(
        readFileSync(join(folder, json), 'utf8'),
      );
      const named = Object.values(story.assets).flatMap(({ name, children }) => (children || !name ? [] : [name]));
      expect(named.length).toBeGreaterThan(1);
      const matches = filesBelow(join(folder, assets));
      expect(matches.map((path) => path.split('/').at(-1)).sort()).toEqual([...named].sort());
      const { records } = await ask('project.read', { hash });
      const stored: { kind: string; name: string; file: string | null }[] = records.flatMap((piece) => JSON.parse(piece));
      for (const path of matches) {
        const asset = stored.find(({ kind, name, file }) => kind === 'asset' && file !== null && name === path.split('/').at(-1));
        const at = await ask('asset.locate', { hash, file: asset?.file ?? '' });
        expect(readFileSync(join(folder, assets, path)).equals(readFileSync(at?.path ?? ''))).toBe(true);
      }
      expect(await ask('target.run', { dryRun: true })).toMatchObject([{ written: [], removed: [] }]);
    }
  });

  test('[Targets] an asset that is renamed, moved or removed: the folder follows, and so does the JSON', async () => {
    const { ask, hash } = await opened();
    const folder = game('godot');
    const { id } = await ask('target.add', { hash, folder });
    const below = () => filesBelow(join(folder, 'arcweave/assets'));
    const json = () => readFileSync(join(folder, 'arcweave/project.json'), 'utf8');
    const before = below();
    const [one = ''] = before;
    const stored = await ask('asset.store', { hash, path: join(folder, 'arcweave/assets', one), name: 'hut.webp' });
    const assetId = 'a55e7000-0000-4000-8000-000000000001';
    const parentId = Object.entries<{ root?: boolean }>(JSON.parse(json()).assets).find(([, each]) => each.root)?.[0] ?? '';
    const fields = { name: 'hut?.webp', type: stored.type, file: stored.file, parentId };
    await ask('project.send', { hash, command: { do: 'create', kind: 'asset', id: assetId, fields } });
    expect(await ask('target.run', { id })).toMatchObject([
      { written: ['arcweave/assets/hut_.webp', 'arcweave/project.json'], removed: [] },
    ]);
    expect(json()).toContain('"hut_.webp"');
    await ask('project.send', { hash, command: { do: 'change', kind: 'asset', id: assetId, fields: { name: 'Hut.webp' } } });
    expect(await ask('target.run', { id })).toMatchObject([{ removed: ['arcweave/assets/hut_.webp'] }]);
    expect(json()).toContain('"Hut.webp"');
    await ask('project.send', { hash, command: { do: 'remove', kind: 'asset', id: assetId } });
    await ask('target.run', { id });
    expect(below()).toEqual(before);
    await ask('project.undo', { hash });
    await ask('target.run', { id });
    expect(below()).toHaveLength(before.length + 1);
  });

  test('[Targets] settings of targets of earlier versions are read, and assets can be switched on', async () => {
    const { ask, hash } = await opened();
    const folder = game('unity');
    const target = await ask('target.add', { hash, folder, settings: { assets: false } });
    expect(existsSync(join(folder, 'Assets/Arcweave/Resources'))).toBe(false);
    expect(target).toMatchObject({ assets: false, polling: false, integrationFile: null });
    await ask('target.change', { id: target.id, settings: { assets: true } });
    expect(filesBelow(join(folder, 'Assets/Arcweave/Resources')).length).toBeGreaterThan(1);
  });
});

describe('some boards', () => {
  async function withBoards() {
    const { ask, hash } = await opened();
    const snapshot = await ask('project.read', { hash });
    const records = snapshot.records.flatMap((piece): AnyRecord[] => JSON.parse(piece));
    const boards = records.filter(({ kind, type }) => kind === 'board' && type !== 'folder').map(({ id }) => id);
    const start = records.find(({ kind }) => kind === 'project')?.startingElement;
    const onStart = String(records.find(({ id }) => id === start)?.boardId);
    return { ask, hash, onStart, other: boards.find((id) => id !== onStart) ?? '' };
  }
  const boardsIn = (folder: string): string[] => {
    const { boards }: { boards: Record<string, { children?: string[] }> } = JSON.parse(readFileSync(join(folder, 'project.json'), 'utf8'));
    return Object.entries(boards).flatMap(([id, { children }]) => (children ? [] : [id]));
  };

  test('[Targets] only the selected boards are written, also after a new selection', async () => {
    const { ask, hash, onStart, other } = await withBoards();
    const folder = game('json');
    const { id, boardIds } = await ask('target.add', { hash, folder, engine: 'json', settings: { boardIds: [onStart] } });
    expect(boardIds).toEqual([onStart]);
    expect(boardsIn(folder)).toEqual([onStart]);
    await ask('target.change', { id, settings: { boardIds: [onStart, other] } });
    expect(boardsIn(folder).sort()).toEqual([onStart, other].sort());
    await ask('target.change', { id, settings: { boardIds: [] } });
    expect(boardsIn(folder).length).toBeGreaterThanOrEqual(2);
  });

  test('[Targets] the check covers the selected boards: a missing start is reported for an engine, and the last good file stays', async () => {
    const { ask, hash, onStart, other } = await withBoards();
    const folder = game('godot');
    const { id } = await ask('target.add', { hash, folder, engine: 'godot', settings: { boardIds: [onStart] } });
    const before = readFileSync(join(folder, places.godot.json), 'utf8');
    const { status } = await ask('target.change', { id, settings: { boardIds: [other] } });
    expect(status).toMatchObject({ state: 'blocked' });
    expect(status.findings.map(({ rule }) => rule)).toContain('missing-start');
    expect(readFileSync(join(folder, places.godot.json), 'utf8')).toBe(before);
  });

  test('[Targets] a deleted board is omitted and reported; without any remaining board nothing is written', async () => {
    const { ask, hash, onStart, other } = await withBoards();
    const folder = game('json');
    const { id } = await ask('target.add', { hash, folder, engine: 'json', settings: { boardIds: [onStart, other] } });
    const emptied = game('json');
    const { id: emptiedId } = await ask('target.add', { hash, folder: emptied, engine: 'json', settings: { boardIds: [other] } });
    await ask('project.send', { hash, command: { do: 'remove', kind: 'board', id: other } });
    await ask('target.run', { id });
    expect(boardsIn(folder)).toEqual([onStart]);
    const [target] = await ask('target.list', { hash });
    expect(target?.status.findings.map(({ rule }) => rule)).toContain('board-gone');
    const all = 'All boards chosen for this game folder were deleted';
    await expect(ask('target.change', { id, settings: { boardIds: [other] } })).rejects.toThrow(all);
    await expect(ask('target.run', { id: emptiedId })).rejects.toThrow(all);
    expect([boardsIn(folder), boardsIn(emptied)]).toEqual([[onStart], [other]]);
  });

  test('[Targets] a deleted language is left out and reported, the main one remains, and only new settings with it are refused', async () => {
    const { ask, hash } = await opened();
    const other = { do: 'addLocale', locale: { iso: 'xx', name: 'Other', base: 'en' } } as const;
    await ask('project.send', { hash, command: other });
    const main = (await ask('project.read', { hash })).records
      .flatMap((chunk) => JSON.parse(chunk) as AnyRecord[])
      .flatMap((record) => (isOfKind(record, 'project') ? record.locales : []))[0]?.iso;
    const folder = game('godot');
    const { id } = await ask('target.add', { hash, folder, engine: 'godot', settings: { locales: ['xx'] } });
    await ask('project.send', { hash, command: { do: 'removeLocale', iso: 'xx' } });
    await ask('target.run', { id });
    const [target] = await ask('target.list', { hash });
    expect(target).toMatchObject({ status: { state: 'upToDate' } });
    expect(target?.status.findings.map(({ rule }) => rule)).toContain('language-gone');
    expect(await ask('target.change', { id, settings: { locales: ['xx'], fileEach: true } })).toMatchObject({ locales: ['xx'] });
    const changed = ask('target.change', { id, settings: { locales: [String(main), 'yy'] } });
    await expect(changed).rejects.toMatchObject({ code: 'invalid' });
    const added = ask('target.add', { hash, folder: game('unity'), engine: 'unity', settings: { locales: ['xx'] } });
    await expect(added).rejects.toMatchObject({ code: 'invalid' });
  });
});

test('[Exports] a script that stops the game holds an export back only where the target says so; the check and the export to a file agree', async () => {
  const { ask, hash } = await opened();
  const { records } = await ask('project.read', { hash });
  const element = records.flatMap((chunk) => JSON.parse(chunk) as AnyRecord[]).find(({ kind }) => kind === 'element') ?? expect.fail();
  const content = { en: { text: '<pre><code>oil = roll(2.5)</code></pre>' } };
  await ask('project.send', { hash, command: { do: 'change', kind: 'element', id: element.id, fields: { content } } });
  const stops = (await ask('project.check', { hash, engine: 'unity' })).filter(({ stopsGame }) => stopsGame);
  expect(stops.map(({ severity, rule }) => `${severity} ${rule}`)).toContain('error game-stops');
  const folder = game('unity');
  const { id } = await ask('target.add', { hash, folder, engine: 'unity', settings: { holdOnGameStops: true } });
  await expect(ask('target.run', { id })).rejects.toMatchObject({ code: 'storyError' });
  expect(existsSync(join(folder, places.unity.json))).toBe(false);
  await ask('target.change', { id, settings: { holdOnGameStops: false } });
  await ask('target.run', { id });
  expect(existsSync(join(folder, places.unity.json))).toBe(true);
  const target = (await ask('target.list', { hash }))[0];
  expect(target?.status.findings).toEqual(expect.arrayContaining(stops));
  const file = join(folder, 'story.json');
  const { warnings } = await ask('project.export', { hash, file, options: { format: 'unity' }, noClobber: false, force: false });
  expect(warnings).toEqual(expect.arrayContaining(stops));
});

test('[G17] of an export of some boards, the check, a target and the export to a file report the same', async () => {
  const { ask, hash } = await opened();
  const { records } = await ask('project.read', { hash });
  const all = records.flatMap((chunk) => JSON.parse(chunk) as AnyRecord[]);
  const element = all.find(({ kind }) => kind === 'element') ?? expect.fail();
  const elsewhere = all.find(({ kind, boardId }) => kind === 'element' && boardId !== element.boardId) ?? expect.fail();
  const mention = `<span class="mention mention-element" data-id="${elsewhere.id}" data-label="Hall" data-type="element">Hall</span>`;
  const content = { en: { text: `<pre><code>show(visits(${mention}))</code></pre>` } };
  await ask('project.send', { hash, command: { do: 'change', kind: 'element', id: element.id, fields: { content } } });
  const boardIds = [String(element.boardId)];
  const isAbout = ({ rule, id }: { rule: string; id: string }) => rule === 'unknown-element' && id === element.id;
  const options = { boardIds, pluginVersion: 'v2-withdrawn' };
  const checked = (await ask('project.check', { hash, engine: 'unity', ...options })).filter(isAbout);
  expect(checked).toEqual([expect.objectContaining({ severity: 'error', stopsGame: true })]);
  await ask('target.add', { hash, folder: game('unity'), engine: 'unity', settings: options });
  expect((await ask('target.list', { hash }))[0]?.status.findings.filter(isAbout)).toEqual(checked);
  const file = join(game('unity'), 'story.json');
  const written = await ask('project.export', { hash, file, options: { format: 'unity', ...options }, noClobber: false, force: true });
  expect(written.warnings.filter(isAbout)).toEqual(checked);
  expect((await ask('project.check', { hash, engine: 'unity' })).filter(isAbout)).toEqual([]);
});

test('[Targets] a game with another version of the plug-in is checked for that one', async () => {
  const { ask, hash } = await opened();
  const { records } = await ask('project.read', { hash });
  const element = records.flatMap((chunk) => JSON.parse(chunk) as AnyRecord[]).find(({ kind }) => kind === 'element') ?? expect.fail();
  const content = { en: { text: '<pre><code>show(oil &gt; 3)</code></pre><pre><code>show(roll(2.5))</code></pre>' } };
  await ask('project.send', { hash, command: { do: 'change', kind: 'element', id: element.id, fields: { content } } });
  const { id } = await ask('target.add', { hash, folder: game('unity'), engine: 'unity' });
  const stopsOf = async (pluginVersion: string | null) => {
    const { status } = await ask('target.change', { id, settings: { pluginVersion } });
    return status.findings.filter(({ stopsGame, id: record }) => stopsGame && record === element.id).length;
  };
  expect([await stopsOf(null), await stopsOf('v2-withdrawn')]).toEqual([2, 1]);
  await expect(stopsOf('unknown')).rejects.toThrow(/pluginVersion/);
  const isStop = ({ stopsGame, id: record }: { stopsGame?: boolean; id: string }) => stopsGame === true && record === element.id;
  const file = join(game('unity'), 'story.json');
  for (const pluginVersion of [null, 'v2-withdrawn']) {
    const count = await stopsOf(pluginVersion);
    expect((await ask('project.check', { hash, engine: 'unity', pluginVersion })).filter(isStop)).toHaveLength(count);
    const options = { format: 'unity', pluginVersion };
    const { warnings } = await ask('project.export', { hash, file, options, noClobber: false, force: false });
    expect(warnings.filter(isStop)).toHaveLength(count);
    const { groups } = await ask('project.problems', { hash, engine: 'unity', pluginVersion });
    expect(groups.flatMap(({ findings }) => findings).filter(isStop)).toHaveLength(count);
  }
});

test('[Targets] settings that can never work are not stored, whether the target is on or off, and the others still change', async () => {
  const { ask, hash } = await opened();
  await ask('project.send', { hash, command: { do: 'addLocale', locale: { iso: 'xx', name: 'Other', base: 'en' } } });
  const folder = game('unreal');
  const all = { locales: 'all' } as const;
  const refused = { code: 'invalid' };
  for (const on of [true, false])
    await expect(ask('target.add', { hash, folder, engine: 'unreal', settings: { ...all, on } })).rejects.toMatchObject(refused);
  expect(await ask('target.list', { hash })).toEqual([]);
  const { id } = await ask('target.add', { hash, folder, engine: 'unreal' });
  const [before] = await ask('target.list', { hash });
  for (const settings of [all, { ...all, on: false }, { locales: ['en', 'xx'] }, { locales: ['none'] }, { boardIds: ['none'] }])
    await expect(ask('target.change', { id, settings })).rejects.toMatchObject(refused);
  expect(await ask('target.list', { hash })).toEqual([before]);
  expect(await ask('target.change', { id, settings: { on: false } })).toMatchObject({ on: false, locales: 'main' });
  await expect(ask('target.change', { id, settings: all })).rejects.toMatchObject(refused);
  expect(await ask('target.change', { id, settings: { locales: ['xx'] } })).toMatchObject({ on: false, locales: ['xx'] });
});
