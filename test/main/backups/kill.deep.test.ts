/** [Backups 1] kill -9 at random moments of making backups: what is listed is whole, and what is not whole is not listed. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { listBackups } from '../../../main/app/list-backups.ts';
import { restoreBackupInto } from '../../../main/app/restore-backup-into.ts';
import { checkDatabase, openReadOnlyDatabase } from '../../../main/engine/storage/sqlite.ts';
import { cases, rounds } from '../../rounds.ts';
import { createProjectWithPicture, openFolder } from './data-folder.ts';

/** Kills the process some milliseconds after it has begun a backup; returns the folders of the backups it has made. */
function makeUntilKilled(folder: string, round: number): Promise<string[]> {
  const script = join(import.meta.dirname, 'backing-up.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, folder]);
  let text = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    const isFirst = text === '';
    text += chunk;
    if (isFirst) setTimeout(() => child.kill('SIGKILL'), (round * 137) % 1500);
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('close', () => {
      if (errors !== '') reject(new Error(errors));
      else resolve(text.split('\n').filter((line) => line.startsWith(folder)));
    });
  });
}

const kills = cases(6, 300);

test(`[Backups 1] killed ${kills} times while backups are made, each listed backup is whole and restores`, {
  timeout: 60_000 * rounds + 60_000,
}, async () => {
  const data = await openFolder();
  const { hash } = await createProjectWithPicture(data);
  await data.close();
  const made = new Set<string>();
  let unfinished = 0;
  for (let round = 1; round <= kills; round++) {
    for (const file of await makeUntilKilled(data.folder, round)) made.add(basename(file));
    const backups = await listBackups(data.folder);
    // Killed before the first backup began, there is no folder yet.
    const names = existsSync(join(data.folder, 'backups')) ? readdirSync(join(data.folder, 'backups')) : [];
    unfinished += names.filter((name) => name.startsWith('.unfinished-')).length;
    const [newest] = backups;
    if (!newest) continue;
    const parent = mkdtempSync(join(tmpdir(), 'taleport-restored-'));
    const into = join(parent, 'data');
    expect(await restoreBackupInto(data.folder, { id: newest.id }, into)).toMatchObject({ projects: [{ hash }], missingFiles: 0 });
    const database = openReadOnlyDatabase(join(into, 'taleport.sqlite'));
    expect(checkDatabase(database, 'integrity_check')).toBe('ok');
    database.close();
    rmSync(parent, { recursive: true });
  }
  // Backups of one hour that were made by hand are all kept.
  const listed = new Set((await listBackups(data.folder)).map(({ id }) => id));
  for (const id of made) expect(listed).toContain(id);
  if (rounds >= 1) expect(unfinished).toBeGreaterThan(0);
  const after = await openFolder(data.folder);
  await after.invoke('backup.create', {});
  expect(readdirSync(join(data.folder, 'backups')).filter((name) => name.startsWith('.'))).toEqual([]);
});
