import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { repairDataFolder } from '../../../../main/app/data-folder/repair-data-folder.ts';
import { systemEnvironment } from '../../../../main/platform/environment.ts';
import { version } from '../../../../main/platform/version.ts';
import { newFolder } from '../../../new-folder.ts';
import { openFolder } from '../../backups/data-folder.ts';

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

test('a backup that cannot be made is reported at each start until it could be, and the projects open', async () => {
  const folder = newFolder();
  await openAndListBackups(folder);
  writeFileSync(join(folder, 'version.json'), '{"version":"0.0.9"}');
  rmSync(join(folder, 'backups'), { recursive: true, force: true });
  writeFileSync(join(folder, 'backups'), 'a file');
  for (const _start of [1, 2]) {
    const { invoke, close } = await openFolder(folder);
    expect(await invoke('project.list', {})).toEqual([]);
    expect(await invoke('app.notices', {})).toMatchObject([
      { key: 'backup.automaticFailed', params: { reason: { key: 'backup.problem.notWritten' } } },
    ]);
    await invoke('app.acknowledgeNotices', {});
    expect(await invoke('app.notices', {})).toEqual([]);
    await close();
  }
  rmSync(join(folder, 'backups'));
  expect(await openAndListBackups(folder)).toEqual(['beforeUpgrade']);
});

describe('version.json cannot be written', () => {
  const original = { ...promises };
  afterEach(() => restoreFiles());

  function restoreFiles(): void {
    Object.assign(promises, original);
    syncBuiltinESMExports();
  }

  /** Fails as a full disk does, on which a file can still be removed; with `canRemove: false`, removing fails, too. */
  function failWrites({ code, canRemove = true }: { code: string; canRemove?: boolean }): void {
    const fail = async () => Promise.reject(Object.assign(new Error(code), { code }));
    const isVersionFile = (path: unknown) => basename(String(path)).includes('version.json');
    promises.open = (path, ...rest) => (isVersionFile(path) ? fail() : original.open(path, ...rest));
    if (!canRemove) promises.rm = (path, ...rest) => (isVersionFile(path) ? fail() : original.rm(path, ...rest));
    syncBuiltinESMExports();
  }

  async function folderOfOtherVersion(): Promise<string> {
    const folder = newFolder();
    const { invoke, close } = await openFolder(folder);
    await invoke('project.create', { template: 'empty' });
    await close();
    writeFileSync(join(folder, 'version.json'), '{"version":"0.0.9"}');
    return folder;
  }

  test.each([
    ['ENOSPC', 'problem.disk.pathFull'],
    ['EACCES', 'problem.disk.pathNotPermitted'],
    ['EMFILE', 'problem.verbatim'],
  ])('because of %s: a sentence names it, the projects open, and the next start writes it', async (code, reason) => {
    const folder = await folderOfOtherVersion();
    const file = join(folder, 'version.json');
    failWrites({ code });
    const { invoke, close } = await openFolder(folder);
    const notices = await invoke('app.notices', {});
    expect(notices).toMatchObject([{ key: 'problem.app.versionNotWritten', params: { reason: { key: reason } } }]);
    expect(JSON.stringify(notices)).toContain(JSON.stringify(file).slice(1, -1));
    expect(await invoke('project.list', {})).toHaveLength(1);
    await close();
    expect(existsSync(file)).toBe(false);
    restoreFiles();
    expect(await openAndListBackups(folder)).toEqual(['beforeUpgrade', 'beforeUpgrade']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version });
    expect(await openAndListBackups(folder)).toHaveLength(2);
  });

  test('or removed: the projects stay as they were, and the problem names the file', async () => {
    const folder = await folderOfOtherVersion();
    const file = join(folder, 'version.json');
    failWrites({ code: 'EACCES', canRemove: false });
    await expect(openFolder(folder)).rejects.toMatchObject({
      code: 'folder',
      text: { key: 'problem.disk.pathNotPermitted', params: { path: file } },
    });
    restoreFiles();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: '0.0.9' });
    const { invoke } = await openFolder(folder);
    expect(await invoke('project.list', {})).toHaveLength(1);
  });
});

describe('[Damage] an older version does not repair what a newer one has opened', () => {
  const olderVersion = '0.0.9';
  const newerVersion = '99.0.0';
  const versionFileIn = (folder: string): string => join(folder, 'version.json');

  async function folderWithProject(): Promise<string> {
    const { folder, invoke, close } = await openFolder();
    await invoke('project.create', { template: 'empty' });
    await close();
    return folder;
  }

  async function folderOfOlderVersion(): Promise<string> {
    const folder = await folderWithProject();
    writeFileSync(versionFileIn(folder), JSON.stringify({ version: olderVersion }));
    return folder;
  }

  /** Changes the file as if the version that has written it were a newer one, and this version were the older one. */
  function continueAsOlderVersion(folder: string): void {
    const content = readFileSync(versionFileIn(folder), 'utf8');
    writeFileSync(versionFileIn(folder), content.replace(version, newerVersion).replace(olderVersion, version));
  }

  function raiseSchemaNumber(folder: string): void {
    const file = join(folder, 'taleport.sqlite');
    const content = readFileSync(file);
    content.writeUInt32BE(50, 60);
    writeFileSync(file, content);
  }

  const expectNoRepair = (folder: string) =>
    expect(repairDataFolder(folder, systemEnvironment)).rejects.toMatchObject({ text: { key: 'problem.store.newerVersion' } });

  test('although the backup before that failed', async () => {
    const folder = await folderOfOlderVersion();
    rmSync(join(folder, 'backups'), { recursive: true, force: true });
    writeFileSync(join(folder, 'backups'), 'a file');
    const { close } = await openFolder(folder);
    await close();
    continueAsOlderVersion(folder);
    raiseSchemaNumber(folder);
    await expectNoRepair(folder);
  });

  test('although the older one has tried to open it since', async () => {
    const folder = await folderWithProject();
    raiseSchemaNumber(folder);
    writeFileSync(versionFileIn(folder), JSON.stringify({ version: newerVersion }));
    await expect(openFolder(folder)).rejects.toMatchObject({ text: { key: 'problem.store.newerVersion' } });
    expect(JSON.parse(readFileSync(versionFileIn(folder), 'utf8'))).toEqual({ version: newerVersion });
    await expectNoRepair(folder);
  });

  test('although the newer one has only repaired it', async () => {
    const folder = await folderOfOlderVersion();
    await repairDataFolder(folder, systemEnvironment);
    continueAsOlderVersion(folder);
    raiseSchemaNumber(folder);
    await expectNoRepair(folder);
  });

  test('but repairs the number if it is damaged and the newer one has never opened the folder', async () => {
    const folder = await folderWithProject();
    raiseSchemaNumber(folder);
    await expect(openFolder(folder)).rejects.toMatchObject({ text: { key: 'problem.store.newerVersion' } });
    await repairDataFolder(folder, systemEnvironment);
    expect(await openAndListBackups(folder)).toEqual([]);
  });
});
