/** Restores a whole backup into an empty data folder. Does not open the present data folder, which may be the reason for the restore. */
import type { BackupSource } from '../../../shared/contracts/backups.ts';
import type { RestoredDataFolder } from '../../../shared/contracts/ipc/results.ts';
import { BackupFolder } from '../../backups/backup-folder.ts';
import { openBackupSource } from '../../backups/backup-service.ts';
import { restoreDataFolder } from '../../backups/restore-data-folder.ts';
import { createKeyValueStore, openProjectDatabase } from '../../engine/storage/project-store.ts';
import { assertOutsideDataFolder } from '../../platform/data-folder.ts';
import { toDiskProblem } from '../../platform/disk-error.ts';
import { systemEnvironment } from '../../platform/environment.ts';
import { forgetDataFolderLocation } from './copied-data-folder.ts';
import { voidAgreements } from './void-agreements.ts';

/** `dataFolder` is the folder whose backups `source` refers to. If this throws a Problem, it leaves no files behind. */
export async function restoreBackupInto(dataFolder: string, source: BackupSource, into: string): Promise<RestoredDataFolder> {
  // The data folder itself is allowed if it is empty.
  assertOutsideDataFolder(into, dataFolder, 'folder');
  const folder = new BackupFolder(dataFolder);
  // Another process may have opened the data folder, and would remove what need not be kept.
  const release = 'id' in source ? folder.holdBackups() : () => undefined;
  try {
    const content = await openBackupSource(source, folder, dataFolder);
    try {
      return await restoreDataFolder(content, into, { adjust: adjustRestoredData });
    } catch (error) {
      throw toDiskProblem(error, into);
    } finally {
      await content.close();
    }
  } finally {
    release();
  }
}

function adjustRestoredData(folder: string): void {
  const store = openProjectDatabase(folder, () => undefined);
  try {
    const openStore = (name: string) => createKeyValueStore(store, name);
    voidAgreements(openStore, 'restored', systemEnvironment);
    forgetDataFolderLocation(openStore);
  } finally {
    store.close();
  }
}
