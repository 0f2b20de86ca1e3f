/** [Backups 3, 8] The folder of backups that the user has chosen, on a disk that may not be connected, and what cannot be removed from it. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BackupFolder } from '../../../main/backups/backup-folder.ts';
import { listBackups } from '../../../main/backups/list-backups.ts';
import { readMachineId } from '../../../main/platform/machine-id.ts';
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

test('one from which backups were removed, such as that of a data folder, is recognised without the file of its owner', async () => {
  const { folder, invoke } = await openFolder();
  await invoke('project.create', { template: 'empty' });
  await invoke('backup.create', {});
  const copy = join(newFolder(), 'copy');
  cpSync(join(folder, 'backups'), copy, { recursive: true });
  expect(readdirSync(copy)).toContain('.taleport.lock');
  expect(await invoke('backup.configure', { folder: copy })).toMatchObject({ folder: copy });
});

test('the one in the data folder, which is chosen by its path, moves with the data folder', async () => {
  const { folder, invoke, close } = await openFolder();
  await invoke('project.create', { template: 'empty' });
  await invoke('backup.create', {});
  expect(await invoke('backup.configure', { folder: join(folder, 'backups') })).toMatchObject({
    folder: null,
    path: join(folder, 'backups'),
  });
  await close();
  const moved = join(newFolder(), 'moved');
  renameSync(folder, moved);
  const { invoke: invokeMoved } = await openFolder(moved);
  expect(await invokeMoved('backup.list', {})).toHaveLength(1);
  expect(await invokeMoved('backup.status', {})).toMatchObject({ path: join(moved, 'backups'), isMissing: false });
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

describe('a folder with files of the user', () => {
  const files = ['files/photos/holiday/a.jpg', 'files/letters/b.txt', 'files/ab/notes.txt', 'files/ab/cd.txt/e', '.unfinished-novel/c.txt'];
  const ids = ['20261122T193000Z-final draft/d.txt', 'owner.json'];

  function fill(folder: string): () => void {
    const paths = [...files, ...ids].map((path) => join(folder, path));
    for (const path of paths) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, '{"of":"the user"}');
    }
    return () => expect(paths.filter((path) => !existsSync(path) || readFileSync(path, 'utf8') !== '{"of":"the user"}')).toEqual([]);
  }

  test('gets a folder of its own for backups, and nothing else in it is changed', async () => {
    const folder = newFolder();
    const expectUnchanged = fill(folder);
    const data = await openFolder();
    await createProjectWithPicture(data);
    const inside = join(folder, 'Taleport backups');
    expect(await data.invoke('backup.configure', { folder })).toMatchObject({ folder: inside, path: inside });
    const { file } = await data.invoke('backup.create', {});
    expect(dirname(file)).toBe(inside);
    expectUnchanged();
    expect(readdirSync(folder).sort()).toEqual([
      '.unfinished-novel',
      '20261122T193000Z-final draft',
      'Taleport backups',
      'files',
      'owner.json',
    ]);
    // To choose either folder again changes nothing.
    for (const again of [folder, inside])
      expect(await data.invoke('backup.configure', { folder: again })).toMatchObject({ folder: inside });
  });

  test('into which Taleport 0.1.0 made backups stays in use, and keeps them', async () => {
    const { folder, chosen, invoke } = await openWithChosenFolder();
    for (const path of files) {
      mkdirSync(dirname(join(chosen, path)), { recursive: true });
      writeFileSync(join(chosen, path), 'of the user');
    }
    rmSync(join(folder, 'backup-id.json'));
    writeFileSync(join(chosen, 'owner.json'), JSON.stringify({ dataFolder: folder }));
    await invoke('backup.create', {});
    expect(await invoke('backup.configure', { folder: chosen })).toMatchObject({ folder: chosen, isMissing: false });
    await invoke('backup.create', {});
    expect(await invoke('backup.list', {})).toHaveLength(3);
    expect(files.filter((path) => !existsSync(join(chosen, path)))).toEqual([]);
  });

  test('a file owner.json of another program is not replaced, and no backup is made beside it', async () => {
    const { chosen, invoke } = await openWithChosenFolder();
    writeFileSync(join(chosen, 'owner.json'), '{"of":"the user"}');
    await expect(invoke('backup.create', {})).rejects.toMatchObject({ code: 'store', message: expect.stringContaining('owner.json') });
    expect(readFileSync(join(chosen, 'owner.json'), 'utf8')).toBe('{"of":"the user"}');
  });
});

describe('two computers with one folder for backups', () => {
  /** The data folder of another computer, whose path does not exist on this one, or is the same as that of `other`. */
  async function openOnOtherComputer() {
    const first = await openWithChosenFolder();
    await first.close();
    const away = join(newFolder(), 'away');
    renameSync(first.folder, away);
    return { ...first, away };
  }

  test.each(['the same path', 'another path'])(
    'the backups of a data folder with %s are kept until the user takes them over',
    async (which) => {
      const { folder, chosen, away } = await openOnOtherComputer();
      const other = await openFolder(which === 'the same path' ? folder : newFolder());
      const { hash } = await createProjectWithPicture(other);
      const choice = other.invoke('backup.configure', { folder: chosen, force: false });
      await expect(choice).rejects.toMatchObject({
        json: { context: { confirm: 'otherBackups' }, errors: { folder: expect.any(String) } },
      });
      expect(await other.invoke('backup.status', {})).toMatchObject({ folder: null });
      // Its settings may have been written before owners had ids.
      await other.close();
      writeFileSync(join(other.folder, 'backups.json'), JSON.stringify({ folder: chosen, maxBytes: 100 * 2 ** 20 }));
      const again = await openFolder(other.folder);
      await expect(again.invoke('backup.create', {})).rejects.toMatchObject({ code: 'store', message: expect.stringContaining(folder) });
      const before = readdirSync(chosen, { recursive: true });
      await again.invoke('backup.configure', { maxBytes: 2 ** 30 });
      expect(readdirSync(chosen, { recursive: true })).toEqual(before);
      await again.invoke('backup.configure', { folder: chosen, force: true });
      await again.invoke('backup.create', {});
      expect(await again.invoke('backup.list', {})).toMatchObject([{ projects: [{ hash }] }, {}]);
      await again.close();
      if (which === 'the same path') rmSync(folder, { recursive: true });
      const back = await openFolder(away);
      await expect(back.invoke('backup.create', {})).rejects.toMatchObject({ code: 'store' });
    },
  );

  test('a disk with the data folder and its backups may be connected to another one', async () => {
    const { chosen, invoke } = await openWithChosenFolder();
    const file = join(chosen, 'owner.json');
    const owner: object = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...owner, machine: 'another one', computer: 'ada-laptop' }));
    await invoke('backup.create', {});
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(owner);
  });
});

