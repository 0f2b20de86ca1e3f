/**
 * Keeps files that the user names out of data folders: an export that replaces the database would lose every project. Folders are compared by what they
 * are, not by their names, so that links, other capitals and short names of Windows lead to the same answer.
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
 * Whether the path is below the data folder in use, whatever its name, or is an entry of any other one or of a backup. Other data folders may
 * contain files of the user: any folder can be named with `--data`.
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

/** Names the data folder whose backups the folder contains, if it was chosen by the user. */
export const backupOwnerName = 'owner.json';
const isBackupEntry = (name: string): boolean => name === backupOwnerName || /^(?:files|(?:\.unfinished-)?\d{8}T\d{6}Z-.+)$/.test(name);

/** The real path of the deepest part that exists, followed by the rest. */
function withoutLinks(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync(absolute);
  return dirname(absolute) === absolute ? absolute : join(withoutLinks(dirname(absolute)), basename(absolute));
}
