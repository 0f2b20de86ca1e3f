/** The backups of a data folder, whether or not this process has opened it, and the newest one in errors and messages. */
import type { Backup } from '../../shared/contracts/backups.ts';
import { message } from '../../shared/messages/message.ts';
import type { Message } from '../../shared/messages/message-value.ts';
import { Problem } from '../../shared/problem.ts';
import { databaseFileIn } from '../platform/data-folder.ts';
import { describeDiskError } from '../platform/disk-error.ts';
import { systemEnvironment } from '../platform/environment.ts';
import { BackupFolder } from './backup-folder.ts';
import { type BackupManifest, describeBackup } from './backup-manifest.ts';
import { sortNewestFirst } from './prune-backups.ts';

/**
 * Newest first. Those dated in the future come last, because they were made before the clock was set back. Throws a Problem `store` if the
 * folder that the user has chosen is not there.
 */
export async function listBackups(dataFolder: string): Promise<Backup[]> {
  return (await listManifests(dataFolder)).map(describeBackup);
}

/** The manifests of the backups; an empty array if they cannot be read. */
export const listManifestsOrNone = (dataFolder: string): Promise<BackupManifest[]> => listManifests(dataFolder).catch(() => []);

async function listManifests(dataFolder: string): Promise<BackupManifest[]> {
  const folder = new BackupFolder(dataFolder);
  await folder.assertPresent();
  const { manifests } = await folder.list();
  return sortNewestFirst(manifests, systemEnvironment.now());
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
    ...(error.reason && { reason: error.reason }),
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