test('a backup that was made is not reported as failed if an older one cannot be removed, or what is left of one', async () => {
  const data = await openFolder();
  await createProjectWithPicture(data);
  await data.invoke('backup.create', {});
  const files = join(data.folder, 'backups', 'files', 'ab');
  // A folder in the place of a file cannot be removed like one.
  const [held, left] = [join(files, 'ab'.repeat(32)), join(files, `${'ab'.repeat(32)}.0123abcd`)];
  mkdirSync(join(held, 'inside'), { recursive: true });
  writeFileSync(left, 'the draft of a copy');
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

test.runIf(otherDisk !== undefined && readMachineId() !== null)(
  'a copy of the data folder on another computer leaves its backups to the original',
  async () => {
    const there = mkdtempSync(join(otherDisk ?? '', 'taleport-other-disk-'));
    onTestFinished(() => rmSync(there, { recursive: true }));
    const { invoke } = await openFolder();
    await invoke('backup.configure', { folder: there });
    await invoke('backup.create', {});
    const file = join(there, 'owner.json');
    const owner: object = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...owner, machine: 'another one', computer: 'ada-laptop' }));
    await expect(invoke('backup.create', {})).rejects.toMatchObject({ code: 'store', message: expect.stringContaining('ada-laptop: ') });
  },
);

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
