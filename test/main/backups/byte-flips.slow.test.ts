/** [Damage] one flipped byte anywhere in the project data: no wrong value is read unnoticed, and no project is lost. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repairDataFolder } from '../../../main/app/data-folder/repair-data-folder.ts';
import { restoreBackupInto } from '../../../main/app/data-folder/restore-backup-into.ts';
import { openBackupCopies } from '../../../main/backups/backup-copies.ts';
import { listBackups } from '../../../main/backups/list-backups.ts';
import { openEngine } from '../../../main/engine/engine.ts';
import { systemEnvironment } from '../../../main/platform/environment.ts';
import { Problem } from '../../../shared/problem.ts';
import { newFolder } from '../../new-folder.ts';
import { cases, expectEnough, rounds } from '../../rounds.ts';
import { testRunSeed } from '../../seed.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { createProjectWithPicture, openFolder } from './data-folder.ts';

/** The records of all projects as they are read, by project; and whether damage is reported for it. */
async function readProjects(folder: string) {
  const engine = openEngine(folder, createTestEnvironment(), { copies: openBackupCopies(folder) });
  try {
    return engine.listProjects().map(({ hash }) => {
      const records = [...engine.getProject(hash).records()].sort((one, two) => (one.id < two.id ? -1 : 1));
      return { hash, content: JSON.stringify(records), isReported: engine.damage.isOpen(hash) };
    });
  } finally {
    await engine.close();
  }
}

async function outcomeOf(folder: string, before: ReadonlyMap<string, string>) {
  try {
    const projects = await readProjects(folder);
    expect(projects.map(({ hash }) => hash).sort()).toEqual([...before.keys()].sort());
    for (const { hash, content, isReported } of projects) if (!isReported) expect(content).toBe(before.get(hash));
    return projects.some(({ isReported }) => isReported) ? 'reported' : 'unharmed';
  } catch (error) {
    if (error instanceof Problem && error.code === 'store') return 'refused';
    throw error;
  }
}

/** Does what a user would do who cannot open the projects: repairs them, or else restores the newest backup. */
async function repaired(folder: string): Promise<string> {
  try {
    await repairDataFolder(folder, systemEnvironment);
    return folder;
  } catch (error) {
    const [newest] = await listBackups(folder);
    if (!newest) throw error;
    return (await restoreBackupInto(folder, { id: newest.id }, join(newFolder(), 'data'))).folder;
  }
}

const flips = cases(50, 1000);

test(`[Damage] after each of ${flips} flipped bits, a project is as it was, or its damage is reported and can be repaired`, {
  timeout: 120_000 * rounds + 60_000,
}, async () => {
  const data = await openFolder();
  for (let count = 0; count < 3; count++) await createProjectWithPicture(data, `${count}`);
  await data.invoke('backup.create', {});
  await data.close();
  const before = new Map((await readProjects(data.folder)).map(({ hash, content }) => [hash, content]));
  const bytes = readFileSync(join(data.folder, 'taleport.sqlite'));
  const { random } = createTestEnvironment(testRunSeed());
  const folder = join(newFolder(), 'data');
  const counts = { unharmed: 0, reported: 0, refused: 0 };
  for (let flip = 0; flip < flips; flip++) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    const flipped = Buffer.from(bytes);
    const at = Math.floor(random() * bytes.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    writeFileSync(join(folder, 'taleport.sqlite'), flipped);
    // It says that no newer version has opened the folder.
    cpSync(join(data.folder, 'version.json'), join(folder, 'version.json'));
    // With the backup, damaged records are replaced with identical ones; without it, they are left out.
    if (flip % 2 === 0) cpSync(join(data.folder, 'backups'), join(folder, 'backups'), { recursive: true });
    try {
      const outcome = await outcomeOf(folder, before);
      counts[outcome] += 1;
      if (outcome !== 'refused') continue;
      if (flip % 2 === 0) expect(await outcomeOf(await repaired(folder), before)).not.toBe('refused');
      else {
        await repairDataFolder(folder, systemEnvironment);
        expect(await outcomeOf(folder, before)).not.toBe('refused');
      }
    } catch (error) {
      throw new Error(`Byte ${at}, ${flip % 2 === 0 ? 'with' : 'without'} a backup`, { cause: error });
    }
  }
  console.log(JSON.stringify(counts));
  expectEnough(counts.reported, flips, 0.12);
});
