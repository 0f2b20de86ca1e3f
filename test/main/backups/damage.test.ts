/** [Damage] a record whose stored bytes have changed is found, costs only itself, and is restored from a backup. */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFileStore } from '../../../main/assets/file-store.ts';
import { copyVerified, findListedBackup, openListedBackup } from '../../../main/backups/backup-content.ts';
import { BackupFolder } from '../../../main/backups/backup-folder.ts';
import { restoreProject } from '../../../main/backups/restore-project.ts';
import { openEngine } from '../../../main/engine/engine.ts';
import { openDatabaseFile } from '../../../main/engine/storage/sqlite.ts';
import { createMemoryKeyValueStore } from '../../memory-key-value-store.ts';
import { newFolder } from '../../new-folder.ts';
import { createEmptyStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { createProjectWithPicture, exportOf, openFolder } from './data-folder.ts';

type Columns = Readonly<Record<string, string | number>>;

/** Changes stored rows without Taleport, as a failing disk does. */
function damageRows(folder: string, change: string, ...values: (string | number)[]): Columns[] {
  const database = openDatabaseFile(join(folder, 'taleport.sqlite'));
  try {
    database.pragma('foreign_keys = OFF');
    // The columns of the statement.
    return database.prepare(`${change} RETURNING id, json`).all(...values) as Columns[];
  } finally {
    database.close();
  }
}

async function closedProject({ backup = true } = {}) {
  const data = await openFolder();
  const { hash } = await createProjectWithPicture(data);
  if (backup) await data.invoke('backup.create', {});
  const before = await exportOf(data, hash);
  await data.close();
  return { folder: data.folder, hash, before };
}

const aConnection = "SELECT id FROM record WHERE kind = 'connection' ORDER BY id LIMIT 1";
const anElement = "SELECT json ->> '$.targetid' FROM record WHERE kind = 'connection' ORDER BY id LIMIT 1";

test('[Damage] a record that a backup contains unchanged is replaced, and nothing is lost', async () => {
  const { folder, hash, before } = await closedProject();
  const rows = damageRows(folder, `UPDATE record SET json = replace(json, 'a', 'b') WHERE kind IN ('element', 'connection', 'project')`);
  expect(rows.length).toBeGreaterThan(5);
  const data = await openFolder(folder);
  expect(await exportOf(data, hash)).toBe(before);
  const [damage, ...more] = await data.invoke('damage.list', { hash });
  expect(more).toEqual([]);
  expect(damage).toMatchObject({ hash, isOpen: false, dependents: 0 });
  expect(new Set(damage?.records.map(({ outcome }) => outcome))).toEqual(new Set(['repaired']));
  await data.close();
  const again = await openFolder(folder);
  expect(await exportOf(again, hash)).toBe(before);
  expect(await again.invoke('damage.list', { hash })).toHaveLength(1);
});

test('[Damage] a record that changed since the backup is left out, named, and restored on request with what depended on it', async () => {
  const { folder, hash } = await closedProject();
  const data = await openFolder(folder);
  const [connection] = (await data.invoke('project.read', { hash })).records
    .flatMap((chunk) => JSON.parse(chunk))
    .filter(({ kind }: { kind: string }) => kind === 'connection');
  await data.invoke('project.send', {
    hash,
    command: { do: 'change', kind: 'connection', id: connection.id, fields: { label: { en: { text: '<p>Changed</p>' } } } },
  });
  await data.close();
  damageRows(folder, "UPDATE record SET json = replace(json, 'Changed', 'Chbnged') WHERE id = ?", connection.id);
  const reopened = await openFolder(folder);
  const [damage] = await reopened.invoke('damage.list', { hash });
  expect(damage).toBeUndefined();
  await exportOf(reopened, hash);
  const [found] = await reopened.invoke('damage.list', { hash });
  expect(found).toMatchObject({ isOpen: true, records: [{ id: connection.id, kind: 'connection', outcome: 'leftOut' }] });
  expect(found?.records[0]?.board).not.toBe('');
  expect(found?.records[0]?.backup?.id).toBe((await reopened.invoke('backup.list', {}))[0]?.id);
  expect(await reopened.invoke('damage.restore', { hash })).toMatchObject({ skipped: [] });
  expect((await reopened.invoke('damage.list', { hash }))[0]?.isOpen).toBe(false);
  await reopened.invoke('project.undo', { hash });
});

test('[Damage] a decision is about the damage that was shown: other damage stays open, and what was decided elsewhere is not restored', async () => {
  const { folder, hash } = await closedProject({ backup: false });
  const damageOneMore = async () => {
    damageRows(folder, `UPDATE record SET json = 'x' || json WHERE id IN (${aConnection})`);
    const data = await openFolder(folder);
    await exportOf(data, hash);
    return data;
  };
  await (await damageOneMore()).close();
  const data = await damageOneMore();
  const [first, second] = await data.invoke('damage.list', { hash });
  expect([first?.isOpen, second?.isOpen]).toEqual([true, true]);
  const ids = [first?.id ?? ''];
  await data.invoke('damage.accept', { hash, ids });
  expect(await data.invoke('damage.list', { hash })).toMatchObject([{ isOpen: false }, { isOpen: true }]);
  const backups = await data.invoke('backup.list', {});
  await expect(data.invoke('damage.restore', { hash, ids })).rejects.toMatchObject({ code: 'notFound' });
  expect(await data.invoke('backup.list', {})).toEqual(backups);
  await data.invoke('damage.accept', { hash });
  expect(await data.invoke('damage.list', { hash })).toMatchObject([{ isOpen: false }, { isOpen: false }]);
});

test('[Damage] without a backup, each record costs only itself and what cannot exist without it', async () => {
  const { folder, hash } = await closedProject({ backup: false });
  const [row] = damageRows(folder, `UPDATE record SET json = 'x' || json WHERE id IN (${aConnection})`);
  const data = await openFolder(folder);
  await exportOf(data, hash);
  const [damage] = await data.invoke('damage.list', { hash });
  expect(damage?.records).toMatchObject([{ id: row?.id, kind: 'connection', title: '', outcome: 'leftOut', backup: null }]);
  await data.invoke('damage.accept', { hash });
  await data.close();
  const again = await openFolder(folder);
  await exportOf(again, hash);
  expect(await again.invoke('damage.list', { hash })).toMatchObject([{ isOpen: false }]);
});

test('[Damage] a record that others need is kept as far as it can be read', async () => {
  const { folder, hash } = await closedProject({ backup: false });
  damageRows(folder, `UPDATE record SET json = json_set(json, '$.x', 12345) WHERE id IN (${anElement})`);
  const data = await openFolder(folder);
  await exportOf(data, hash);
  expect(await data.invoke('damage.list', { hash })).toMatchObject([{ isOpen: true, records: [{ outcome: 'unverified' }], dependents: 0 }]);
});

test('[Damage] rows with a damaged key cost nothing that can still be read', async () => {
  const { folder, hash, before } = await closedProject();
  damageRows(folder, `UPDATE record SET id = '5b1d0c9e7f3a2468' WHERE id IN (${aConnection})`);
  damageRows(folder, `UPDATE record SET project = 77 WHERE id IN (${anElement})`);
  const data = await openFolder(folder);
  expect(await exportOf(data, hash)).toBe(before);
});

test('[Damage] rows with another project stay with the project of their checksum, whichever is opened first', async () => {
  const data = await openFolder();
  const [first, second] = [await createProjectWithPicture(data, 'one'), await createProjectWithPicture(data, 'two')];
  const before = [await exportOf(data, first.hash), await exportOf(data, second.hash)];
  await data.close();
  const firstOf = (kind: string) =>
    `id = (SELECT min(record.id) FROM record JOIN project ON project.id = project WHERE hash = ? AND kind = '${kind}')`;
  const rows = [
    ...damageRows(data.folder, `UPDATE record SET project = 77 WHERE ${firstOf('connection')}`, first.hash),
    ...damageRows(
      data.folder,
      `UPDATE record SET project = (SELECT id FROM project WHERE hash = ?) WHERE ${firstOf('note')}`,
      second.hash,
      first.hash,
    ),
  ];
  expect(rows).toHaveLength(2);
  const opened = await openFolder(data.folder);
  expect(await exportOf(opened, second.hash)).toBe(before[1]);
  expect(await exportOf(opened, first.hash)).toBe(before[0]);
  expect([
    ...(await opened.invoke('damage.list', { hash: first.hash })),
    ...(await opened.invoke('damage.list', { hash: second.hash })),
  ]).toEqual([]);
});

test('[Damage] a backup with a damaged record is compared and restored without it, and says so', async () => {
  const { folder, hash } = await closedProject({ backup: false });
  damageRows(folder, `UPDATE record SET json = 'x' || json WHERE id IN (${aConnection})`);
  const data = await openFolder(folder);
  const { file } = await data.invoke('backup.create', {});
  const source = { id: basename(file) };
  await data.invoke('project.rename', { hash, name: 'Renamed' });
  expect(await data.invoke('backup.compare', { source })).toMatchObject([{ hash, state: 'changed' }]);
  const restored = await data.invoke('backup.restore', { source });
  expect(restored.notes).toMatchObject([{ key: 'backup.recordsDamaged', params: { count: 1 } }]);
  await exportOf(data, restored.hash);
});

test('[Damage] a file or its row that cannot be read in a backup is left out and named, and the project is restored', async () => {
  const data = await openFolder();
  const { hash, sha256 } = await createProjectWithPicture(data);
  const { file } = await data.invoke('backup.create', {});
  const path = join(data.folder, 'backups', 'files', sha256.slice(0, 2), sha256);
  rmSync(path);
  // A folder cannot be read like a file, whatever rights the tests have.
  mkdirSync(path);
  const restored = await data.invoke('backup.restore', { source: { id: basename(file) }, project: hash });
  expect(restored.notes).toMatchObject([{ key: 'backup.fileNotRestored' }]);
  const backups = new BackupFolder(data.folder);
  const content = openListedBackup(backups, await findListedBackup(backups, basename(file)), { dataFolder: data.folder });
  expect(await copyVerified(content.readFile(sha256), sha256, join(newFolder(), 'copy'))).toBe(false);

  const copy = newFolder();
  copyFileSync(join(file, 'taleport.sqlite'), join(copy, 'taleport.sqlite'));
  damageRows(copy, "UPDATE key_value SET json = substr(json, 2) WHERE store = 'files' AND json LIKE '%lamp.png%'");
  const fileStore = openFileStore(newFolder(), createMemoryKeyValueStore(), createTestEnvironment());
  onTestFinished(() => fileStore.close());
  const placeDatabase = async () => ({ database: join(copy, 'taleport.sqlite'), upgraded: join(copy, 'upgraded.sqlite') });
  const { notes } = await restoreProject({ ...content, placeDatabase }, { fileStore, dataFolder: dirname(copy), project: hash });
  expect(notes).toMatchObject([{ key: 'backup.recordsDamaged', params: { count: 1 } }]);
});

test('[Damage] a new project with the hash of a removed one is not damaged', async () => {
  const { folder, hash } = await closedProject({ backup: false });
  damageRows(folder, `UPDATE record SET json = 'x' || json WHERE id IN (${aConnection})`);
  const environment = createTestEnvironment();
  const engine = openEngine(folder, environment);
  onTestFinished(() => engine.close());
  engine.getProject(hash);
  expect(engine.damage.isOpen(hash)).toBe(true);
  engine.removeProject(hash);
  engine.createProject(createEmptyStory(environment), undefined, hash);
  expect(engine.damage.isOpen(hash)).toBe(false);
});
