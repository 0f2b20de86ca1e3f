/** The backups of a data folder that this process has not opened. */
import type { Backup } from '../../shared/contracts/backups.ts';
import { BackupFolder } from '../backups/backup-folder.ts';
import { describeBackup } from '../backups/backup-manifest.ts';
import { backupFolderOf } from '../backups/backup-settings.ts';

/** Newest first. */
export async function listBackups(dataFolder: string): Promise<Backup[]> {
  const { manifests } = await new BackupFolder(backupFolderOf(dataFolder)).list();
  return manifests.map(describeBackup);
}
