/** Checks of a data folder before anything in it is opened. They change nothing. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { checkDatabaseFiles, incompleteDatabaseProblem } from '../engine/storage/integrity-record.ts';
import { hasProjectTables } from '../engine/storage/schema-upgrade.ts';
import { assetFolderIn, backupFolderIn, databaseFileIn, exportFolderIn, logFolderIn } from '../platform/data-folder.ts';

const filesOfDatabase = ['', '-wal', '-shm', '-witness.json', '-lost-changes.json'].map((suffix) => `taleport.sqlite${suffix}`);
const otherFiles = ['instance.lock', 'instance.sock', 'instance.json', 'version.json', 'backups.json', 'keys.json'];

/** Throws a Problem `folder` that names the folder or the first entry in it which is a file instead of a folder, or the other way round. */
export function verifyEntryKinds(folder: string): void {
  for (const path of [folder, assetFolderIn(folder), exportFolderIn(folder), backupFolderIn(folder), logFolderIn(folder)])
    if (isFolder(path) === false) throw new Problem('folder', message('problem.app.fileInsteadOfFolder', { path }), { context: { path } });
  for (const path of [...filesOfDatabase, ...otherFiles].map((name) => join(folder, name)))
    if (isFolder(path)) throw new Problem('folder', message('problem.app.folderInsteadOfFile', { path }), { context: { path } });
}

/** Written when the user chooses where backups are, or enters the key of a remote. */
const settingsFiles = ['backups.json', 'keys.json'];

/**
 * Throws a Problem `store` if the folder contains backups, stored files, earlier exports or settings, and their database is missing or empty. It must not be taken
 * for a new folder: its files would be swept as unused.
 */
export function verifyDatabaseOfContent(folder: string): void {
  const file = databaseFileIn(folder);
  if (hasContent(file)) return;
  const assetFolder = assetFolderIn(folder);
  const contentFolders = listNames(assetFolder).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const backups = listNames(backupFolderIn(folder)).filter((name) => /^\d{8}T/.test(name));
  const content = [
    ...backups,
    ...contentFolders.flatMap((name) => listNames(join(assetFolder, name))),
    ...listNames(exportFolderIn(folder)),
    ...settingsFiles.filter((name) => existsSync(join(folder, name))),
  ];
  if (content.length > 0) throw incompleteDatabaseProblem(file);
}

/**
 * Throws a Problem `folder` unless the folder contains a database with projects of any version, and a Problem `store` if that was emptied. Whether it can be
 * opened shows when it is.
 */
export function verifyDataFolder(folder: string): void {
  verifyEntryKinds(folder);
  const file = databaseFileIn(folder);
  checkDatabaseFiles(file);
  // SQLite takes an empty file for a new one and deletes its log, even if it only reads.
  if (!hasContent(file) || !hasProjectTables(file)) throw new Problem('folder', message('problem.app.noDataFolder', { folder }));
}

/** Whether the file exists and is not empty. */
export const hasContent = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
/** null if it does not exist. */
const isFolder = (path: string): boolean | null => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? null;
const listNames = (folder: string): string[] => (isFolder(folder) ? readdirSync(folder) : []);
