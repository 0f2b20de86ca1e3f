/** [Backups 1] kill -9 at random moments of a restore: a folder that is there is whole, and another restore into the same folder succeeds. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restoreBackupInto } from '../../../main/app/data-folder/restore-backup-into.ts';
import { listBackups } from '../../../main/backups/list-backups.ts';
import { checkDatabase, openReadOnlyDatabase } from '../../../main/engine/storage/sqlite.ts';
import { newFolder } from '../../new-folder.ts';
import { bundleOf } from '../../programs.ts';
import { cases, rounds } from '../../rounds.ts';
import { testRunSeed } from '../../seed.ts';
import { createProjectWithPicture, openFolder } from './data-folder.ts';

const script = await bundleOf(join(import.meta.dirname, 'restoring.ts'));

/** Kills the process some milliseconds after it has begun its first restore. */
function restoreUntilKilled(folder: string, id: string, parent: string, round: number): Promise<void> {
  const child = spawn(process.execPath, [script, folder, id, parent]);
  let errors = '';
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), ((seed + round) * 37) % 400));
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('close', () => (errors === '' ? resolve() : reject(new Error(errors))));
  });
}

const seed = testRunSeed();
const kills = cases(1, 200);

test(`[Backups 1] killed ${kills} times while backups are restored, each folder is whole or not there`, {
  timeout: 60_000 * rounds + 60_000,
}, async () => {
  const data = await openFolder();
  const { hash } = await createProjectWithPicture(data);
  await data.invoke('backup.create', {});
  await data.close();
  const [backup] = await listBackups(data.folder);
  const id = backup?.id ?? '';
  const parent = join(newFolder(), 'restored');
  for (let round = 1; round <= kills; round += 1) {
    mkdirSync(parent);
    await restoreUntilKilled(data.folder, id, parent, round);
    for (const name of readdirSync(parent).filter((each) => !each.includes('.unfinished-'))) {
      const database = openReadOnlyDatabase(join(parent, name, 'taleport.sqlite'));
      expect(checkDatabase(database, 'integrity_check')).toBe('ok');
      database.close();
    }
    const next = join(parent, String(readdirSync(parent).filter((each) => !each.includes('.unfinished-')).length + 1));
    expect(await restoreBackupInto(data.folder, { id }, next)).toMatchObject({ projects: [{ hash }], missingFiles: 0 });
    expect(readdirSync(parent).filter((each) => each.includes('.unfinished-'))).toEqual([]);
    rmSync(parent, { recursive: true });
  }
});

test(`[Backups 7] killed ${kills} times while a backup is restored into an empty folder, the next restore starts over`, {
  timeout: 60_000 * rounds + 60_000,
}, async () => {
  const data = await openFolder();
  const { hash } = await createProjectWithPicture(data);
  await data.invoke('backup.create', {});
  await data.close();
  const [backup] = await listBackups(data.folder);
  const id = backup?.id ?? '';
  for (let round = 1; round <= kills; round += 1) {
    const parent = newFolder();
    // The process restores into the folders 1, 2, … of the parent.
    for (let number = 1; number <= 20; number += 1) mkdirSync(join(parent, String(number)));
    await restoreUntilKilled(data.folder, id, parent, round);
    for (const name of readdirSync(parent)) {
      const into = join(parent, name);
      if (existsSync(join(into, 'taleport.sqlite'))) continue;
      expect(await restoreBackupInto(data.folder, { id }, into)).toMatchObject({ projects: [{ hash }], missingFiles: 0 });
      expect(readdirSync(into).filter((each) => each.includes('.unfinished-'))).toEqual([]);
      break;
    }
  }
});
