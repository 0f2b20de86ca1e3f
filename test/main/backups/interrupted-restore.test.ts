/**
 * [Backups 7] A restore into an empty folder whose process was killed starts over, and Taleport does not open the folder before. No other process removes
 * what is being restored.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectBackend } from '../../../main/app/backend/connect-backend.ts';
import { restoreBackupInto } from '../../../main/app/data-folder/restore-backup-into.ts';
import { BackupFolder } from '../../../main/backups/backup-folder.ts';
import { BackupService } from '../../../main/backups/backup-service.ts';
import { listBackups } from '../../../main/backups/list-backups.ts';
import { lockDataFolder } from '../../../main/engine/storage/data-folder-lock.ts';
import { systemEnvironment } from '../../../main/platform/environment.ts';
import { Problem } from '../../../shared/problem.ts';
import { newFolder } from '../../new-folder.ts';
import { createProjectWithPicture, exportOf, openFolder } from './data-folder.ts';

const problemOf = (work: Promise<unknown>): Promise<Problem> =>
  work.then(
    () => expect.fail('There was no problem'),
    (error: unknown) => (error instanceof Problem ? error : expect.fail(String(error))),
  );

async function backedUp() {
  const data = await openFolder();
  const { hash } = await createProjectWithPicture(data);
  const before = await exportOf(data, hash);
  await data.invoke('backup.create', {});
  await data.close();
  const [backup] = await listBackups(data.folder);
  return { folder: data.folder, hash, before, id: backup?.id ?? '' };
}

async function open(folder: string) {
  const backend = connectBackend(folder);
  const result = await backend.call('project.list', {});
  await backend.close();
  return result;
}

/** A folder as a kill leaves it: the data folder in a draft, and the first of its entries moved up. */
async function interrupted({ folder, id }: { folder: string; id: string }, moved: readonly string[]): Promise<string> {
  const into = newFolder();
  const draft = join(into, `.unfinished-${id}`);
  await restoreBackupInto(folder, { id }, draft);
  for (const name of moved) renameSync(join(draft, name), join(into, name));
  return into;
}

test('a folder in which a restore was interrupted is not opened as a new one, and restoring into it starts over', async () => {
  const backup = await backedUp();
  const begun = newFolder();
  mkdirSync(join(begun, `.unfinished-${backup.id}`, 'vault'), { recursive: true });
  for (const into of [begun, await interrupted(backup, []), await interrupted(backup, ['vault'])]) {
    expect(await open(into)).toMatchObject({
      ok: false,
      problem: { text: { key: 'problem.app.restoreUnfinished', params: { folder: into } } },
    });
    await restoreBackupInto(backup.folder, { id: backup.id }, into);
    expect(readdirSync(into).filter((name) => name.startsWith('.'))).toEqual([]);
    const restored = await openFolder(into);
    expect(await exportOf(restored, backup.hash)).toBe(backup.before);
    await restored.close();
  }
});

test('an interrupted restore that only had to remove its empty folder is complete', async () => {
  const backup = await backedUp();
  const into = newFolder();
  await restoreBackupInto(backup.folder, { id: backup.id }, into);
  mkdirSync(join(into, `.unfinished-${backup.id}`));
  const restored = await openFolder(into);
  expect(await exportOf(restored, backup.hash)).toBe(backup.before);
  await restored.close();
  expect((await problemOf(restoreBackupInto(backup.folder, { id: backup.id }, into))).text.key).toBe('backup.problem.intoNotEmpty');
});

test('files that no restore has left are never removed', async () => {
  const backup = await backedUp();
  const names = [`.unfinished-${backup.id}`, 'vault'];
  const into = newFolder();
  for (const name of names) mkdirSync(join(into, name));
  writeFileSync(join(into, 'vault', 'mine'), 'mine');
  expect((await problemOf(restoreBackupInto(backup.folder, { id: backup.id }, into))).text.key).toBe('backup.problem.intoNotEmpty');
  expect(readdirSync(into).sort()).toEqual(names);
  expect(readFileSync(join(into, 'vault', 'mine'), 'utf8')).toBe('mine');
});

test('two processes do not restore into the same folder', async () => {
  const backup = await backedUp();
  const into = newFolder();
  const lock = lockDataFolder(into);
  expect((await problemOf(restoreBackupInto(backup.folder, { id: backup.id }, into))).code).toBe('busy');
  lock?.release();
});

test('what need not be kept is removed after the restores that read it, and none begins meanwhile', async () => {
  const data = await openFolder();
  await createProjectWithPicture(data);
  for (const _ of [1, 2]) await data.invoke('backup.create', {});
  const oldest = (await data.invoke('backup.list', {})).at(-1)?.id ?? '';
  const folder = new BackupFolder(data.folder);
  const current = { list: () => [], versionOf: () => expect.fail(), recordsOf: async () => [] };
  const service = new BackupService({ dataFolder: data.folder, environment: systemEnvironment, current, log: () => undefined });
  const thin = () => service.configure({ maxBytes: 1 });
  const count = async () => (await data.invoke('backup.list', {})).length;
  const releases = [folder.holdBackups(), folder.holdBackups()];
  for (const release of releases) {
    await thin();
    expect(await count()).toBe(2);
    release();
  }
  const restoring = restoreBackupInto(data.folder, { id: oldest }, join(newFolder(), 'restored'));
  expect(folder.lockForRemoval()).toBeUndefined();
  expect(await restoring).toMatchObject({ missingFiles: 0 });
  const release = folder.lockForRemoval();
  const refused = await problemOf(restoreBackupInto(data.folder, { id: oldest }, join(newFolder(), 'restored')));
  expect([refused.code, refused.text.key]).toEqual(['busy', 'doctor.problem.inUse']);
  release?.();
  await thin();
  expect(await count()).toBe(1);
});
