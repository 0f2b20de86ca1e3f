/** [Story folder] A project that is written as a folder and read as a project of another data folder: the same story with its files. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { openFileStore } from '../../../main/assets/file-store.ts';
import { workFolder } from '../../../main/story-folder/folder-layout.ts';
import { importIfStoryFolder } from '../../../main/story-folder/import-folder.ts';
import { readStoryFolder } from '../../../main/story-folder/read-folder.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { png } from '../../media-files.ts';
import { createMemoryKeyValueStore } from '../../memory-key-value-store.ts';
import { newFolder } from '../../new-folder.ts';
import { noLimits } from '../../project-file-tools.ts';
import { listStoredFiles } from '../../stored-files.ts';
import { createTestEnvironment } from '../../test-environment.ts';

test('[Story folder] a project with its files is the same on another computer, and nothing is created from a folder with a fault', async () => {
  const folder = newFolder();
  const [one, two] = [join(folder, 'one'), join(folder, 'two')];
  const [here, elsewhere] = [await openBackend(one, createTestEnvironment()), await openBackend(two, createTestEnvironment())];
  try {
    const [invoke, invokeElsewhere] = [createInvoke(here), createInvoke(elsewhere)];
    const { hash } = await invoke('project.create', { template: 'video-sample' });
    const story = join(folder, 'story');
    await invoke('project.writeStoryFolder', { hash, folder: story });
    const imports: string[] = [];
    const stopListening = elsewhere.onEvents((events) => {
      for (const each of events) if (each.event === 'progress') imports.push(each.job);
    });
    const cancelled = invokeElsewhere('project.import', { source: { path: story }, job: 'one' });
    await invokeElsewhere('job.cancel', { job: 'one' });
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    expect(listStoredFiles(join(two, 'vault'))).toEqual([]);
    const created = await invokeElsewhere('project.import', { source: { path: story }, job: 'two' });
    expect(imports).toContain('two');
    stopListening();
    const recordsOf = (records: readonly string[]) =>
      records.flatMap((chunk): { id: string }[] => JSON.parse(chunk)).sort((a, b) => (a.id < b.id ? -1 : 1));
    const [before, after] = [await invoke('project.read', { hash }), await invokeElsewhere('project.read', { hash: created.hash })];
    expect(recordsOf(after.records)).toEqual(recordsOf(before.records));
    const files = listStoredFiles(join(one, 'vault')).sort();
    expect(files.length).toBeGreaterThan(0);
    expect(listStoredFiles(join(two, 'vault')).sort()).toEqual(files);

    const component = join(story, 'components', readdirSync(join(story, 'components'))[0] ?? '');
    writeFileSync(component, readFileSync(component, 'utf8').replace('kind: component', 'kind: component\n  kind: component'));
    await expect(invokeElsewhere('project.import', { source: { path: story } })).rejects.toThrow('line 3: kind occurs twice');
    await expect(invokeElsewhere('project.import', { source: { path: story }, repair: true })).rejects.toThrow(
      'Correct its files instead.',
    );
    expect((await invokeElsewhere('project.list', {})).length).toBe(1);
    expect(listStoredFiles(join(two, 'vault')).sort()).toEqual(files);
  } finally {
    await here.close();
    await elsewhere.close();
  }
});

/** The folder of a story with files of assets, and the file store that reads it. */
async function writtenStory() {
  const folder = newFolder();
  const [data, story, vault] = [join(folder, 'data'), join(folder, 'story'), join(folder, 'vault')];
  const backend = await openBackend(data, createTestEnvironment());
  onTestFinished(() => backend.close());
  const invoke = createInvoke(backend);
  const { hash } = await invoke('project.create', { template: 'video-sample' });
  await invoke('project.writeStoryFolder', { hash, folder: story });
  const fileStore = openFileStore(vault, createMemoryKeyValueStore(), createTestEnvironment());
  onTestFinished(() => fileStore.close());
  return { story, vault, fileStore };
}

test('[Story folder] a file of an asset that cannot be read once it is found is named', async () => {
  const { story, vault, fileStore } = await writtenStory();
  let lost = '';
  async function readAndLose(path: string) {
    const found = await readStoryFolder(path);
    lost = [...found.assetFiles.values()][0] ?? '';
    rmSync(join(path, lost));
    return found;
  }
  const reading = importIfStoryFolder(story, { fileStore, limits: noLimits, read: readAndLose });
  await expect(reading).rejects.toMatchObject({ code: 'invalid', text: { params: { path: { params: { text: expect.any(String) } } } } });
  expect(lost).not.toBe('');
  expect(listStoredFiles(vault)).toEqual([]);
});

test('[Story folder] an import that is cancelled between two files discards the first', async () => {
  const { story, vault, fileStore } = await writtenStory();
  let storedAtCancel: readonly string[] = [];
  const progress = (done: number) => {
    if (done === 1) storedAtCancel = listStoredFiles(vault);
  };
  const cancelled = () => storedAtCancel.length > 0;
  await expect(importIfStoryFolder(story, { fileStore, limits: noLimits, progress, cancelled })).rejects.toMatchObject({
    code: 'cancelled',
  });
  expect(storedAtCancel).toHaveLength(1);
  expect(listStoredFiles(vault)).toEqual([]);
});

test('[S6] [S7] a picture that somebody replaces in the folder is taken like any other change, under the same name on every computer', async () => {
  const place = newFolder();
  const folder = join(place, 'story');
  const open = async (name: string, seed: number) => {
    const backend = await openBackend(join(place, name), createTestEnvironment(seed));
    onTestFinished(() => backend.close());
    return createInvoke(backend);
  };
  const [here, elsewhere] = [await open('one', 1), await open('two', 2)];
  const { hash } = await here('project.create', { template: 'empty' });
  const gate = join(place, 'gate.png');
  writeFileSync(gate, png(3, 2));
  const { file, type } = await here('asset.store', { hash, path: gate });
  const command = { do: 'create', kind: 'asset', fields: { name: 'Gate', type, file } } as const;
  const [id = ''] = (await here('project.send', { hash, command })).ids;
  await here('folder.link', { hash, folder });
  const copy = join(place, 'copy');
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.includes(workFolder) });
  const opened = await elsewhere('folder.open', { folder: copy });
  const path = readdirSync(join(folder, 'assets')).find((name) => name.endsWith('.png')) ?? expect.fail();
  const record = (root: string) => readFileSync(join(root, 'assets', path.replace('.png', '.yaml')), 'utf8');
  const before = record(folder);
  const bytes = png(7, 5);
  for (const root of [folder, copy]) writeFileSync(join(root, 'assets', path), bytes);
  expect(await here('folder.sync', { hash })).toMatchObject([{ state: 'idle', problems: [] }]);
  expect(await elsewhere('folder.sync', { hash: opened.hash })).toMatchObject([{ state: 'idle', problems: [] }]);
  expect(record(folder)).not.toBe(before);
  expect(record(folder)).toMatch(/width: 7\n/);
  expect(record(copy)).toBe(record(folder));
  // Any edit of the asset leaves the picture that is there now.
  await here('project.send', { hash, command: { do: 'change', kind: 'asset', id, fields: { name: 'Old gate' } } });
  await here('folder.sync', { hash });
  expect(record(folder)).toContain('Old gate');
  expect(readFileSync(join(folder, 'assets', path)).equals(bytes)).toBe(true);
  expect(listStoredFiles(join(place, 'one', 'vault')).length).toBe(listStoredFiles(join(place, 'two', 'vault')).length);
});
