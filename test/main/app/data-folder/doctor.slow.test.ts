/** [Damage] the checks of a data folder, its repair, and the diagnostics bundle. */

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeDiagnosticsBundle } from '../../../../main/app/data-folder/diagnostics-bundle.ts';
import { examineDataFolder } from '../../../../main/app/data-folder/examine-data-folder.ts';
import { acknowledgeLostChanges } from '../../../../main/app/data-folder/opening-notices.ts';
import { needsFileRepair, repairDataFolder } from '../../../../main/app/data-folder/repair-data-folder.ts';
import { openEngine } from '../../../../main/engine/engine.ts';
import { salvageDatabase } from '../../../../main/engine/storage/salvage-database.ts';
import { schemaUpgrades, upgradeSchema } from '../../../../main/engine/storage/schema-upgrade.ts';
import { type Database, openDatabaseFile } from '../../../../main/engine/storage/sqlite.ts';
import { openZip } from '../../../../main/importers/zip-archive.ts';
import { systemEnvironment } from '../../../../main/platform/environment.ts';
import { openLog } from '../../../../main/platform/log.ts';
import { WaitClock } from '../../../../main/platform/wait-clock.ts';
import { openRemoteStore, remotesStoreName, syncedProjectsStoreName } from '../../../../main/sync/store/remote-store.ts';
import { baseEntries, checkpointEntry, SyncStore, syncStoreName } from '../../../../main/sync/store/sync-store.ts';
import type { KeyValueStore } from '../../../../shared/contracts/key-value-store.ts';
import { loadTranslator } from '../../../../shared/load-translator.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { Problem } from '../../../../shared/problem.ts';
import { newFolder } from '../../../new-folder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { createProjectWithPicture, exportOf, openFolder } from '../../backups/data-folder.ts';
import { crashWithProjects } from '../../engine/storage/crashed-folder.ts';
import { oldAnswers, unpackOldDataFolder } from '../../engine/storage/old-data-folder.ts';

async function closedProject() {
  const data = await openFolder();
  const { hash } = await createProjectWithPicture(data);
  await data.invoke('backup.create', {});
  const before = await exportOf(data, hash);
  await data.close();
  openLog(data.folder, 'taleport')('A line');
  return { folder: data.folder, hash, before };
}

const failedRemedies = async (folder: string) =>
  (await examineDataFolder(folder)).checks.filter(({ ok }) => !ok).map(({ remedy }) => remedy?.key);
const failedChecks = async (folder: string) => (await examineDataFolder(folder)).checks.filter(({ ok }) => !ok).map(({ check }) => check);

test('[Damage] an intact folder passes every check', async () => {
  const { folder } = await closedProject();
  expect(await failedChecks(folder)).toEqual([]);
  expect(await needsFileRepair(folder)).toBe(false);
});

test.each([
  ['deleted', (file: string) => rmSync(file)],
  ['emptied', (file: string) => truncateSync(file, 0)],
])('[Damage] a database that was %s is not called a new one, and only a backup helps', async (_, damage) => {
  const { folder } = await closedProject();
  const file = join(folder, 'taleport.sqlite');
  damage(file);
  const { checks } = await examineDataFolder(folder);
  expect(checks.filter(({ ok }) => !ok)).toMatchObject([{ check: 'database', remedy: { key: 'doctor.remedy.restore' } }]);
  rmSync(join(folder, 'backups'), { recursive: true });
  expect(await failedRemedies(folder)).toContain('doctor.remedy.noBackup');
});

test('[Damage] a folder that has no log yet, such as one that was just restored, passes the check of the log', async () => {
  const { folder } = await closedProject();
  rmSync(join(folder, 'logs'), { recursive: true, force: true });
  expect(await failedChecks(folder)).not.toContain('log');
});

test('[Damage] changes that were lost fail a check before and after the start, until they are acknowledged', async () => {
  const { folder } = await closedProject();
  rmSync(join(folder, 'taleport.sqlite'));
  rmSync(join(folder, 'taleport.sqlite-witness.json'));
  await crashWithProjects(folder, 2);
  rmSync(join(folder, 'taleport.sqlite-wal'));
  expect(await failedChecks(folder)).toContain('changes');
  await (await openFolder(folder)).close();
  expect(await failedChecks(folder)).toContain('changes');
  acknowledgeLostChanges(folder);
  expect(await failedChecks(folder)).not.toContain('changes');
});

