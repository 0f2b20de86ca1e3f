/** Projects that were one before: joined again after sync was stopped, and restored from an older backup. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { restoreBackupInto } from '../../../../main/app/data-folder/restore-backup-into.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { newFolder } from '../../../new-folder.ts';
import { boardOf, element, openSide, type Side, serve, syncOnce, titled } from './two-workspaces.ts';

const open: Side[] = [];
afterEach(async () => {
  for (const side of open.splice(0)) await side.close();
});

async function sideAt(folder: string | null = null): Promise<Side> {
  const side = await openSide(folder);
  open.push(side);
  return side;
}

async function closeSide(side: Side): Promise<void> {
  open.splice(open.indexOf(side), 1);
  await side.close();
}

/** The titles of the elements, sorted. */
const titlesIn = (project: Project): string[] =>
  [...project.recordsOfKind('element')].map(({ title }) => String(title.en?.text).replace(/<.*?>/g, '')).sort();

/** A project in a workspace, synced to a side, with elements of these titles. Returns their ids in this order. */
async function synced(titles: readonly string[], folder: string | null = null) {
  const [remoteSide, localSide] = [await sideAt(), await sideAt(folder)];
  const { hash } = await remoteSide.ask('project.create', { template: 'empty' });
  const board = boardOf(await remoteSide.project(hash));
  const ids: string[] = [];
  for (const title of titles) ids.push(...(await remoteSide.send(hash, element(board, title))));
  const { url, key } = await serve(remoteSide);
  await localSide.ask('remote.add', { name: 'Team', url, key: { key } });
  await localSide.ask('sync.add', { remote: 'Team', hash });
  await syncOnce(localSide, hash);
  return { remoteSide, localSide, hash, board, ids, key };
}

describe('a project that is joined again', () => {
  test('is compared with the remote one: nothing is doubled, and what both changed is a conflict', async () => {
    const { remoteSide, localSide, hash, board, ids } = await synced(['Same', 'Changed here', 'Changed there', 'Changed on both']);
    const [, here = '', there = '', both = ''] = ids;
    await localSide.ask('sync.stop', { hash });
    expect(await localSide.ask('remote.projects', { name: 'Team' })).toMatchObject([{ hash, localHash: null, joinableHash: hash }]);
    await localSide.send(hash, titled(here, 'New here'));
    await localSide.send(hash, titled(both, 'Mine'));
    await localSide.send(hash, element(board, 'Only here'));
    await remoteSide.send(hash, titled(there, 'New there'));
    await remoteSide.send(hash, titled(both, 'Theirs'));
    await remoteSide.send(hash, element(board, 'Only there'));

    const before = await remoteSide.ask('project.read', { hash });
    await localSide.ask('sync.join', { remote: 'Team', hash, local: hash });
    const conflicts = await localSide.ask('conflict.list', { hash });
    // Without a base, nobody knows which side has changed a value.
    expect(conflicts.map(({ record, reason }) => [record, reason]).sort()).toEqual(
      [here, there, both].map((id) => [id, 'bothChanged']).sort(),
    );
    expect(titlesIn(await remoteSide.project(hash))).toContain('Only here');
    expect(titlesIn(await localSide.project(hash))).toContain('Only there');
    expect((await remoteSide.ask('project.read', { hash })).version).toBe(before.version + 1);
    const idsOf = (records: readonly string[]) => conflicts.filter(({ record }) => records.includes(record)).map(({ id }) => id);
    await localSide.ask('conflict.resolve', { ids: idsOf([here, both]), resolution: { choice: 'local' } });
    await localSide.ask('conflict.resolve', { ids: idsOf([there]), resolution: { choice: 'remote' } });
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', conflicts: 0, pending: 0 });
    const wanted = ['Mine', 'New here', 'New there', 'Only here', 'Only there', 'Same'];
    expect(titlesIn(await localSide.project(hash))).toEqual(wanted);
    expect(titlesIn(await remoteSide.project(hash))).toEqual(wanted);
  });

  test('must have a board in common with the remote one, and neither may be synced', async () => {
    const { localSide, hash } = await synced(['Same']);
    const other = await localSide.ask('project.create', { template: 'empty' });
    const join = (local: string) => localSide.ask('sync.join', { remote: 'Team', hash, local });
    await expect(join(hash)).rejects.toMatchObject({ text: { key: 'problem.sync.alreadySynced' } });
    await expect(join(other.hash)).rejects.toMatchObject({ text: { key: 'problem.sync.alreadySyncedAs' } });
    await localSide.ask('sync.stop', { hash });
    await expect(join(other.hash)).rejects.toMatchObject({ text: { key: 'problem.sync.nothingShared' } });
    expect(await localSide.ask('sync.list', {})).toEqual([]);
  });
});

