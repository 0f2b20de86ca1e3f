/** Lists the backups of a data folder that this process has not opened. */
import type { Backup } from '../../shared/contracts/backups.ts';
import { BackupFolder } from '../backups/backup-folder.ts';
import { type BackupManifest, describeBackup } from '../backups/backup-manifest.ts';
import { backupFolderOf } from '../backups/backup-settings.ts';
import { sortNewestFirst } from '../backups/prune-backups.ts';
import { systemEnvironment } from '../platform/environment.ts';

/** Newest first. Those dated in the future come last, because they were made before the clock was set back. */
export async function listBackups(dataFolder: string): Promise<Backup[]> {
  return (await listManifests(dataFolder)).map(describeBackup);
}

/** The manifests of the backups; an empty array if they cannot be read. */
export const listManifestsOrNone = (dataFolder: string): Promise<BackupManifest[]> => listManifests(dataFolder).catch(() => []);

async function listManifests(dataFolder: string): Promise<BackupManifest[]> {
  const { manifests } = await new BackupFolder(backupFolderOf(dataFolder)).list();
  return sortNewestFirst(manifests, systemEnvironment.now());
}