test('[Damage] damaged records are named by kind, title and project, with a remedy', async () => {
  const { folder } = await closedProject();
  const database = openDatabaseFile(join(folder, 'taleport.sqlite'));
  database.exec("UPDATE record SET rank = rank || 'x' WHERE kind = 'board'");
  database.close();
  const { checks } = await examineDataFolder(folder);
  const [failed, ...more] = checks.filter(({ ok }) => !ok);
  expect(more).toEqual([]);
  expect(failed).toMatchObject({ check: 'records', remedy: { key: 'doctor.remedy.repairOrRestore' } });
  expect(failed?.records?.length).toBeGreaterThan(0);
  for (const { kind, title, project } of failed?.records ?? []) expect([kind, title !== '', project !== '']).toEqual(['board', true, true]);
});

test('[Damage] a file with damaged pages is repaired, and the damaged one is kept', async () => {
  const { folder, hash, before } = await closedProject();
  const file = join(folder, 'taleport.sqlite');
  const database = openDatabaseFile(file);
  const root = Number(database.prepare("SELECT max(pageno) FROM dbstat WHERE name = 'record' AND pagetype = 'leaf'").pluck().get() ?? 0);
  database.close();
  const bytes = readFileSync(file);
  // The header of a page in the middle of the records.
  bytes.fill(0xff, (root - 1) * 4096, (root - 1) * 4096 + 64);
  writeFileSync(file, bytes);
  expect(await failedChecks(folder)).toContain('database');
  expect(await needsFileRepair(folder)).toBe(true);
  const { damagedFile } = await repairDataFolder(folder, systemEnvironment);
  expect(readFileSync(damagedFile).equals(bytes)).toBe(true);
  const data = await openFolder(folder);
  await exportOf(data, hash);
  await data.invoke('damage.restore', { hash });
  expect(await exportOf(data, hash)).toBe(before);
});

test('[Damage] rows that cannot be read are reported, and sync agrees on nothing any more', async () => {
  const { folder, hash } = await closedProject();
  const file = join(folder, 'taleport.sqlite');
  const row = { hash, remoteHash: 'there12345', remote: 'Studio', name: 'Story', isFetched: true, lastSyncedAt: null };
  const read = {
    remoteHash: row.remoteHash,
    version: 7,
    updatedAt: '2026-11-22',
    listedAt: '2026-11-22',
    isComplete: true,
    idleVersion: 3,
  };
  const ids = Array.from({ length: 200 }, (_, index) => `v${index + 1000}`);
  // Only what the base stores of a record is needed here.
  const base = ids.map((id) => ({ kind: 'variable', id, rank: 'a0', name: id.repeat(40), type: 'integer' }) as unknown as AnyRecord);
  await withStores(folder, (openStore) => {
    openRemoteStore(openStore(remotesStoreName), openStore(syncedProjectsStoreName)).saveSyncedProject(row);
    new SyncStore(openStore(syncStoreName), hash, new WaitClock(createTestEnvironment())).write([
      checkpointEntry(read),
      ...baseEntries({ put: base, removedIds: [] }),
    ]);
  });
  const bytes = readFileSync(file);
  const page = Math.floor(bytes.indexOf('v1100'.repeat(40)) / 4096);
  bytes.fill(0xff, page * 4096, page * 4096 + 64);
  writeFileSync(file, bytes);
  expect((await repairDataFolder(folder, systemEnvironment)).lostRows).toEqual({ key_value: null });
  await withStores(folder, (openStore) => {
    const store = new SyncStore(openStore(syncStoreName), hash, new WaitClock(createTestEnvironment()));
    expect(store.checkpoint).toMatchObject({ version: null, isComplete: false });
    expect([store.base.has('v1000'), store.base.has('v1100'), store.base.has('v1199')]).toEqual([true, false, true]);
  });
});

