/** [Backups 2, 3] The clock was years ahead while a backup was made, and has been set back. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { examineDataFolder } from '../../../main/app/data-folder/examine-data-folder.ts';
import { parseManifest } from '../../../main/backups/backup-manifest.ts';
import { BackupService } from '../../../main/backups/backup-service.ts';
import { addNewestBackupToError, listBackups } from '../../../main/backups/list-backups.ts';
import { systemEnvironment } from '../../../main/platform/environment.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { english } from '../../../shared/messages/english.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { openFolder } from './data-folder.ts';

/** Microseconds. */
const year = 365 * 24 * 3600 * 1e6;

test('backups with a date in the future neither remove a new one nor hide that it is up to date', async () => {
  const { folder, invoke } = await openFolder();
  const { hash } = await invoke('project.create', { template: 'empty' });
  let ahead = 4 * year;
  let current = { hash, name: '', version: 0, updated: 0 };
  const service = new BackupService({
    dataFolder: folder,
    log: () => undefined,
    environment: { ...systemEnvironment, now: () => systemEnvironment.now() + ahead },
    current: {
      list: () => [current],
      versionOf: () => ({ version: current.version, updatedAt: formatIsoTime(current.updated) }),
      recordsOf: async () => [],
    },
  });
  const backUp = async () => {
    const { file } = await service.create('changes');
    const { projects } = parseManifest(JSON.parse(readFileSync(join(file, 'backup.json'), 'utf8')), 'backup');
    current = { ...current, ...projects[0] };
    return file;
  };
  const early = await backUp();
  expect(await service.isUpToDate()).toBe(true);

  ahead = 0;
  await invoke('project.rename', { hash, name: 'Changed' });
  const late = await backUp();
  expect((await service.list()).map(({ id }) => join(folder, 'backups', id))).toEqual([late, early]);
  expect(await service.isUpToDate()).toBe(true);

  const ids = [late, early].map((file) => basename(file));
  expect((await listBackups(folder)).map(({ id }) => id)).toEqual(ids);
  const { text } = Problem.from(await addNewestBackupToError(folder, new Problem('store', verbatim('Damaged.'))));
  expect(english.t(text)).toContain(`The newest backup is ${ids[0]} from`);
  const { checks } = await examineDataFolder(folder);
  const detail = checks.find(({ check }) => check === 'backups')?.detail ?? verbatim('');
  expect(english.t(detail)).toMatch(/^2 backups, the newest from .*; 1 of them dated in the future/);
  expect(english.t(detail)).not.toContain(String(new Date().getFullYear() + 4));
});
