import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder, openFolder } from '../backups/data-folder.ts';

/** The reasons of the backups that exist once the folder has been opened. */
async function openAndListBackups(folder: string): Promise<string[]> {
  const { invoke, close } = await openFolder(folder);
  const reasons = (await invoke('backup.list', {})).map(({ reason }) => reason);
  await close();
  return reasons;
}

test('the first start of another version makes a backup, and further starts make none', async () => {
  const folder = newFolder();
  expect(await openAndListBackups(folder)).toEqual([]);
  expect(await openAndListBackups(folder)).toEqual([]);
  writeFileSync(join(folder, 'version.json'), '{"version":"0.0.9"}');
  expect(await openAndListBackups(folder)).toEqual(['beforeUpgrade']);
  expect(await openAndListBackups(folder)).toEqual(['beforeUpgrade']);
});

test('a folder of a version that did not write down its number is backed up, too', async () => {
  const folder = newFolder();
  await openAndListBackups(folder);
  writeFileSync(join(folder, 'version.json'), 'damaged');
  expect(await openAndListBackups(folder)).toEqual(['beforeUpgrade']);
});

test('a backup that cannot be made is reported at each start until it could be, and the projects open', async () => {
  const folder = newFolder();
  await openAndListBackups(folder);
  writeFileSync(join(folder, 'version.json'), '{"version":"0.0.9"}');
  rmSync(join(folder, 'backups'), { recursive: true, force: true });
  writeFileSync(join(folder, 'backups'), 'a file');
  for (const _start of [1, 2]) {
    const { invoke, close } = await openFolder(folder);
    expect(await invoke('project.list', {})).toEqual([]);
    expect(await invoke('app.notices', {})).toMatchObject([
      { key: 'backup.automaticFailed', params: { reason: { key: 'backup.problem.notWritten' } } },
    ]);
    await invoke('app.acknowledgeNotices', {});
    expect(await invoke('app.notices', {})).toEqual([]);
    await close();
  }
  rmSync(join(folder, 'backups'));
  expect(await openAndListBackups(folder)).toEqual(['beforeUpgrade']);
});