test('[Damage] a text whose type has become another one is repaired like any other damage', async () => {
  const data = await openFolder();
  const projects = [await createProjectWithPicture(data, 'one'), await createProjectWithPicture(data, 'two')];
  const before = await Promise.all(projects.map(({ hash }) => exportOf(data, hash)));
  await data.close();
  const file = join(data.folder, 'taleport.sqlite');
  const database = openDatabaseFile(file);
  const ids = database
    .prepare("SELECT min(id) FROM record WHERE kind = 'element' GROUP BY project ORDER BY project")
    .pluck()
    .all()
    .map(String);
  database.close();
  expect(ids).toHaveLength(2);
  const bytes = readFileSync(file);
  for (const id of ids) flipTypeOfKind(bytes, id);
  writeFileSync(file, bytes);
  const copy = join(newFolder(), 'data');
  mkdirSync(copy, { mode: 0o700 });
  cpSync(file, join(copy, 'taleport.sqlite'));
  // Once by opening the projects, of which each leaves the records of the other as they are, and once by repairing the file.
  expect((await repairDataFolder(copy, systemEnvironment)).lostRows).toEqual({});
  for (const folder of [data.folder, copy]) {
    const opened = await openFolder(folder);
    for (const [index, { hash }] of projects.entries()) {
      expect(await exportOf(opened, hash)).toBe(before[index]);
      expect(await opened.invoke('damage.list', { hash })).toEqual([]);
    }
  }
});

test('[Damage] a database that was emptied is refused without opening it, so that its log stays', async () => {
  const data = await openFolder();
  await data.invoke('project.create', { template: 'sample' });
  const folder = join(newFolder(), 'data');
  mkdirSync(folder, { mode: 0o700 });
  for (const suffix of ['', '-wal']) cpSync(join(data.folder, `taleport.sqlite${suffix}`), join(folder, `taleport.sqlite${suffix}`));
  await data.close();
  truncateSync(join(folder, 'taleport.sqlite'), 0);
  const log = readFileSync(join(folder, 'taleport.sqlite-wal'));
  expect(log.length).toBeGreaterThan(0);
  const refusal = expect.objectContaining({ code: 'store', text: expect.objectContaining({ key: 'problem.store.emptied' }) });
  await expect(needsFileRepair(folder)).rejects.toEqual(refusal);
  await expect(repairDataFolder(folder, systemEnvironment)).rejects.toEqual(refusal);
  await expect(openFolder(folder)).rejects.toEqual(refusal);
  expect(readFileSync(join(folder, 'taleport.sqlite-wal')).equals(log)).toBe(true);
});

test('[Damage] the bundle contains no part of a path of which a project has the name of another part', async () => {
  // A log escapes quotes, and the backslashes of Windows, where names cannot contain quotes.
  const folder = join(newFolder(), process.platform === 'win32' ? 'Acme Corp' : 'Acme "Corp"', 'Game');
  const data = await openFolder(folder);
  const { hash } = await createProjectWithPicture(data);
  await data.invoke('project.rename', { hash, name: 'Game' });
  await data.invoke('project.create', { template: 'empty', name: 'Game of Xanthippe' });
  await data.close();
  openLog(folder, 'taleport')(`Opened ${folder}: ${JSON.stringify({ folder, project: 'Game of Xanthippe' })}`);
  const file = join(newFolder(), 'diagnostics.zip');
  await writeDiagnosticsBundle(folder, file, await loadTranslator('en'));
  const text = await textsOf(file);
  expect(text).toContain('Opened (data folder)');
  for (const hidden of ['Acme', 'Corp', 'Xanthippe']) expect(text).not.toContain(hidden);
});

