/**
 * `version.json` names the version of Taleport that last opened the projects of a data folder. It is written before they are opened, so it never names an
 * older version than the one that may have upgraded them: the repair of an older version relies on that
 * ([0397](../../docs/adr/0397-version-numbers-that-are-damage.md)).
 */
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Message, message, verbatim } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { checkDatabaseFiles } from '../engine/storage/integrity-record.ts';
import { isNewerVersionProblem, isUpgradeNeeded } from '../engine/storage/schema-upgrade.ts';
import { replaceFile, syncFolder } from '../platform/atomic-file.ts';
import { databaseFileIn } from '../platform/data-folder.ts';
import { describeDiskError, toDiskProblem } from '../platform/disk-error.ts';
import { version } from '../platform/version.ts';

interface LastVersion {
  /** Undefined if it is unknown. */
  readonly version: unknown;
  /** Whether the backup before this version could not be made, so that the next start tries again. */
  readonly isBackupDue: boolean;
}

const lastVersionFile = (folder: string): string => join(folder, 'version.json');

function readLastVersion(folder: string): LastVersion {
  try {
    const { version, isBackupDue } = JSON.parse(readFileSync(lastVersionFile(folder), 'utf8'));
    return { version, isBackupDue: isBackupDue === true };
  } catch {
    return { version: undefined, isBackupDue: true };
  }
}

export const wasLastOpenedByThisVersion = (folder: string): boolean => readLastVersion(folder).version === version;

/** Whether a backup of what another version left is still to be made. */
export const isBackupOfOtherVersionDue = (folder: string): boolean =>
  !wasLastOpenedByThisVersion(folder) || readLastVersion(folder).isBackupDue;

/**
 * To be called before this version opens or replaces the database of the folder. Returns a message for the user if the file could not be written. Throws
 * a Problem `folder` if it could not even be removed: it names an earlier version, which would then repair what it cannot read.
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
    // The file of a newer version will not be opened by this one.
    if (isNewerVersionProblem(error)) return null;
    // Opening the database reports what is wrong with it.
    if (!(error instanceof Problem)) failure = notWrittenMessage(file, error);
    // The file that remains is right, or only causes another backup.
    if (isNamed && (failure === null || !isBackupDue)) return failure;
    // An unknown version is safe, an earlier one is not. Also on a full disk a file can be removed.
    await rm(file, { force: true }).catch((reason: unknown) => {
      throw toDiskProblem(reason, file);
    });
  }
  await syncFolder(folder);
  return failure;
}

function notWrittenMessage(path: string, error: unknown): Message {
  const other = (): Message => verbatim(`${path}: ${error instanceof Error ? error.message : String(error)}.`);
  return message('problem.app.versionNotWritten', { reason: describeDiskError(error, path) ?? other() });
}
