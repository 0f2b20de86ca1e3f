/**
 * [Backups 7] [Damage] [Story folder] A project that was restored, copied or repaired, or whose damage is settled, has agreed on nothing with its story folder:
 * neither side loses anything that the other one lacks.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repairDataFolder } from '../../../../main/app/data-folder/repair-data-folder.ts';
import { restoreBackupInto } from '../../../../main/app/data-folder/restore-backup-into.ts';
import { openDatabaseFile } from '../../../../main/engine/storage/sqlite.ts';
import { systemEnvironment } from '../../../../main/platform/environment.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { newFolder } from '../../../new-folder.ts';
import { type OpenFolder, openFolder } from '../../backups/data-folder.ts';

/** A project of the sample, linked to a folder that contains all of it. */
async function linkedProject() {
  const data = await openFolder();
  const { hash } = await data.invoke('project.create', { template: 'sample' });
  const folder = join(newFolder(), 'story');
  expect(await data.invoke('folder.link', { hash, folder })).toMatchObject({ state: 'idle' });
  return { data, hash, folder };
}

async function recordsOf({ invoke }: OpenFolder, hash: string): Promise<AnyRecord[]> {
  const { records } = await invoke('project.read', { hash });
  return records.flatMap((chunk): AnyRecord[] => JSON.parse(chunk));
}
const storyOf = async (data: OpenFolder, hash: string) => (await recordsOf(data, hash)).sort((one, two) => (one.id < two.id ? -1 : 1));
const idsOf = async (data: OpenFolder, hash: string) => (await recordsOf(data, hash)).map(({ id }) => id).sort();

/** All texts of the folder, one after the other. */
const textOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

const sync = async ({ invoke }: OpenFolder, hash: string) => (await invoke('folder.sync', { hash }))[0];

/** Changes stored rows without Taleport, as a failing disk does. Returns the id of the row. */
function changeRow(folder: string, statement: string, ...values: string[]): string {
  const database = openDatabaseFile(join(folder, 'taleport.sqlite'));
  database.pragma('foreign_keys = OFF');
  // The columns of the statement.
  const row = database.prepare(`${statement} RETURNING id`).get(...values) as { readonly id: string } | undefined;
  database.close();
  return row?.id ?? expect.fail();
}
const aNote = "(SELECT id FROM record WHERE kind = 'note' ORDER BY id LIMIT 1)";