test('[Damage] a damaged file of an earlier version is repaired and upgraded', async () => {
  const { folder } = unpackOldDataFolder();
  const file = join(folder, 'taleport.sqlite');
  const database = openDatabaseFile(file);
  const page = Number(database.prepare("SELECT max(pageno) FROM dbstat WHERE name = 'journal' AND pagetype = 'leaf'").pluck().get());
  database.close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, (page - 1) * 4096, (page - 1) * 4096 + 64);
  writeFileSync(file, bytes);
  expect((await repairDataFolder(folder, systemEnvironment)).lostRows).toEqual({ journal: null });
  const engine = openEngine(folder, systemEnvironment);
  try {
    const projects = engine.listProjects().map(({ hash, name }) => ({ hash, name }));
    expect(projects).toEqual(expect.arrayContaining(oldAnswers.projects.map(({ hash, name }) => ({ hash, name }))));
    for (const { hash } of projects) expect(engine.getProject(hash).size).toBeGreaterThan(0);
    expect(engine.damage.list()).toEqual([]);
  } finally {
    await engine.close();
  }
});

describe('[Damage] damaged rows of a file whose tables', () => {
  test.each([
    [4, 4],
    [4, 5],
    [5, 4],
    [5, 2],
  ])('are of version %d are replaced by those of a backup of version %d', (fileVersion, backupVersion) => {
    const { folder } = unpackOldDataFolder();
    const file = join(folder, 'taleport.sqlite');
    const backup = join(newFolder(), 'taleport.sqlite');
    cpSync(file, backup);
    const expected = upgradeTo(file, schemaUpgrades.length, ({ read }) => read());
    cpSync(backup, file);
    upgradeTo(backup, backupVersion);
    const unchanged = readFileSync(backup);
    const damaged = upgradeTo(file, fileVersion, ({ database }) =>
      database.prepare("UPDATE key_value SET json = json || ' ' WHERE store IN ('sync', 'targets', 'accounts')").run(),
    ).changes;
    const repaired = join(folder, 'repaired.sqlite');
    expect(salvageDatabase(file, repaired, backup, systemEnvironment).lostRows).toEqual({ key_value: damaged });
    // A revoked key must not work again, so accounts are left out.
    expect(upgradeTo(repaired, schemaUpgrades.length, ({ read }) => read())).toEqual(expected.filter(({ store }) => store !== 'accounts'));
    expect(readFileSync(backup)).toEqual(unchanged);
    expect(readdirSync(folder).filter((name) => name.startsWith('repaired'))).toEqual(['repaired.sqlite']);
  });
});

describe('[Damage] rows that have lost their values', () => {
  test('are reported and taken from a backup', () => {
    const { folder } = unpackOldDataFolder();
    const file = join(folder, 'taleport.sqlite');
    const expected = upgradeTo(file, schemaUpgrades.length, ({ read }) => read());
    const backup = join(newFolder(), 'taleport.sqlite');
    cpSync(file, backup);
    const damaged = removeValues(file, 'key_value', "store = 'targets'");
    const repaired = join(folder, 'repaired.sqlite');
    expect(salvageDatabase(file, repaired, backup, systemEnvironment).lostRows).toEqual({ key_value: damaged });
    expect(upgradeTo(repaired, schemaUpgrades.length, ({ read }) => read())).toEqual(expected);
  });

  test('are reported in a file of an earlier version', () => {
    const { folder } = unpackOldDataFolder();
    const file = join(folder, 'taleport.sqlite');
    const damaged = removeValues(file, 'shelf', "name = 'targets'");
    expect(salvageDatabase(file, join(folder, 'repaired.sqlite'), null, systemEnvironment).lostRows).toEqual({ key_value: damaged });
  });

  /** Damages the types of values as a defective disk may do. Returns the number of rows. */
  function removeValues(file: string, table: string, where: string): number {
    const database = openDatabaseFile(file);
    // A table made from a query has no constraints.
    database.exec(`CREATE TABLE copied AS SELECT * FROM ${table}; DROP TABLE ${table}; ALTER TABLE copied RENAME TO ${table}`);
    const { changes } = database.prepare(`UPDATE ${table} SET json = NULL WHERE ${where}`).run();
    database.close();
    expect(changes).toBeGreaterThan(0);
    return changes;
  }
});

