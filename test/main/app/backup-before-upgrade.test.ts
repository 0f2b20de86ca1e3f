import { writeFileSync } from 'node:fs';
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
