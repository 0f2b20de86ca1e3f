/** Looks up damaged records in the backups of a data folder. Synchronous, because projects are read synchronously. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordCopies, RecordCopy } from '../engine/damage/repair-project.ts';
import { openStoredRecords, type StoredRecords } from '../engine/storage/stored-projects.ts';
import type { RecordRow } from '../engine/storage/stored-rows.ts';
import { isBackupId } from '../platform/backup-entries.ts';
import { systemEnvironment } from '../platform/environment.ts';
import { readJsonFileSync } from '../platform/untrusted-file.ts';
import { BackupFolder } from './backup-folder.ts';
import { type BackupManifest, createBackupId, manifestLimits, manifestName, parseManifest } from './backup-manifest.ts';

export function openBackupCopies(dataFolder: string): RecordCopies {
  return {
    find(hash, ids, damaged) {
      const remainingIds = new Set(ids);
      const found = new Map<string, RecordCopy>();
      const isDamagedRecord = createMatcher(damaged);
      for (const [manifest, records] of backupsWith(dataFolder, hash)) {
        const add = (row: RecordRow): void => {
          found.set(row.id, { row, backup: manifest.id, at: manifest.at, isExact: isDamagedRecord(row) });
        };
        for (const id of remainingIds) {
          const row = records.read(id);
          if (!row) continue;
          add(row);
          remainingIds.delete(id);
        }
        // An id that no backup contains is damaged itself, unless the record was created after the backup.
        const unknown = new Map(damaged.flatMap(({ id, checksum }) => (remainingIds.has(id) ? [[checksum, id] as const] : [])));
        for (const row of unknown.size > 0 ? records.findByChecksums(new Set(unknown.keys())) : []) {
          if (!found.has(row.id)) add(row);
          remainingIds.delete(unknown.get(row.checksum) ?? '');
        }
        if (remainingIds.size === 0) break;
      }
      return found;
    },
    listIds(hash) {
      for (const [, records] of backupsWith(dataFolder, hash)) return records.listIds();
      return [];
    },
  };
}

/**
 * Returns a function that recognises the damaged records among the rows of a backup: by the checksum that was written with the record,
 * whatever else of the row is damaged; or, if the checksum is damaged, by the other fields.
 */
function createMatcher(damaged: readonly RecordRow[]): (row: RecordRow) => boolean {
  const checksums = new Set(damaged.map(({ checksum }) => checksum));
  const contents = new Set(damaged.map(contentKey));
  return (row) => checksums.has(row.checksum) || contents.has(contentKey(row));
}

const contentKey = ({ id, json, rank, parent }: RecordRow): string => JSON.stringify([id, json, rank, parent]);

/** The readable backups that contain a project, newest first; those dated in the future come last. */
function* backupsWith(dataFolder: string, hash: string): Generator<[BackupManifest, StoredRecords]> {
  const folder = new BackupFolder(dataFolder);
  const now = timeOf(createBackupId(systemEnvironment.now(), () => 0));
  const names = listNames(folder.path).sort().reverse();
  for (const name of [...names.filter((each) => timeOf(each) <= now), ...names.filter((each) => timeOf(each) > now)]) {
    const opened = openBackup(folder, name, hash);
    if (!opened) continue;
    try {
      yield opened;
    } finally {
      opened[1].close();
    }
  }
}

/** The part of a backup's id that sorts by time. */
const timeOf = (id: string): string => id.slice(0, id.indexOf('-'));

/** Undefined if the folder is not a backup, does not contain the project, or cannot be read. */
function openBackup(folder: BackupFolder, name: string, hash: string): [BackupManifest, StoredRecords] | undefined {
  try {
    const manifest = parseManifest(readJsonFileSync(join(folder.path, name, manifestName), manifestLimits), name);
    const records = openStoredRecords(folder.databaseOf(name), hash);
    return records && [manifest, records];
  } catch {
    return undefined;
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter(isBackupId);
  } catch {
    return [];
  }
}