test('[Damage] data that cannot be opened are closed', async () => {
  const { folder } = await closedProject();
  const database = openDatabaseFile(join(folder, 'taleport.sqlite'));
  database.exec('UPDATE project SET updated = updated + 1');
  database.close();
  expect(() => openEngine(folder, systemEnvironment)).toThrow(Problem);
  // SQLite removes the log with the last connection.
  expect(readdirSync(folder)).not.toContain('taleport.sqlite-wal');
});

test('[Damage] the bundle contains versions, checks, counts and the log, but no secret, no story text and no name', async () => {
  const { folder, hash } = await closedProject();
  const data = await openFolder(folder);
  await data.invoke('project.rename', { hash, name: 'Xanthippe and the lighthouse' });
  const { key } = await data.invoke('apiKey.create', { name: 'Plugin' });
  await data.close();
  const log = openLog(folder, 'taleport');
  log(`Token ${key} was rejected; password=hunter2abc; the project Xanthippe and the lighthouse in ${folder}`);
  log("Error: ENOENT: no such file or directory, open '/games/Nimue’s secret/boards/the-betrayal.yaml'");
  log(`Story folder ${join(homedir(), 'Nimue story')}: EACCES: permission denied, open 'D:\\\\Nimue\\\\end.yaml'`);
  log('    at open (file:///opt/taleport/worker.js:1:2) of GET /api/v1/projects');
  const database = openDatabaseFile(join(folder, 'taleport.sqlite'));
  database.exec("UPDATE record SET json = replace(json, '<p>', '<p>Zyzzyva ') WHERE kind = 'element'");
  database.close();
  const file = join(newFolder(), 'diagnostics.zip');
  const bytes = await writeDiagnosticsBundle(folder, file, await loadTranslator('en'));
  expect(statSync(file).size).toBe(bytes);
  const zip = await openZip(file, 'diagnostics.zip');
  const names = zip.entries.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['versions.json', 'settings.json', 'checks.json', 'counts.json', 'logs/taleport.log']));
  zip.close();
  const text = await textsOf(file);
  expect(text).toContain('was rejected');
  expect(text).toContain('"ok": false');
  expect(text).toContain("EACCES: permission denied, open '(path)'");
  expect(text).toContain('worker.js:1:2) of GET /api/v1/projects');
  for (const hidden of [key, 'hunter2abc', 'Xanthippe', 'Zyzzyva', 'lighthouse', 'Nimue', 'betrayal', folder])
    expect(text).not.toContain(hidden);
  expect(readdirSync(folder)).toContain('taleport.sqlite');
});

interface UpgradedFile {
  readonly database: Database;
  /** The rows of the key-value stores. */
  read(): { readonly store: string; readonly id: string; readonly json: string }[];
}

function upgradeTo<T>(file: string, version: number, use?: (upgraded: UpgradedFile) => T): T {
  const database = openDatabaseFile(file);
  try {
    upgradeSchema(database, () => undefined, schemaUpgrades.slice(0, version));
    // The columns of the table.
    const read = () => database.prepare('SELECT store, id, json FROM key_value').all() as ReturnType<UpgradedFile['read']>;
    // Without `use` there is no result.
    return use?.({ database, read }) as T;
  } finally {
    database.close();
  }
}

/** Flips the bit by which SQLite distinguishes a text from a blob, in the row of an element. */
function flipTypeOfKind(bytes: Buffer, id: string): void {
  const row = bytes.indexOf(`${id}element`);
  const type = (text: string): number => 13 + 2 * text.length;
  const header = bytes.lastIndexOf(Buffer.from([type(id), type('element')]), row);
  expect(row - header).toBeLessThan(16);
  bytes[header + 1] = type('element') ^ 1;
}

async function withStores(folder: string, use: (openStore: (name: string) => KeyValueStore) => void): Promise<void> {
  const engine = openEngine(folder, systemEnvironment);
  try {
    use((name) => engine.openKeyValueStore(name));
  } finally {
    await engine.close();
  }
}

async function textsOf(file: string): Promise<string> {
  const zip = await openZip(file, 'diagnostics.zip');
  let text = '';
  for (const entry of zip.entries) for await (const chunk of zip.readBytes(entry)) text += Buffer.from(chunk).toString('utf8');
  zip.close();
  return text;
}
