/** [Targets] Folders of the operating system are no game folders, and unusual ones are asked for. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../../main/app/backend/backend.ts';
import { assertSuitableFolder, findUnusualFolder } from '../../../../main/delivery/folder/unsuitable-folders.ts';
import { nodeDisk } from '../../../../main/platform/disk.ts';
import { nodeFileOperations } from '../../../../main/platform/swap-file.ts';
import { createInvoke } from '../../../../shared/contracts/ipc/backend.ts';
import { newFolder } from '../../../new-folder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const withText = (key: string) => ({ code: 'folder', text: { key } });

async function opened(dataFolder: string | null = null) {
  const backend = await openBackend(dataFolder, createTestEnvironment());
  onTestFinished(() => backend.close());
  const invoke = createInvoke(backend);
  return { invoke, ...(await invoke('project.create', { template: 'empty' })) };
}

test.runIf(process.platform === 'linux')('a folder of the operating system is refused with the reason', async () => {
  const { invoke, hash } = await opened();
  for (const folder of ['/proc', '/sys', '/dev', '/etc', '/usr', '/usr/bin', '/bin', '/proc/self', '/sys/kernel', '/run'])
    await expect(invoke('target.add', { hash, folder, engine: 'json' }), folder).rejects.toMatchObject(
      withText('problem.target.systemFolder'),
    );
  await expect(invoke('target.add', { hash, folder: '/', engine: 'json', force: true })).rejects.toMatchObject(
    withText('problem.target.rootFolder'),
  );
  expect(await invoke('target.list', {})).toEqual([]);
});

test.runIf(process.platform === 'linux')('a folder that the file system refuses is named, with the reason', async () => {
  const { invoke, hash } = await opened();
  const folder = join(newFolder(), 'x'.repeat(300));
  await expect(invoke('target.add', { hash, folder, engine: 'json' })).rejects.toMatchObject({
    code: 'folder',
    text: { key: 'targets.blocked.other', params: { folder, code: 'ENAMETOOLONG' } },
  });
});

const check = (folder: string): void => assertSuitableFolder(folder, { folder, isConfirmed: true, findUnusual: () => null });

test.each([
  'C:\\Windows',
  'c:\\windows\\Temp',
  'C:\\Program Files',
  'C:\\Program Files (x86)\\Game',
  'D:\\',
  '\\\\?\\C:\\Windows\\System32',
  '\\\\localhost\\c$\\Windows',
  '\\\\?\\C:\\',
  '\\\\localhost\\C$',
  'D:\\$Recycle.Bin',
  'C:\\System Volume Information',
  '/System/Library',
  '/Library',
  '/Applications/Game.app',
  '/private/etc',
  '/private/var/db/x',
  '/var/log',
  '/nix/store/x',
  '/lib32',
])('%s is refused', (folder) => {
  expect(() => check(folder)).toThrow();
});

test.each([
  'C:\\Games',
  'D:\\Windows games',
  '/home/me/etc',
  '/usr/local/games',
  '/dev/shm/game',
  '/run/media/me/disk/game',
  '\\\\?\\C:\\Games\\Windows',
  '\\\\server\\games$\\Windows',
  '/var/lib/jenkins/workspace/game',
  '/private/var/folders/x',
  '/runner',
  '/etcetera',
  '/Users/me/Library',
])('%s can be a game folder', (folder) => {
  expect(() => check(folder)).not.toThrow();
});

test('the home folder is unusual, under each of its names, and a folder in it is not', () => {
  const home = newFolder();
  mkdirSync(join(home, 'game'));
  const known = { dataFolder: join(newFolder(), 'data'), home: join(home, 'game', '..') };
  expect(findUnusualFolder(home, known)).toBe('home');
  expect(findUnusualFolder(join(home, 'game'), known)).toBeNull();
  expect(findUnusualFolder(join(home, '..'), known)).toBe('home');
});

test('a folder that contains the data folder is only used after a confirmation', async () => {
  const parent = newFolder();
  mkdirSync(join(parent, 'deep'));
  const { invoke, hash } = await opened(join(parent, 'deep', 'data'));
  for (const folder of [parent, join(parent, 'deep')]) {
    const before = readdirSync(folder);
    await expect(invoke('target.add', { hash, folder, engine: 'json' })).rejects.toMatchObject({
      ...withText('problem.target.unusualFolder'),
      json: { context: { confirm: 'dataFolder' } },
    });
    expect(readdirSync(folder)).toEqual(before);
    const { id } = await invoke('target.add', { hash, folder, engine: 'json', force: true });
    await invoke('target.remove', { id });
    // So is one to which a target is moved.
    const { id: other } = await invoke('target.add', { hash, folder: newFolder(), engine: 'json' });
    await expect(invoke('target.relocate', { id: other, folder })).rejects.toMatchObject({ json: { context: { confirm: 'dataFolder' } } });
    expect(await invoke('target.relocate', { id: other, folder, force: true })).toMatchObject({ folder });
    await invoke('target.remove', { id: other });
  }
});

test.runIf(process.platform === 'linux')('a folder that the system rejects with ENOENT is an error, and no endless loop', async () => {
  await expect(nodeDisk.createFolder('/proc/taleport/game')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(() => nodeFileOperations.createFolder('/proc/taleport/game')).toThrow('ENOENT');
});

test('[Story folder] a story folder that contains the data folder is only linked or opened after a confirmation', async () => {
  const parent = newFolder();
  const { invoke, hash } = await opened(join(parent, 'data'));
  const unconfirmed = { ...withText('problem.target.unusualFolder'), json: { context: { confirm: 'dataFolder' } } };
  await expect(invoke('folder.link', { hash, folder: parent })).rejects.toMatchObject(unconfirmed);
  expect(readdirSync(parent)).toEqual(['data']);
  expect(await invoke('folder.link', { hash, folder: parent, force: true })).toMatchObject({ state: 'idle' });
  await invoke('folder.unlink', { hash });
  await expect(invoke('folder.open', { folder: parent })).rejects.toMatchObject(unconfirmed);
  expect(await invoke('folder.open', { folder: parent, force: true })).toMatchObject({ state: 'idle' });
});
