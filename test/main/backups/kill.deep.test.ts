/**
 * [Backups 1] kill -9 at random moments of making backups, while the project is edited: every backup that is listed is whole, restores, and contains what was
 * acknowledged before it began; what is not whole is not listed.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restoreBackupInto } from '../../../main/app/data-folder/restore-backup-into.ts';
import { contentPathIn } from '../../../main/assets/content-store.ts';
import { listBackups } from '../../../main/backups/list-backups.ts';
import { checkDatabase, openReadOnlyDatabase } from '../../../main/engine/storage/sqlite.ts';
import { backupLockName } from '../../../main/platform/backup-entries.ts';
import { assetFolderIn } from '../../../main/platform/data-folder.ts';
import { png } from '../../media-files.ts';
import { newFolder } from '../../new-folder.ts';
import { bundleOf } from '../../programs.ts';
import { cases, rounds } from '../../rounds.ts';
import { testRunSeed } from '../../seed.ts';
import { sha256 } from '../../sha256.ts';
import { createProjectWithPicture, type OpenFolder, openFolder } from './data-folder.ts';

/** The numbers of the last edit and of the last picture that were acknowledged. */
interface Acknowledged {
  readonly edited: number;
  readonly stored: number;
}

const script = await bundleOf(join(import.meta.dirname, 'backing-up.ts'));

/** Kills the process at the given time, in milliseconds, after it has begun its first backup. Returns what was acknowledged at the beginning of each backup. */
function makeUntilKilled(folder: string, pictures: string, before: Acknowledged, time: number): Promise<Acknowledged[]> {
  const child = spawn(process.execPath, [script, folder, pictures]);
  let text = '';
  let errors = '';
  let hasBegun = false;
  child.stdout.on('data', (chunk) => {
    text += chunk;
    if (hasBegun || !text.includes('begins')) return;
    hasBegun = true;
    setTimeout(() => child.kill('SIGKILL'), time);
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('close', () => {
      if (errors === '') resolve(acknowledgedAtBeginnings(text, before));
      else reject(new Error(errors));
    });
  });
}

function acknowledgedAtBeginnings(text: string, before: Acknowledged): Acknowledged[] {
  const beginnings: Acknowledged[] = [];
  let now = before;
  for (const line of text.split('\n').slice(0, -1)) {
    const [what = '', number] = line.split(' ');
    if (what === 'begins') beginnings.push(now);
    else if (what !== 'ends') now = { ...now, [what]: Number(number) };
  }
  return beginnings;
}

/** Restores the backup and compares it with what was acknowledged before it began. */
async function verifyBackup({ folder }: OpenFolder, id: string, hash: string, { edited, stored }: Acknowledged): Promise<void> {
  const into = join(newFolder(), 'data');
  expect(await restoreBackupInto(folder, { id }, into)).toMatchObject({ projects: [{ hash }], missingFiles: 0 });
  const database = openReadOnlyDatabase(join(into, 'taleport.sqlite'));
  try {
    expect(checkDatabase(database, 'integrity_check')).toBe('ok');
    const name = String(database.prepare("SELECT json ->> '$.name' FROM record WHERE kind = 'project'").pluck().get());
    expect(Number(name.replace('Name ', ''))).toBeGreaterThanOrEqual(edited);
    const pictures = database.prepare("SELECT json ->> '$.name' FROM record WHERE kind = 'asset' AND json ->> '$.name' LIKE 'Picture %'");
    expect(pictures.pluck().all()).toContain(`Picture ${stored}`);
  } finally {
    database.close();
  }
  const content = png(4, 3, `Picture ${stored}`);
  const path = contentPathIn(assetFolderIn(into), sha256(content));
  expect(readFileSync(path).equals(content)).toBe(true);
  rmSync(join(into, '..'), { recursive: true });
}

/** Returns how many backups were made, and how often one was unfinished. */
async function killAmongBackups(kills: number, seed: number): Promise<{ made: number; unfinished: number }> {
  const data = await openFolder();
  const { hash } = await createProjectWithPicture(data);
  await data.invoke('project.rename', { hash, name: 'Name 0' });
  await data.invoke('backup.configure', { maxBytes: 2 ** 40 });
  // Whatever the machine and what else runs on it, about half of the kills come before the end of the first backup.
  const began = performance.now();
  await data.invoke('backup.create', {});
  const duration = performance.now() - began;
  await data.close();
  rmSync(join(data.folder, 'backups'), { recursive: true });
  const pictures = join(newFolder(), 'pictures');
  mkdirSync(pictures);
  const backupFolder = join(data.folder, 'backups');
  const made = new Map<string, Acknowledged>();
  let [acknowledged, unfinished]: [Acknowledged, number] = [{ edited: 0, stored: 0 }, 0];
  for (let kill = 0; kill < kills; kill += 1) {
    const beginnings = await makeUntilKilled(data.folder, pictures, acknowledged, (((seed + kill * 137) % 1500) / 500) * duration);
    const listed = (await listBackups(data.folder)).map(({ id }) => id).reverse();
    // Each backup that has begun was finished, except perhaps the last one.
    const added = listed.filter((id) => !made.has(id));
    expect([beginnings.length, beginnings.length - 1]).toContain(added.length);
    for (const [index, id] of added.entries()) made.set(id, beginnings[index] ?? acknowledged);
    acknowledged = beginnings.at(-1) ?? acknowledged;
    // Killed before the first backup began, there is no folder yet.
    if (existsSync(backupFolder) && readdirSync(backupFolder).some((name) => name.startsWith('.unfinished-'))) unfinished += 1;
  }
  // Backups of one week that were made by hand are all kept.
  expect((await listBackups(data.folder)).map(({ id }) => id).reverse()).toEqual([...made.keys()]);
  for (const [id, before] of made) await verifyBackup(data, id, hash, before);
  const after = await openFolder(data.folder);
  await after.invoke('backup.create', {});
  await after.close();
  expect(readdirSync(backupFolder).filter((name) => name.startsWith('.') && name !== backupLockName)).toEqual([]);
  rmSync(data.folder, { recursive: true });
  return { made: made.size, unfinished };
}

const kills = cases(6, 300);
/** So that the backups do not fill the disk. */
const killsPerFolder = 50;

test(`[Backups 1] killed ${kills} times while backups are made and the project is edited, every listed backup restores what was acknowledged before it`, {
  timeout: 300_000 * rounds + 60_000,
}, async () => {
  const seed = testRunSeed();
  let [made, unfinished] = [0, 0];
  for (let killed = 0; killed < kills; killed += killsPerFolder) {
    const result = await killAmongBackups(Math.min(killsPerFolder, kills - killed), seed + killed);
    made += result.made;
    unfinished += result.unfinished;
  }
  console.log(`Seed ${seed}: ${made} backups, ${unfinished} unfinished`);
  expect(made).toBeGreaterThan(kills / 10);
  if (rounds >= 1) expect(unfinished).toBeGreaterThan(0);
});
