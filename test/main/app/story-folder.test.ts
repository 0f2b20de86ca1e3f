/** [Story folder] A project that is written as a folder and read as a project of another data folder: the same story with its files. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { newFolder } from '../../new-folder.ts';
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
    const storedAtCancel: number[] = [];
    const stopListening = elsewhere.onEvents((events) => {
      for (const each of events) {
        if (each.event !== 'progress') continue;
        imports.push(each.job);
        // The first file is stored then, and others follow.
        if (each.job !== 'one' || each.done !== 1) continue;
        storedAtCancel.push(listStoredFiles(join(two, 'vault')).length);
        void invokeElsewhere('job.cancel', { job: 'one' });
      }
    });
    await expect(invokeElsewhere('project.import', { source: { path: story }, job: 'one' })).rejects.toMatchObject({ code: 'cancelled' });
    expect(storedAtCancel).toHaveLength(1);
    expect(storedAtCancel[0]).toBeGreaterThan(0);
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
