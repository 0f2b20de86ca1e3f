/** [Damage] what works while the projects cannot be opened: restoring the newest backup into another folder, and saving diagnostics. */
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectBackend } from '../../../../main/app/backend/connect-backend.ts';
import { addNewestBackupToError } from '../../../../main/backups/list-backups.ts';
import { openDatabaseFile, openReadOnlyDatabase, toDatabaseProblem } from '../../../../main/engine/storage/sqlite.ts';
import { openZip } from '../../../../main/importers/zip-archive.ts';
import { databaseFileIn } from '../../../../main/platform/data-folder.ts';
import { createInvoke } from '../../../../shared/contracts/ipc/backend.ts';
import { Problem } from '../../../../shared/problem.ts';
import { newFolder } from '../../../new-folder.ts';
import { createProjectWithPicture, exportOf, openFolder } from '../../backups/data-folder.ts';

/** A data folder with a backup, whose database was cut off afterwards. */
async function damagedFolder() {
  const data = await openFolder();
  const { hash } = await createProjectWithPicture(data);
  await data.invoke('backup.create', {});
  const before = await exportOf(data, hash);
  await data.close();
  truncateSync(join(data.folder, 'taleport.sqlite'), 5000);
  const connection = connectBackend(data.folder);
  onTestFinished(() => connection.close());
  return { folder: data.folder, hash, before, invoke: createInvoke(connection) };
}

const problemOf = async (call: Promise<unknown>): Promise<Problem> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Problem) return error;
  throw new Error('The call did not fail with a problem');
};

test('[Damage] the newest backup that the problem names is restored into a new folder, and the damaged one stays as it is', async () => {
  const { folder, hash, before, invoke } = await damagedFolder();
  const { code, json } = await problemOf(invoke('project.list', {}));
  expect(code).toBe('store');
  const { newestBackup: id = '', newestBackupAt = '', dataFolder } = json.context ?? {};
  expect(dataFolder).toBe(folder);
  expect(new Date(newestBackupAt).toISOString()).toBe(newestBackupAt);
  const database = readFileSync(join(folder, 'taleport.sqlite'));
  const into = join(newFolder(), 'restored');
  expect(await invoke('dataFolder.restore', { id, folder: into })).toMatchObject({ folder: into, projects: [{ hash }], missingFiles: 0 });
  expect(readFileSync(join(folder, 'taleport.sqlite')).equals(database)).toBe(true);
  expect(await exportOf(await openFolder(into), hash)).toBe(before);
});

test.each([
  ['SQLITE_FULL', false],
  ['SQLITE_READONLY_DBMOVED', false],
  ['SQLITE_IOERR_WRITE', false],
  ['SQLITE_CORRUPT', true],
])('[Damage] %s names a backup: %s', async (code, isNamed) => {
  const { folder, invoke, close } = await openFolder();
  await invoke('backup.create', {});
  const [backup] = await invoke('backup.list', {});
  await close();
  const problem = toDatabaseProblem(databaseFileIn(folder), Object.assign(new Error('failed'), { code }));
  const named = await addNewestBackupToError(folder, problem);
  expect(named).toBeInstanceOf(Problem);
  expect((named as Problem).json.context?.newestBackup).toBe(isNamed ? backup?.id : undefined);
  expect(backup).toBeDefined();
});

test('[Damage] nothing is restored into a folder with files, nor into the data folder', async () => {
  const { folder, invoke } = await damagedFolder();
  const id = (await problemOf(invoke('project.list', {}))).json.context?.newestBackup ?? '';
  const used = newFolder();
  writeFileSync(join(used, 'mine.txt'), 'mine');
  for (const into of [used, folder]) {
    const names = readdirSync(into);
    expect((await problemOf(invoke('dataFolder.restore', { id, folder: into }))).code).toBe('folder');
    expect(readdirSync(into)).toEqual(names);
  }
});

test('[Damage] a folder that exists stays the same one: it may be a whole disk', async () => {
  const { hash, before, invoke } = await damagedFolder();
  const id = (await problemOf(invoke('project.list', {}))).json.context?.newestBackup ?? '';
  const into = newFolder();
  const { ino } = statSync(into);
  expect(await invoke('dataFolder.restore', { id, folder: into })).toMatchObject({ folder: into, missingFiles: 0 });
  expect(statSync(into).ino).toBe(ino);
  expect(readdirSync(into).filter((name) => name.startsWith('.'))).toEqual([]);
  expect(await exportOf(await openFolder(into), hash)).toBe(before);
});

test('[Damage] a file with what Taleport has not created is repaired, and kept', async () => {
  const data = await openFolder();
  const { hash } = await createProjectWithPicture(data);
  await data.close();
  const database = openDatabaseFile(databaseFileIn(data.folder));
  database.exec('CREATE TRIGGER spy AFTER INSERT ON record BEGIN SELECT 1; END');
  database.close();
  const connection = connectBackend(data.folder);
  onTestFinished(() => connection.close());
  const invoke = createInvoke(connection);
  expect((await problemOf(invoke('project.list', {}))).reason).toBe('foreignSchema');
  const { damagedFile, isSettingLost } = await invoke('dataFolder.repair', {});
  expect(isSettingLost).toBe(false);
  expect((await invoke('project.list', {})).map((each) => each.hash)).toEqual([hash]);
  const kept = openReadOnlyDatabase(damagedFile);
  expect(kept.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all()).toEqual(['spy']);
  kept.close();
});

test('[Damage] an error of the disk says what to do', async () => {
  const { invoke } = await damagedFolder();
  const missing = join(newFolder(), 'no folder', 'diagnostics.zip');
  const { code, message } = await problemOf(invoke('dataFolder.saveDiagnostics', { file: missing }));
  expect([code, message]).toEqual(['folder', expect.stringContaining(missing)]);
});

test('[Damage] diagnostics are saved', async () => {
  const { invoke } = await damagedFolder();
  const file = join(newFolder(), 'diagnostics.zip');
  expect(await invoke('dataFolder.saveDiagnostics', { file })).toEqual({ file, bytes: statSync(file).size });
  const zip = await openZip(file, 'diagnostics.zip');
  onTestFinished(() => zip.close());
  expect(zip.entries.map(({ name }) => name)).toContain('checks.json');
});
