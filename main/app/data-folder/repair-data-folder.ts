/** Repairs the database of a data folder that no process has open. The damaged file is kept next to the new one. */

import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../../shared/environment.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { BackupFolder } from '../../backups/backup-folder.ts';
import { addNewestBackupToError, listManifestsOrNone } from '../../backups/list-backups.ts';
import { describeFileDamage } from '../../engine/database-tasks/examine-database.ts';
import { examineDatabaseInBackground } from '../../engine/database-tasks/run-database-task.ts';
import { lockDataFolder } from '../../engine/storage/data-folder-lock.ts';
import { recordLostChanges } from '../../engine/storage/database-connection.ts';
import { checkDatabaseFiles, incompleteDatabaseProblem } from '../../engine/storage/integrity-record.ts';
import { completeInterruptedRepair, draftFolderOf, replaceWithRepaired } from '../../engine/storage/interrupted-repair.ts';
import { createKeyValueStore, openProjectDatabase } from '../../engine/storage/project-store.ts';
import { type SalvageResult, salvageDatabase } from '../../engine/storage/salvage-database.ts';
import { syncFolder } from '../../platform/atomic-file.ts';
import { isClosingProblem } from '../../platform/closing-problem.ts';
import { databaseFileIn } from '../../platform/data-folder.ts';
import { assertFreeSpace } from '../../platform/disk-error.ts';
import { systemEnvironment } from '../../platform/environment.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../../platform/temporary-folder.ts';
import { forgetDataFolderLocation } from './copied-data-folder.ts';
import { isBackupOfOtherVersionDue, wasLastOpenedByThisVersion, writeLastVersion } from './last-version.ts';
import { hasContent } from './verify-data-folder.ts';
import { voidAgreements } from './void-agreements.ts';

interface RepairedDataFolder extends SalvageResult {
  /** The path of the damaged file, which is kept. */
  readonly damagedFile: string;
}

/**
 * Whether the database has damage that opening the projects cannot repair: in its structure, or in rows that are not records. Throws a
 * Problem `store` if the file is missing or empty although the folder has content.
 */
export async function needsFileRepair(folder: string): Promise<boolean> {
  const file = databaseFileIn(folder);
  const lock = lockDataFolder(folder);
  if (lock) completeInterruptedRepair(file);
  lock?.release();
  await verifyNotEmptied(folder);
  if (!hasContent(file)) return false;
  const examination = await examineDatabaseInBackground(file).catch((error: unknown) => {
    if (isClosingProblem(error)) throw error;
    return null;
  });
  return examination === null || describeFileDamage(examination) !== 'ok';
}

async function verifyNotEmptied(folder: string): Promise<void> {
  try {
    checkDatabaseFiles(databaseFileIn(folder));
  } catch (error) {
    throw await addNewestBackupToError(folder, error);
  }
}

/** Whether a repair could recover anything and write it. Writes only to a temporary folder of the data folder. */
export async function isSalvageable(folder: string): Promise<boolean> {
  const draft = await createTemporaryFolder(folder).catch(() => null);
  if (draft === null) return false;
  try {
    assertFreeSpace(draft, (await stat(databaseFileIn(folder))).size);
    await salvageFolder(folder, join(draft, 'salvaged.sqlite'), systemEnvironment);
    return true;
  } catch {
    return false;
  } finally {
    await removeTemporaryFolder(draft);
  }
}

/**
 * Salvages the database of the folder into `to`. Its content is taken for that of this version only if version.json says so: a newer
 * version that has opened the folder has written its own number there, or removed the file.
 */
async function salvageFolder(folder: string, to: string, environment: Environment): Promise<SalvageResult> {
  const backup = await newestDatabaseIn(folder);
  return salvageDatabase(databaseFileIn(folder), to, backup, environment, { isOfKnownVersion: wasLastOpenedByThisVersion(folder) });
}

/** The path of the database of the newest backup; null if there is none. */
async function newestDatabaseIn(folder: string): Promise<string | null> {
  const [newest] = await listManifestsOrNone(folder);
  return newest ? new BackupFolder(folder).databaseOf(newest.id) : null;
}

/**
 * Throws a Problem `busy` while another process uses the folder, and a Problem `store` if nothing can be read. In both cases, nothing is
 * changed.
 */
export async function repairDataFolder(folder: string, environment: Environment): Promise<RepairedDataFolder> {
  const lock = lockDataFolder(folder);
  if (!lock) throw new Problem('busy', message('doctor.problem.inUse', { folder }));
  try {
    return await repair(folder, environment);
  } catch (error) {
    throw await addNewestBackupToError(folder, error);
  } finally {
    lock.release();
  }
}

async function repair(folder: string, environment: Environment): Promise<RepairedDataFolder> {
  const file = databaseFileIn(folder);
  completeInterruptedRepair(file);
  if (!hasContent(file)) throw incompleteDatabaseProblem(file);
  recordLostChanges(file, () => undefined);
  const draft = draftFolderOf(file);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  try {
    const salvage = await salvageFolder(folder, databaseFileIn(draft), environment);
    forgetAgreements(draft);
    await syncFolder(draft);
    const damagedFile = `${file}.damaged-${new Date(Math.floor(environment.now() / 1000)).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
    // An older version cannot open what this one has repaired. If the file cannot be written here, the next start writes it, or reports the
    // problem.
    await writeLastVersion(folder, { isBackupDue: isBackupOfOtherVersionDue(folder) });
    replaceWithRepaired(file, damagedFile);
    return { ...salvage, damagedFile };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Any row may be missing or outdated without any sign of it. */
function forgetAgreements(folder: string): void {
  const store = openProjectDatabase(folder, () => undefined);
  try {
    const openStore = (name: string) => createKeyValueStore(store, name);
    voidAgreements(openStore, 'repaired', systemEnvironment);
    forgetDataFolderLocation(openStore);
  } finally {
    store.close();
  }
}
