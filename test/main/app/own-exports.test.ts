/** Files in a game folder that contain an export of ours in another layout, or another export of ours: version control and formatters. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { t } from '../../../shared/messages/english.ts';
import type { Command } from '../../../shared/model/commands.ts';
import { type ExportFormat, exportFormats } from '../../exporter-ids.ts';
import { newFolderForFile } from '../../new-folder.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const markers: Record<ExportFormat, string> = {
  json: 'readme.txt',
  unity: 'Packages/manifest.json',
  unreal: 'Game.uproject',
  godot: 'project.godot',
};

function newGame(engine: ExportFormat): string {
  const folder = newFolderForFile();
  mkdirSync(join(folder, 'Assets'));
  const marker = join(folder, markers[engine]);
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, 'config_version=5\n');
  return folder;
}

/** A computer with the sample story and a target for it. */
async function computer(engine: ExportFormat) {
  const folder = newGame(engine);
  const backend = await openBackend(null, createTestEnvironment());
  onTestFinished(() => backend.close());
  const invoke = createInvoke(backend);
  const { hash } = await invoke('project.create', { template: 'sample' });
  const rename = (name: string) =>
    invoke('project.send', { hash, command: { do: 'change', kind: 'project', id: 'project', fields: { name } } });
  const { id, files } = await invoke('target.add', { hash, folder, engine, settings: {} });
  const run = () => invoke('target.run', { id });
  const stateNow = async () => (await invoke('target.list', { hash }))[0]?.status.state;
  const archive = () => invoke('target.history', { id });
  await archive();
  const file = join(folder, files.find((path) => path.endsWith('project.json')) ?? '');
  return { invoke, hash, id, folder, file, rename, run, stateNow, archive };
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .map(([key, each]) => [key, sortKeys(each)]),
  );
}

const layouts: Readonly<Record<string, (text: string) => string | Buffer>> = {
  'line ends of Windows': (text) => JSON.stringify(JSON.parse(text), null, 2).replaceAll('\n', '\r\n'),
  'a byte order mark': (text) => `\u{feff}${text}`,
  'UTF-16': (text) => Buffer.from(`\u{feff}${text}`, 'utf16le'),
  'another end of the file': (text) => (text.endsWith('\n') ? text.trimEnd() : `${text}\n\n`),
  'the layout and the numbers of a formatter': (text) => JSON.stringify(JSON.parse(text), null, '\t'),
  'keys in another order': (text) => JSON.stringify(sortKeys(JSON.parse(text))),
};

describe.each(exportFormats)('%s', (engine) => {
  test('[Targets] an export in another layout, also an earlier one, is brought up to date', async () => {
    const { file, rename, run, stateNow, archive } = await computer(engine);
    const first = readFileSync(file, 'utf8');
    await rename('Second');
    await run();
    await archive();
    const second = readFileSync(file, 'utf8');
    expect(second).not.toBe(first);
    const others = Object.entries(layouts).map(([name, apply]) => [name, apply(second)] as const);
    const earlier = layouts['line ends of Windows']?.(first) ?? '';
    for (const [name, bytes] of [...others, ['an earlier export', first], ['an earlier one in another layout', earlier]] as const) {
      writeFileSync(file, bytes);
      await run();
      expect(await stateNow(), name).toBe('upToDate');
      expect(readFileSync(file, 'utf8'), name).toBe(second);
    }
  });

  test('[Targets] a file with another value in any layout is the work of another program, and stays', async () => {
    const { file, run, stateNow } = await computer(engine);
    const first = readFileSync(file, 'utf8');
    for (const [name, apply] of Object.entries(layouts).slice(0, 3)) {
      const theirs = Buffer.from(apply(JSON.stringify({ ...JSON.parse(first), name: 'Theirs' })));
      writeFileSync(file, theirs);
      await expect(run(), name).rejects.toMatchObject({ code: 'folder' });
      expect(await stateNow(), name).toBe('changedByOthers');
      expect(readFileSync(file).equals(theirs), name).toBe(true);
    }
  });

  test('[Targets] an export that this computer never made is adopted if it equals the story', async () => {
    const { invoke, hash, file, folder } = await computer(engine);
    const exported = readFileSync(file, 'utf8');
    const checkout = newGame(engine);
    const path = file.slice(folder.length + 1);
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    writeFileSync(join(checkout, path), layouts['line ends of Windows']?.(exported) ?? '');
    const { status } = await invoke('target.add', { hash, folder: checkout, engine, settings: {} });
    expect(status.state).toBe('upToDate');
    expect(readFileSync(join(checkout, path), 'utf8')).toBe(exported);
  });

  test('[Targets] the export of a colleague who continued an earlier one is compared with that', async () => {
    const { invoke, id, file, rename, run, archive } = await computer(engine);
    const story = JSON.parse(readFileSync(file, 'utf8'));
    await rename('Second');
    await run();
    await archive();
    const [board] = Object.values<{ name: string; children?: unknown }>(story.boards).filter((each) => each.children === undefined);
    if (board) board.name = 'Their board';
    writeFileSync(file, JSON.stringify(story));
    await expect(run()).rejects.toMatchObject({ code: 'folder' });
    const { edits, notTaken } = await invoke('target.foreignEdits', { id });
    // The name of the story is older in their file, but they did not change it.
    expect(edits.map((each) => [t(each.inFile), each.isConflict])).toEqual([['Their board', false]]);
    expect(notTaken).toEqual([]);
  });
});