describe('a project of an older backup', () => {
  test('receives what changed since; only what had not been sent is doubtful, and nothing is doubled', async () => {
    const folder = newFolder();
    const { remoteSide, localSide, hash, board, ids, key } = await synced(['Same', 'Old', 'Unsent', 'Edited twice', 'Put back'], folder);
    const [, old = '', unsent = '', editedTwice = '', putBack = ''] = ids;
    await localSide.ask('sync.pause', { until: null });
    await localSide.send(hash, titled(unsent, 'Unsent edit'));
    await localSide.send(hash, titled(editedTwice, 'First try'));
    await localSide.send(hash, titled(putBack, 'Sent and put back'));
    await localSide.send(hash, element(board, 'Sent since'));
    await localSide.send(hash, element(board, 'Never sent'));
    const file = join(newFolder(), 'backup.zip');
    await localSide.ask('backup.create', { file });
    // After the backup, one of them is deleted, and everything else is sent and goes on.
    const never = [...(await localSide.project(hash)).recordsOfKind('element')].find(({ title }) => title.en?.text === '<p>Never sent</p>');
    await localSide.send(hash, { do: 'remove', kind: 'element', id: never?.id ?? '' });
    await localSide.ask('sync.pause', { until: 'now' });
    await syncOnce(localSide, hash);
    await localSide.send(hash, titled(old, 'Changed since'));
    await localSide.send(hash, titled(editedTwice, 'Second try'));
    await localSide.send(hash, titled(putBack, 'Put back'));
    await syncOnce(localSide, hash);
    await closeSide(localSide);

    const restored = newFolder();
    await restoreBackupInto(folder, { file }, restored);
    const again = await sideAt(restored);
    await again.ask('remote.change', { name: 'Team', key: { key } });
    await again.ask('sync.pause', { until: 'now' });
    const before = await remoteSide.ask('project.read', { hash });
    await syncOnce(again, hash);
    expect((await remoteSide.ask('project.read', { hash })).version).toBe(before.version);
    const conflicts = await again.ask('conflict.list', { hash });
    expect(conflicts.map(({ title, reason }) => [title, reason]).sort()).toEqual([
      ['First try', 'bothChanged'],
      ['Never sent', 'unconfirmedCreate'],
      // The workspace has what was agreed at the time of the backup: nobody has changed it, or somebody has put it back.
      ['Sent and put back', 'bothChanged'],
    ]);
    expect(titlesIn(await again.project(hash))).toEqual([
      'Changed since',
      'First try',
      'Never sent',
      'Same',
      'Sent and put back',
      'Sent since',
      'Unsent edit',
    ]);
    const idsBecause = (of: string) => conflicts.flatMap(({ id, reason }) => (reason === of ? [id] : []));
    await again.ask('conflict.resolve', { ids: idsBecause('bothChanged'), resolution: { choice: 'remote' } });
    await again.ask('conflict.resolve', { ids: idsBecause('unconfirmedCreate'), resolution: { choice: 'local' } });
    expect(await syncOnce(again, hash)).toMatchObject({ state: 'synced', conflicts: 0 });
    const wanted = ['Changed since', 'Never sent', 'Put back', 'Same', 'Second try', 'Sent since', 'Unsent edit'];
    expect(titlesIn(await again.project(hash))).toEqual(wanted);
    expect(titlesIn(await remoteSide.project(hash))).toEqual(wanted);
  });
});

test('[I41] a copy of the data folder compares before it sends anything, and says so', async () => {
  const folder = newFolder();
  const { remoteSide, localSide, hash, board, ids, key } = await synced(['Same', 'Edited', 'Unsent'], folder);
  const [, edited = '', unsent = ''] = ids;
  await localSide.send(hash, titled(edited, 'Unsent edit'));
  await localSide.send(hash, titled(unsent, 'Sent by both'));
  await localSide.send(hash, element(board, 'Created once'));
  await closeSide(localSide);
  const copiedFolder = newFolder();
  cpSync(folder, copiedFolder, { recursive: true });

  // The original goes on: it sends everything, and continues to edit.
  const original = await sideAt(folder);
  expect(await original.ask('app.notices', {})).toEqual([]);
  await original.ask('remote.change', { name: 'Team', key: { key } });
  await syncOnce(original, hash);
  await original.send(hash, titled(edited, 'Edited'));
  await syncOnce(original, hash);
  await closeSide(original);

  const copy = await sideAt(copiedFolder);
  expect((await copy.ask('app.notices', {})).map((notice) => notice.key)).toEqual(['desktop.copiedDataFolder']);
  await copy.ask('remote.change', { name: 'Team', key: { key } });
  const before = await remoteSide.ask('project.read', { hash });
  await syncOnce(copy, hash);
  expect((await remoteSide.ask('project.read', { hash })).version).toBe(before.version);
  expect((await copy.ask('conflict.list', { hash })).map(({ title, reason }) => [title, reason])).toEqual([['Unsent edit', 'bothChanged']]);
  expect(titlesIn(await copy.project(hash))).toEqual(['Created once', 'Same', 'Sent by both', 'Unsent edit']);
});

test('a project to sync is found by its hash in any case, its address and its name; otherwise similar ones are named', async () => {
  const { remoteSide, localSide, hash } = await synced([]);
  await localSide.ask('sync.stop', { hash, keep: false });
  const castle = await remoteSide.ask('project.create', { template: 'empty', name: 'The Castle' });
  await remoteSide.ask('project.create', { template: 'empty', name: 'Twins' });
  await remoteSide.ask('project.create', { template: 'empty', name: 'Twins' });
  const add = (wanted: string) => localSide.ask('sync.add', { remote: 'Team', hash: wanted });
  await expect(add('castel of castle')).rejects.toMatchObject({ text: { key: 'problem.sync.unknownProjectSimilar' } });
  await expect(add('castle')).rejects.toThrow(`The Castle (${castle.hash})`);
  await expect(add('nothing')).rejects.toMatchObject({ text: { key: 'problem.sync.unknownProject' } });
  await expect(add('twins')).rejects.toMatchObject({ text: { key: 'problem.sync.severalProjects' } });
  for (const wanted of ['the castle', castle.hash.toUpperCase(), `https://stories.example/project/${castle.hash}/board/1`]) {
    expect(await add(wanted)).toMatchObject({ remoteHash: castle.hash });
    await localSide.ask('sync.stop', { hash: castle.hash, keep: false });
  }
});
