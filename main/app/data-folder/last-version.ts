/**
 * `version.json` names the version of Taleport that last opened the projects of a data folder. It is written before they are opened, so it
 * never names an older version than the one that may have upgraded them. The repair by an older version relies on that
 * ([0397](../../../docs/adr/0397-version-numbers-that-are-damage.md)).
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../../shared/environment.ts';
import { type Message, message, verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { describeFailedBackup } from '../../backups/automatic-backups.ts';
import { BackupFolder } from '../../backups/backup-folder.ts';
import { toBackupProblem } from '../../backups/backup-service.ts';
import { createBackup } from '../../backups/create-backup.ts';
import { checkDatabaseFiles } from '../../engine/storage/integrity-record.ts';
import { isNewerVersionProblem, isUpgradeNeeded } from '../../engine/storage/schema-upgrade.ts';
import { replaceFile, syncFolder } from '../../platform/atomic-file.ts';
import { isClosingProblem } from '../../platform/closing-problem.ts';
import { assetFolderIn, databaseFileIn } from '../../platform/data-folder.ts';
import { describeDiskError, toDiskProblem } from '../../platform/disk-error.ts';
import { describeError, errorMessageOf } from '../../platform/errors.ts';
import { readJsonFileSync } from '../../platform/untrusted-file.ts';
import { version } from '../../platform/version.ts';

interface LastVersion {
  /** Undefined if the version is unknown. */
  readonly version: unknown;
  /** Whether the backup before this version could not be made and the next start must try again. */
  readonly isBackupDue: boolean;
}

const lastVersionFile = (folder: string): string => join(folder, 'version.json');

function readLastVersion(folder: string): LastVersion {
  try {
    const { version, isBackupDue } = Object(readJsonFileSync(lastVersionFile(folder)));
    return { version, isBackupDue: isBackupDue === true };
  } catch {
    return { version: undefined, isBackupDue: true };
  }
}

export const wasLastOpenedByThisVersion = (folder: string): boolean => readLastVersion(folder).version === version;

/** Whether the data that another version has left must still be backed up. */
export const isBackupOfOtherVersionDue = (folder: string): boolean =>
  !wasLastOpenedByThisVersion(folder) || readLastVersion(folder).isBackupDue;

/**
 * Writes the file. Must be called before this version opens or replaces the database of the folder. Returns a message for the user if the
 * file could not be written. Throws a Problem `folder` if the old file could not be removed either: that version would repair the database
 * without being able to read everything in it.
 */
export async function writeLastVersion(folder: string, { isBackupDue }: Pick<LastVersion, 'isBackupDue'>): Promise<Message | null> {
  const isNamed = wasLastOpenedByThisVersion(folder);
  if (isNamed && readLastVersion(folder).isBackupDue === isBackupDue) return null;
  const file = lastVersionFile(folder);
  const database = databaseFileIn(folder);
  let failure: Message | null = null;
  try {
    checkDatabaseFiles(database);
    if (existsSync(database)) isUpgradeNeeded(database);
    await replaceFile(file, `${JSON.stringify({ version, ...(isBackupDue && { isBackupDue }) })}\n`, { mode: 0o600 });
  } catch (error) {
    // This version refuses to open the database of a newer one, so the file must keep its version.
    if (isNewerVersionProblem(error)) return null;
    // Opening the database reports the problem.
    if (!(error instanceof Problem)) failure = notWrittenMessage(file, error);
    // The existing file is correct, or at worst causes an unneeded backup.
    if (isNamed && (failure === null || !isBackupDue)) return failure;
    // An unknown version does no harm, an earlier one would. A file can be removed even if the disk is full.
    await rm(file, { force: true }).catch((reason: unknown) => {
      throw toDiskProblem(reason, file);
    });
  }
  await syncFolder(folder);
  return failure;
}

function notWrittenMessage(path: string, error: unknown): Message {
  const other = (): Message => verbatim(`${path}: ${errorMessageOf(error)}.`);
  return message('problem.app.versionNotWritten', { reason: describeDiskError(error, path) ?? other() });
}

/**
 * Makes a backup if the database in this folder is of an earlier version, or if another version of Taleport was the last to open it, so
 * that a user can return to the state before an update. Must be called before any process opens the database. Returns a message for the
 * user if the backup could not be made.
 */
export async function backUpBeforeUpgrade(folder: string, environment: Environment, log: (line: string) => void): Promise<Message | null> {
  const database = databaseFileIn(folder);
  try {
    checkDatabaseFiles(database);
    if (!existsSync(database) || !(isBackupOfOtherVersionDue(folder) || isUpgradeNeeded(database))) return null;
    const { id } = await createBackup(new BackupFolder(folder), {
      database,
      assetFolder: assetFolderIn(folder),
      environment,
      reason: 'beforeUpgrade',
      log,
    });
    log(`The backup ${id} was made before the first start of Taleport ${version}`);
    return null;
  } catch (error) {
    // The program is closing. The upgrade must not follow without its backup, so it is left to the next start.
    if (isClosingProblem(error)) throw error;
    // The upgrade itself keeps another copy. The next start tries the backup again.
    log(`The backup before the upgrade could not be made: ${describeError(error)}`);
    return describeFailedBackup(folder, toBackupProblem(new BackupFolder(folder).path, error));
  }
}
