/** Checks of a data folder before it is opened. They change nothing. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Message, message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { incomingFolderIn } from '../../assets/file-store.ts';
import { checkDatabaseFiles, incompleteDatabaseProblem, readLosses } from '../../engine/storage/integrity-record.ts';
import { hasProjectTables, isEmptyDatabase } from '../../engine/storage/schema-upgrade.ts';
import { isBackupId } from '../../platform/backup-entries.ts';
import {
  assetFolderIn,
  backupFolderIn,
  databaseFileIn,
  exportFolderIn,
  findUnfinishedRestore,
  logFolderIn,
} from '../../platform/data-folder.ts';
import { statPath } from '../../platform/disk-error.ts';
import { errorCodeOf } from '../../platform/errors.ts';

const filesOfDatabase = ['', '-wal', '-shm', '-witness.json', '-lost-changes.json'].map((suffix) => `taleport.sqlite${suffix}`);
const socketFile = 'instance.sock';
const otherFiles = [socketFile, 'instance.json', 'version.json', 'backups.json', 'backup-id.json', 'keys.json', 'running-work.json'];

/** The lock of this version, and that of Taleport 0.1. */
const lockFiles = ['instance.lock', 'owner.lock'];

/**
 * Throws a Problem `folder` that names the first path which is a file where a folder is expected, or the other way round; something that is
 * neither, such as a pipe, for which SQLite and Node would wait without end; or a lock that contains something. Locks are always empty: SQLite
 * could not lock a file that another program has overwritten. The file is not opened, because closing it would release the lock of this process.
 */
export function verifyEntries(folder: string): void {
  const assetFolder = assetFolderIn(folder);
  const ownFolders = [
    folder,
    assetFolder,
    incomingFolderIn(assetFolder),
    exportFolderIn(folder),
    backupFolderIn(folder),
    logFolderIn(folder),
  ];
  const ownFiles = [...filesOfDatabase, ...otherFiles, ...lockFiles].map((name) => join(folder, name));
  for (const [path, expected] of [
    ...ownFolders.map((path) => [path, 'folder'] as const),
    ...ownFiles.map((path) => [path, 'file'] as const),
  ]) {
    const intruder = findIntruder(path, expected);
    if (intruder !== null) throw new Problem('folder', intruder, { context: { path } });
  }
  for (const path of lockFiles.map((name) => join(folder, name)))
    if (hasContent(path)) throw new Problem('folder', message('problem.app.lockDamaged', { path }), { context: { path } });
}

/**
 * Throws a Problem `store` if a backup was being restored into the folder when the process was killed. The folder must not be opened as a
 * new one, because its projects are still in the backup.
 */
export function verifyRestoreIsFinished(folder: string): void {
  if (findUnfinishedRestore(folder).length > 0) throw new Problem('store', message('problem.app.restoreUnfinished', { folder }));
}

/** Settings files, written when the user chooses the folder of backups or enters the key of a remote. */
const settingsFiles = ['backups.json', 'keys.json'];

/**
 * Throws a Problem `store` if a restore into the folder was interrupted, or if it contains backups, stored files, earlier exports or settings, but the database is missing or empty.
 * Such a folder must not be treated as a new one: its files would be removed as unused.
 */
export function verifyDatabaseOfContent(folder: string): void {
  verifyRestoreIsFinished(folder);
  const file = databaseFileIn(folder);
  // A database that has lost its log, and with it all tables, is reported when it is opened.
  if (hasContent(file) && (!isEmptyDatabase(file) || checkDatabaseFiles(file) !== null || readLosses(file).length > 0)) return;
  const assetFolder = assetFolderIn(folder);
  const contentFolders = listNames(assetFolder).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const backups = listNames(backupFolderIn(folder)).filter(isBackupId);
  const content = [
    ...backups,
    ...contentFolders.flatMap((name) => listNames(join(assetFolder, name))),
    ...listNames(exportFolderIn(folder)),
    ...settingsFiles.filter((name) => existsSync(join(folder, name))),
  ];
  if (content.length > 0) throw incompleteDatabaseProblem(file);
}

/**
 * Throws a Problem `folder` unless the folder contains a database with projects of any version, and a Problem `store` if that database is
 * empty. Whether the database is intact is found out when it is opened.
 */
export function verifyDataFolder(folder: string): void {
  verifyEntries(folder);
  const file = databaseFileIn(folder);
  checkDatabaseFiles(file);
  // SQLite treats an empty file as a new database and deletes its log, even if it only reads.
  if (!hasContent(file) || !hasProjectTables(file)) throw new Problem('folder', message('problem.app.noDataFolder', { folder }));
}

/** Whether the file exists and is not empty. */
export const hasContent = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** What is in the place of a file or folder of ours; null for what is expected, and if nothing is there. */
function findIntruder(path: string, expected: 'file' | 'folder'): Message | null {
  const found = statReadablePath(path);
  if (found === undefined) return null;
  if (found === 'brokenLink') return message('problem.app.brokenLink', { path });
  if (expected === 'folder') return found.isDirectory() ? null : message('problem.app.fileInsteadOfFolder', { path });
  if (found.isDirectory()) return message('problem.app.folderInsteadOfFile', { path });
  return found.isFile() || (basename(path) === socketFile && found.isSocket())
    ? null
    : message('problem.app.deviceInsteadOfFile', { path });
}

/** Undefined also below a file, and in a folder without permissions, which is named when it is used. */
function statReadablePath(path: string): ReturnType<typeof statPath> {
  try {
    return statPath(path);
  } catch (error) {
    if (['ENOTDIR', 'EACCES'].includes(errorCodeOf(error) ?? '')) return undefined;
    throw error;
  }
}

const listNames = (folder: string): string[] => {
  const found = statPath(folder);
  return found !== undefined && found !== 'brokenLink' && found.isDirectory() ? readdirSync(folder) : [];
};
