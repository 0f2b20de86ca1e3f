/** [Backups 3, 8] The folder of backups that the user has chosen, on a disk that may not be connected, and what cannot be removed from it. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BackupFolder } from '../../../main/backups/backup-folder.ts';
import { listBackups } from '../../../main/backups/list-backups.ts';
import { newFolder } from '../../new-folder.ts';
import { createProjectWithPicture, openFolder } from './data-folder.ts';

async function openWithChosenFolder() {
  const data = await openFolder();
  await createProjectWithPicture(data);
  const folder = join(newFolder(), 'disk');
  await data.invoke('backup.configure', { folder });
  await data.invoke('backup.create', {});
  return { ...data, chosen: folder };
}

test('while its disk is not connected, nothing is written to the folder in its place, and that is said', async () => {
  const { folder, chosen, invoke, close } = await openWithChosenFolder();
  renameSync(chosen, `${chosen}.away`);
  mkdirSync(chosen);
  await expect(invoke('backup.create', {})).rejects.toMatchObject({ code: 'store', message: expect.stringContaining(chosen) });
  await expect(invoke('backup.create', { file: join(newFolder(), 'backup') })).rejects.toMatchObject({ code: 'store' });
  await expect(listBackups(folder)).rejects.toMatchObject({ code: 'store' });
  expect(await invoke('backup.status', {})).toMatchObject({ folder: chosen, isMissing: true });
  // The settings are still read and changed.
  expect(await invoke('backup.list', {})).toEqual([]);
  await close();
  writeFileSync(join(folder, 'version.json'), '{"version":"0.0.9"}');
  const upgraded = await openFolder(folder);
  expect(await upgraded.invoke('app.notices', {})).toMatchObject([
    { key: 'backup.automaticFailed', params: { reason: { key: 'backup.problem.folderMissing' } } },
  ]);
  expect(readdirSync(chosen)).toEqual([]);
  rmSync(chosen, { recursive: true });
  await expect(upgraded.invoke('backup.create', {})).rejects.toMatchObject({ code: 'store' });
  expect(existsSync(chosen)).toBe(false);
  renameSync(`${chosen}.away`, chosen);
  await upgraded.invoke('backup.create', {});
  expect(await upgraded.invoke('backup.list', {})).toHaveLength(2);
  expect(await upgraded.invoke('backup.status', {})).toMatchObject({ isMissing: false });
});

test('the limit can be changed while its disk is not connected, which creates no folder in its place', async () => {
  const { chosen, invoke } = await openWithChosenFolder();
  renameSync(chosen, `${chosen}.away`);
  expect(await invoke('backup.configure', { maxBytes: 2 ** 33 })).toMatchObject({ folder: chosen, maxBytes: 2 ** 33, isMissing: true });
  expect(existsSync(chosen)).toBe(false);
});

test('it follows a data folder that was moved, and is not shared with a copy of one', async () => {
  const { folder, close } = await openWithChosenFolder();
  await close();
  const [moved, copy] = [join(newFolder(), 'moved'), join(newFolder(), 'copy')];
  cpSync(folder, copy, { recursive: true });
  const copied = await openFolder(copy);
  await expect(copied.invoke('backup.create', {})).rejects.toMatchObject({ code: 'store', message: expect.stringContaining(folder) });
  await copied.close();
  renameSync(folder, moved);
  const { invoke } = await openFolder(moved);
  await invoke('backup.create', {});
  expect(await invoke('backup.list', {})).toHaveLength(2);
});

test('a backup that was made is not reported as failed if an older one cannot be removed, or what is left of one', async () => {
  const data = await openFolder();
  await createProjectWithPicture(data);
  await data.invoke('backup.create', {});
  const files = join(data.folder, 'backups', 'files', 'ab');
  // A folder in the place of a file cannot be removed like one.
  const [held, left] = [join(files, 'ab'.repeat(32)), join(files, 'left')];
  for (const path of [held, left]) mkdirSync(join(path, 'inside'), { recursive: true });
  const { notThinned } = await data.invoke('backup.create', {});
  expect(notThinned).toMatchObject({ key: 'backup.problem.notThinned' });
  expect([existsSync(held), existsSync(left)]).toEqual([true, false]);
  expect(await data.invoke('backup.configure', { maxBytes: 2 ** 30 })).toMatchObject({ maxBytes: 2 ** 30 });
  rmSync(held, { recursive: true });
  expect(await data.invoke('backup.create', {})).toMatchObject({ notThinned: null });
});

test('a change of one setting keeps what another change has set meanwhile, and the next backup goes into the new folder', async () => {
  const data = await openFolder();
  await createProjectWithPicture(data);
  const folder = join(newFolder(), 'disk');
  const [, status, { file }] = await Promise.all([
    data.invoke('backup.configure', { folder }),
    data.invoke('backup.configure', { maxBytes: 2 ** 30 }),
    data.invoke('backup.create', {}),
  ]);
  expect(status).toMatchObject({ folder, maxBytes: 2 ** 30 });
  expect(file.startsWith(folder)).toBe(true);
});

/** A folder on another disk than the temporary one, where there is one. */
const otherDisk = ['/dev/shm', '/var/tmp'].find((path) => existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev);

test.runIf(otherDisk !== undefined)('a copy to another disk ends soon after it is cancelled', async () => {
  const there = mkdtempSync(join(otherDisk ?? '', 'taleport-other-disk-'));
  onTestFinished(() => rmSync(there, { recursive: true }));
  const data = newFolder();
  const backups = new BackupFolder(data, { folder: there });
  const from = join(data, 'video');
  const bytes = 8 * 2 ** 20;
  writeFileSync(from, Buffer.alloc(bytes, 1));
  let parts = 0;
  const cancel = () => {
    parts += 1;
    if (parts === 3) throw new Error('cancelled');
  };
  await expect(backups.addFile('ab'.repeat(32), bytes, from, cancel)).rejects.toThrow('cancelled');
  expect(readdirSync(join(there, 'files', 'ab'))).toEqual([]);
  expect(await backups.addFile('ab'.repeat(32), bytes, from)).toBe(true);
  expect(statSync(backups.filePathOf('ab'.repeat(32))).size).toBe(bytes);
});
