/** An unchanged story is not exported again, unless something else requires it. */
import { unlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { autoImportScriptPath } from '../../../../main/exporters/unity/unity-integration.ts';
import { createMemoryKeyValueStore } from '../../../memory-key-value-store.ts';
import { openBench, pathOf } from '../bench.ts';
import { gameProject, textAt, writeTextFile } from '../game.ts';

async function target() {
  const bench = await openBench({ knowsVersion: true });
  const folder = gameProject('unity');
  const { id } = await bench.targets.add({ hash: 'castle', folder, engine: 'unity', settings: { locales: ['fr'] } });
  // Once to see whether the story has the language, and once to write.
  expect(bench.story.renders).toBe(2);
  return { bench, folder, id };
}
const nothing = { written: [], removed: [] };

test('[Targets] an unchanged version is not rendered, dry or not', async () => {
  const { bench, id } = await target();
  expect(await bench.targets.run({ id, dryRun: true })).toMatchObject([nothing]);
  expect(await bench.targets.run({ id })).toMatchObject([nothing]);
  expect(bench.story.renders).toBe(2);
  expect(bench.targets.list()[0]?.status).toMatchObject({ state: 'upToDate', version: 1 });
});

test('[Targets] another version is', async () => {
  const { bench, folder, id } = await target();
  bench.story.text = 'Next';
  bench.story.version += 1;
  expect((await bench.targets.run({ id }))[0]?.written).toHaveLength(2);
  expect(textAt(folder, pathOf.unity)).toContain('Next');
  await bench.targets.run({ id });
  expect(bench.story.renders).toBe(3);
});

test('[Targets] so are other settings, a file that someone changed or deleted, and what an editor integration needs', async () => {
  const { bench, folder, id } = await target();
  // Once to see whether the export accepts them, and once to write.
  await bench.targets.changeSettings(id, { locales: 'main' });
  expect(bench.story.renders).toBe(4);
  writeTextFile(folder, pathOf.unity, 'mine');
  await expect(bench.targets.run({ id })).rejects.toThrow();
  await bench.targets.resolve(id, 'restore');
  expect(textAt(folder, pathOf.unity)).toBe(bench.story.bytes());
  unlinkSync(join(folder, pathOf.unity));
  await expect(bench.targets.run({ id })).rejects.toThrow();
  await bench.targets.resolve(id, 'restore');
  expect(textAt(folder, pathOf.unity)).toBe(bench.story.bytes());
  await bench.targets.changeSettings(id, { integrationFile: autoImportScriptPath });
  const before = bench.story.renders;
  await bench.targets.run({ id });
  expect(bench.story.renders).toBe(before + 1);
});

test('[Targets] after a restored export the current story is written on request', async () => {
  const { bench, folder, id } = await target();
  const [past] = await bench.targets.history(id);
  await bench.targets.restoreExport(id, past?.id ?? '');
  await bench.targets.run({ id });
  expect(bench.story.renders).toBe(3);
  bench.story.text = 'Next';
  bench.story.version += 1;
  await bench.targets.run({ id });
  expect(textAt(folder, pathOf.unity)).toBe(bench.story.bytes());
});

test('[Targets] files that were only touched are noted together, in one transaction', async () => {
  const keyValueStore = createMemoryKeyValueStore();
  let puts = 0;
  const counted = {
    ...keyValueStore,
    put(entries: Parameters<typeof keyValueStore.put>[0]) {
      if (entries.some(({ id: row }) => row.startsWith('manifest/'))) puts += 1;
      keyValueStore.put(entries);
    },
  };
  const bench = await openBench({ knowsVersion: true, keyValueStore: counted });
  const folder = gameProject('unity');
  const { id, files } = await bench.targets.add({ hash: 'castle', folder, engine: 'unity', settings: { locales: ['fr', 'de'] } });
  expect(files).toHaveLength(3);
  await bench.targets.history(id);
  for (const file of files) utimesSync(join(folder, file), 1, 1);
  puts = 0;
  expect(await bench.targets.run({ id })).toMatchObject([nothing]);
  expect(puts).toBe(1);
});

test('[Targets] a run that could not begin does not make the next one fail', async () => {
  const { bench, id } = await target();
  const { version } = bench.story;
  Object.defineProperty(bench.story, 'version', {
    configurable: true,
    get() {
      throw new Error('The version cannot be read');
    },
  });
  await expect(bench.targets.run({ id })).rejects.toThrow();
  Object.defineProperty(bench.story, 'version', { configurable: true, writable: true, value: version });
  expect(await bench.targets.run({ id })).toMatchObject([nothing]);
});
