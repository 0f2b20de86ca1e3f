/** [Story folder] A project that is written as a folder and read as a project of another data folder: the same story with its files. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { openFileStore } from '../../../main/assets/file-store.ts';
import { importIfStoryFolder } from '../../../main/story-folder/import-folder.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
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

test('[Story folder] an import that is cancelled between two files discards the first', async () => {
  const folder = newFolder();
  const [data, story, vault] = [join(folder, 'data'), join(folder, 'story'), join(folder, 'vault')];
  const backend = await openBackend(data, createTestEnvironment());
  onTestFinished(() => backend.close());
  const invoke = createInvoke(backend);
  const { hash } = await invoke('project.create', { template: 'video-sample' });
  await invoke('project.writeStoryFolder', { hash, folder: story });
  const fileStore = openFileStore(vault, createMemoryKeyValueStore(), createTestEnvironment());
  onTestFinished(() => fileStore.close());
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
