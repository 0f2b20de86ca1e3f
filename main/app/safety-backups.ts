/** Automatic backups: on a schedule, and before risky steps. A failure is reported and never prevents the step. */
import { existsSync } from 'node:fs';
import type { BackupReason } from '../../shared/contracts/backups.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { Environment } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import type { Message } from '../../shared/messages/message-value.ts';
import { Problem } from '../../shared/problem.ts';
import { BackupFolder } from '../backups/backup-folder.ts';
import type { BackupManifest } from '../backups/backup-manifest.ts';
import { type BackupService, toBackupProblem } from '../backups/backup-service.ts';
import { backupFolderOf } from '../backups/backup-settings.ts';
import type { CurrentProjects } from '../backups/compare-backup.ts';
import { createBackup } from '../backups/create-backup.ts';
import type { Engine } from '../engine/engine.ts';
import { checkDatabaseFiles } from '../engine/storage/integrity-record.ts';
import { isUpgradeNeeded } from '../engine/storage/schema-upgrade.ts';
import { isClosingProblem } from '../platform/closing-problem.ts';
import { assetFolderIn, databaseFileIn } from '../platform/data-folder.ts';
import { describeDiskError } from '../platform/disk-error.ts';
import { describeError } from '../platform/errors.ts';
import { version } from '../platform/version.ts';
import { isBackupOfOtherVersionDue } from './last-version.ts';
import { listManifestsOrNone } from './list-backups.ts';

export interface SafetyBackups {
  /** Resolves when the backup has been made or has failed. */
  create(reason: BackupReason): Promise<void>;
}

interface SafetyBackupDeps {
  /** null if the projects are only in memory. */
  readonly folder: string | null;
  readonly backups: BackupService | null;
  readonly log: (line: string) => void;
  readonly emit: (event: BackendEvent) => void;
}

export function createSafetyBackups({ folder, backups, log, emit }: SafetyBackupDeps): SafetyBackups {
  let hasFailed = false;
  return {
    async create(reason) {
      try {
        await backups?.create(reason);
        hasFailed = false;
      } catch (error) {
        if (isClosingProblem(error)) return;
        log(`The backup (${reason}) could not be made: ${describeError(error)}`);
        // A full disk is reported once, not every half hour.
        if (hasFailed) return;
        hasFailed = true;
        emit({ event: 'notice', message: await describeFailedBackup(folder, error) });
      }
    },
  };
}

async function describeFailedBackup(folder: string | null, error: unknown): Promise<Message> {
  const { text } = Problem.from(folder === null ? error : await addNewestBackupToError(folder, error));
  return message('backup.automaticFailed', { reason: text });
}

/** The current projects, for comparisons with backups. */
export const describeCurrentProjects = (engine: Engine): CurrentProjects => ({
  list: () => engine.listProjects(),
  versionOf: (hash) => engine.getVersion(hash),
  async recordsOf(hash) {
    await engine.openProject(hash);
    return [...engine.getProject(hash).records()];
  },
});

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
    const { id } = await createBackup(new BackupFolder(backupFolderOf(folder)), {
      database,
      assetFolder: assetFolderIn(folder),
      environment,
      reason: 'beforeUpgrade',
    });
    log(`The backup ${id} was made before the first start of Taleport ${version}`);
    return null;
  } catch (error) {
    // The program is closing. The upgrade must not follow without its backup, so it is left to the next start.
    if (isClosingProblem(error)) throw error;
    // The upgrade itself keeps another copy. The next start tries the backup again.
    log(`The backup before the upgrade could not be made: ${describeError(error)}`);
    return describeFailedBackup(folder, toBackupProblem(backupFolderOf(folder), error));
  }
}

/**
 * Returns the error; if it says that the project data cannot be used, with the newest backup added. No backup is added if the cause is the
 * disk, for example because it is full or disconnected: the projects are intact, and restoring a backup would only replace them with an
 * older copy.
 */
export async function addNewestBackupToError(folder: string, error: unknown): Promise<unknown> {
  if (!(error instanceof Problem) || error.code !== 'store') return error;
  if (describeDiskError(error.cause, databaseFileIn(folder)) !== null) return error;
  const newest = await findNewestBackup(folder);
  if (!newest) return error;
  const { id, at } = newest;
  return new Problem('store', withNewestBackup(error.text, newest), {
    errors: error.faultsByPath,
    context: { ...error.json.context, dataFolder: folder, newestBackup: id, newestBackupAt: new Date(at / 1000).toISOString() },
    cause: error,
  });
}

/** Returns `problem` with the newest backup added, or with the newest one made before `at` (milliseconds since 1970), if there is one. */
export async function addNewestBackupToMessage(folder: string, problem: Message, at = Number.POSITIVE_INFINITY): Promise<Message> {
  const newest = await findNewestBackup(folder, at);
  return newest ? withNewestBackup(problem, newest) : problem;
}

/** The time of the newest backup in milliseconds since 1970; null if there is none or the backups cannot be read. */
export async function findNewestBackupTime(folder: string): Promise<number | null> {
  const newest = await findNewestBackup(folder);
  return newest ? Math.floor(newest.at / 1000) : null;
}

/** The newest backup made before `before`; undefined if there is none or the backups cannot be read. */
async function findNewestBackup(folder: string, before = Number.POSITIVE_INFINITY): Promise<BackupManifest | undefined> {
  return (await listManifestsOrNone(folder)).find(({ at }) => at / 1000 <= before);
}

const withNewestBackup = (problem: Problem['text'], { id, at }: BackupManifest): Message =>
  message('backup.problem.withNewest', { problem, id, at: Math.floor(at / 1000) });