test('[Targets] a file in the folder before the first export is compared with the story', async () => {
  const mine = await computer('json');
  const folder = newGame('json');
  const story = JSON.parse(readFileSync(mine.file, 'utf8'));
  writeFileSync(join(folder, 'project.json'), JSON.stringify({ ...story, name: 'Theirs' }));
  const { id } = await mine.invoke('target.add', { hash: mine.hash, folder, engine: 'json', settings: {} });
  const { edits } = await mine.invoke('target.foreignEdits', { id });
  expect(edits.map((each) => [t(each.inStory), t(each.inFile)])).toEqual([[story.name, 'Theirs']]);
});

test('[Targets] an export of which the texts are no longer stored is still recognized', async () => {
  const { file, rename, run, stateNow, archive } = await computer('godot');
  const first = readFileSync(file, 'utf8');
  // Of many exports within a minute, only the newest are kept.
  for (let at = 1; at <= 14; at++) {
    await rename(`Version ${at}`);
    await run();
    await archive();
  }
  const last = readFileSync(file, 'utf8');
  writeFileSync(file, first.replaceAll('\n', '\r\n'));
  await run();
  expect([await stateNow(), readFileSync(file, 'utf8')]).toEqual(['upToDate', last]);
  // Two exports in quick succession: only the second is archived.
  await rename('Passing');
  await run();
  const passing = readFileSync(file, 'utf8');
  await rename('Next');
  await run();
  writeFileSync(file, passing);
  await run();
  expect(await stateNow()).toBe('upToDate');
});

test('[Targets] the story in another form is brought up to date, and stays where it has another value', async () => {
  const { invoke, hash, file, run, stateNow } = await computer('unity');
  const send = (command: Command) => invoke('project.send', { hash, command });
  await send({ do: 'addLocale', locale: { iso: 'de', name: 'Deutsch', base: 'en' } });
  const [id = ''] = Object.keys(JSON.parse(readFileSync(file, 'utf8')).elements);
  await send({ do: 'change', kind: 'element', id, fields: { title: { de: '<p>Die Lampe</p>' } } });
  await run();
  const exported = readFileSync(file, 'utf8');
  const out = join(newFolderForFile(), 'other.json');
  const german = { locale: 'de' };
  for (const format of exportFormats)
    for (const options of [{}, german, { ...german, fallbackContents: true }, { allLocales: true }]) {
      await invoke('project.export', { hash, file: out, options: { format, ...options }, force: true });
      const text = readFileSync(out, 'utf8');
      const form = format === 'json' ? text : JSON.stringify({ data: { project: JSON.parse(text) } });
      const name = `${format} ${JSON.stringify(options)}`;
      writeFileSync(file, form);
      await run();
      expect([await stateNow(), readFileSync(file, 'utf8') === exported], name).toEqual(['upToDate', true]);
      if (format !== 'godot') continue;
      const theirs = form.replace(/"targetid": ?"/, '"note": "theirs", $&');
      writeFileSync(file, theirs);
      await expect(run(), name).rejects.toMatchObject({ code: 'folder' });
      expect(readFileSync(file, 'utf8') === theirs, name).toBe(true);
    }
});
