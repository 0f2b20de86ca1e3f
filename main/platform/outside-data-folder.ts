/**
 * Keeps files that the user names out of data folders: an export that replaces the database would lose every project. Folders are compared
 * by identity and not by name, so that links, another letter case and short names of Windows give the same result.
 */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import { databaseFileIn, isOwnEntry } from './data-folder.ts';
import { fileIdentityOf } from './file-identity.ts';

/** Throws a Problem `invalid` at `field` unless `path`, which need not exist, can be written without harm to a data folder. */
export function assertOutsideDataFolder(path: string, dataFolder: string | null, field: 'file' | 'folder'): void {
  if (isInDataFolder(path, dataFolder)) throw invalidFieldProblem(field, message('fault.path.inDataFolder'));
}

/**
 * Whether the path is below the data folder in use, whatever its name, or is one of Taleport's own entries in any other data folder or
 * backup. Other data folders may contain files of the user, because `--data` may name any folder.
 */
export function isInDataFolder(path: string, dataFolder: string | null): boolean {
  const identity = dataFolder === null ? undefined : fileIdentityOf(dataFolder);
  for (let at = withoutLinks(path); dirname(at) !== at; at = dirname(at)) {
    const folder = dirname(at);
    if (identity !== undefined && fileIdentityOf(folder) === identity) return true;
    const name = basename(at);
    if (existsSync(databaseFileIn(folder)) && isOwnEntry(name)) return true;
    if (existsSync(join(folder, backupOwnerName)) && isBackupEntry(name)) return true;
  }
  return false;
}

/** The name of a file in a folder of backups that the user has chosen. It names the data folder whose backups are there. */
export const backupOwnerName = 'owner.json';
const isBackupEntry = (name: string): boolean => name === backupOwnerName || /^(?:files|(?:\.unfinished-)?\d{8}T\d{6}Z-.+)$/.test(name);

/** The path without links in its deepest existing part. */
function withoutLinks(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync(absolute);
  return dirname(absolute) === absolute ? absolute : join(withoutLinks(dirname(absolute)), basename(absolute));
}