test('[Backups 7] a board that was deleted by mistake is restored, and stays, although the folder lacks it', async () => {
  const { data, hash, folder } = await linkedProject();
  const before = await storyOf(data, hash);
  await data.invoke('backup.create', {});
  const backup = (await data.invoke('backup.list', {}))[0]?.id ?? '';
  const board = (await recordsOf(data, hash)).find(
    (record) => record.kind === 'board' && record.type === 'board' && record.id !== 'root',
  )?.id;
  await data.invoke('project.send', { hash, command: { do: 'remove', kind: 'board', id: board ?? '' } });
  await sync(data, hash);
  expect(textOf(folder)).not.toContain(`${board}:`);
  await data.close();
  const into = join(newFolder(), 'restored');
  await restoreBackupInto(data.folder, { id: backup }, into);
  const restored = await openFolder(into);
  // The user checks the folder first.
  expect(await restored.invoke('folder.list', {})).toMatchObject([{ hash, state: 'paused' }]);
  await restored.invoke('folder.change', { hash, settings: { on: true } });
  // Records that referred to the board differ.
  expect(await sync(restored, hash)).toMatchObject({ state: 'waiting', reason: 'conflict' });
  expect((await storyOf(restored, hash)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(textOf(folder)).toContain(`${board}:`);
  const ids = (await restored.invoke('conflict.list', { hash })).map(({ id }) => id);
  await restored.invoke('conflict.resolve', { ids, resolution: { choice: 'local' } });
  expect(await sync(restored, hash)).toMatchObject({ state: 'idle', conflicts: 0 });
  expect(await storyOf(restored, hash)).toEqual(before);
});

test('[Backups 7] what is newer in the folder than in the backup is kept: an addition arrives, and a text is a conflict', async () => {
  const { data, hash, folder } = await linkedProject();
  await data.invoke('backup.create', {});
  const backup = (await data.invoke('backup.list', {}))[0]?.id ?? '';
  const element = (await recordsOf(data, hash)).find(({ kind }) => kind === 'element');
  const { ids } = await data.invoke('project.send', {
    hash,
    command: { do: 'create', kind: 'element', fields: { boardId: element?.boardId as string, x: 1, y: 2000, title: '<p>Added since</p>' } },
  });
  await data.invoke('project.send', {
    hash,
    command: { do: 'change', kind: 'element', id: element?.id ?? '', fields: { content: { en: '<p>Written since</p>' } } },
  });
  await sync(data, hash);
  await data.close();
  const into = join(newFolder(), 'restored');
  await restoreBackupInto(data.folder, { id: backup }, into);
  const restored = await openFolder(into);
  await restored.invoke('folder.change', { hash, settings: { on: true } });
  expect(await sync(restored, hash)).toMatchObject({ state: 'waiting', reason: 'conflict', conflicts: 1 });
  expect(await idsOf(restored, hash)).toContain(ids[0]);
  expect(await restored.invoke('conflict.list', { hash })).toMatchObject([{ record: element?.id, reason: 'bothChanged' }]);
  expect(textOf(folder)).toContain('<p>Written since</p>');
});

test('[I41] a copy of the data folder keeps what was agreed: what the team has deleted meanwhile stays deleted', async () => {
  const { data, hash, folder } = await linkedProject();
  const before = await idsOf(data, hash);
  const note = (await recordsOf(data, hash)).find(({ kind }) => kind === 'note')?.id ?? expect.fail();
  await data.close();
  const copy = join(newFolder(), 'copy');
  cpSync(data.folder, copy, { recursive: true });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('board.yaml'));
  for (const path of files.map((each) => join(folder, each)))
    writeFileSync(path, readFileSync(path, 'utf8').replace(new RegExp(`^${note}:\\n(?: .*\\n)+\\n?`, 'm'), ''));
  expect(textOf(folder)).not.toContain(`${note}:`);
  const copied = await openFolder(copy);
  expect(await sync(copied, hash)).toMatchObject({ state: 'idle' });
  expect(await idsOf(copied, hash)).toEqual(before.filter((each) => each !== note));
  expect(textOf(folder)).not.toContain(`${note}:`);
});

test('[Damage] after a repair, which may have lost any row, nothing that one side lacks counts as deleted there', async () => {
  const { data, hash, folder } = await linkedProject();
  const before = await idsOf(data, hash);
  await data.close();
  await repairDataFolder(data.folder, systemEnvironment);
  const [name = ''] = readdirSync(join(folder, 'components'));
  rmSync(join(folder, 'components', name));
  const repaired = await openFolder(data.folder);
  expect(await sync(repaired, hash)).toMatchObject({ state: 'idle' });
  expect(await idsOf(repaired, hash)).toEqual(before);
  expect(readdirSync(join(folder, 'components'))).toContain(name);
});

test('[Damage] going on without a damaged record does not delete it in the folder, which gives it back', async () => {
  const { data, hash, folder } = await linkedProject();
  await data.close();
  const lost = changeRow(data.folder, `UPDATE record SET json = 'x' || json WHERE id IN ${aNote}`);
  const damaged = await openFolder(data.folder);
  expect(await idsOf(damaged, hash)).not.toContain(lost);
  expect(await sync(damaged, hash)).toMatchObject({ state: 'waiting', reason: 'folder' });
  await damaged.invoke('damage.accept', { hash });
  expect(await sync(damaged, hash)).toMatchObject({ state: 'idle' });
  expect(textOf(folder)).toContain(`${lost}:`);
  expect(await idsOf(damaged, hash)).toContain(lost);
});

test('[Damage] the older version of a damaged record does not replace the newer file: it is a conflict', async () => {
  const { data, hash, folder } = await linkedProject();
  await data.invoke('backup.create', {});
  const [connection] = (await recordsOf(data, hash)).filter(({ kind }) => kind === 'connection');
  const id = connection?.id ?? '';
  await data.invoke('project.send', {
    hash,
    command: { do: 'change', kind: 'connection', id, fields: { label: { en: { text: '<p>Changed</p>' } } } },
  });
  await sync(data, hash);
  await data.close();
  changeRow(data.folder, "UPDATE record SET json = replace(json, 'Changed', 'Chbnged') WHERE id = ?", id);
  const damaged = await openFolder(data.folder);
  expect(await idsOf(damaged, hash)).not.toContain(id);
  expect(await damaged.invoke('damage.restore', { hash })).toMatchObject({ skipped: [] });
  expect(await sync(damaged, hash)).toMatchObject({ state: 'waiting', reason: 'conflict' });
  expect(await damaged.invoke('conflict.list', { hash })).toMatchObject([{ record: id, reason: 'bothChanged' }]);
  expect(textOf(folder)).toContain('<p>Changed</p>');
});
