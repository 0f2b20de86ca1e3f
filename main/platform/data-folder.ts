/**
 * Finds the data folder that is opened without `--data`: the default one, or another one that a file in it names because the projects were
 * restored there.
 */
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import { replaceFileDurablySync, syncFolderSync } from './atomic-file.ts';
import { isInBackups, isUnfinishedName } from './backup-entries.ts';
import { errorCodeOf } from './errors.ts';
import { readJsonFileSync } from './untrusted-file.ts';

const appFolderName = 'Taleport';

export interface DataFolderChoice {
  readonly folder: string;
  /** The default folder, in which the other folder is stored; undefined if `--data` names the folder. */
  readonly defaultFolder?: string;
  /** The file that names the folder, if it cannot be read. `folder` is the default one then, but the projects are in another one. */
  readonly unreadableFile?: string;
}

export function chooseDataFolder(requested?: string): DataFolderChoice {
  if (requested) return { folder: resolve(requested) };
  const defaultFolder = getDefaultDataFolder();
  const file = rememberedFolderFile(defaultFolder);
  if (!existsSync(file)) return { folder: defaultFolder, defaultFolder };
  const folder = readRememberedFolder(file);
  return folder === undefined ? { folder: defaultFolder, defaultFolder, unreadableFile: file } : { folder, defaultFolder };
}

/** Stores that `folder` is opened when Taleport is started without `--data`. */
export function rememberDataFolder(defaultFolder: string, folder: string): void {
  const file = rememberedFolderFile(defaultFolder);
  createDataFolder(defaultFolder);
  if (folder !== defaultFolder) replaceFileDurablySync(file, `${JSON.stringify({ folder })}\n`, { mode: 0o600 });
  else if (existsSync(file)) {
    rmSync(file);
    syncFolderSync(defaultFolder);
  }
}

/** Whether the stored folder is unknown or contains no projects: it was moved or deleted, or its disk is not connected. */
export const isDataFolderGone = ({ folder, defaultFolder, unreadableFile }: DataFolderChoice): boolean =>
  unreadableFile !== undefined || (defaultFolder !== undefined && folder !== defaultFolder && !existsSync(databaseFileIn(folder)));

/**
 * Creates the folder and its parents, for this user only. Node's recursive option never ends if the system rejects a folder with ENOENT, as
 * in /proc.
 */
export function createDataFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) createDataFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * Whether Taleport or Electron creates entries with this name in a data folder. Compared in lower case, because some file systems ignore
 * case.
 */
const isOwnEntry = (name: string): boolean =>
  /^(?:taleport\.sqlite.*|keys\.json|(?:instance|owner)\..+|(?:moved-to|version|window|backup|backups|backup-id|running-work)\.json|window|vault|exports|backups|temporary|logs|crashpad|singleton.+)$/.test(
    name.toLowerCase(),
  );

/** The paths of Taleport's own entries in a data folder. */
export const listOwnEntries = (folder: string): string[] =>
  readdirSync(folder)
    .filter(isOwnEntry)
    .map((name) => join(folder, name));

/**
 * Removes the permissions of other users from an existing data folder, so that it is like a new one. `--data` may name any folder: if it
 * contains other entries, only Taleport's own are restricted. Returns the paths that others could access: the folder, or else its entries;
 * nothing if they could not enter the folder.
 */
export function restrictToUser(folder: string): string[] {
  if (process.platform === 'win32' || !existsSync(databaseFileIn(folder))) return [];
  const names = readdirSync(folder);
  const own = names.filter(isOwnEntry);
  const canOthersEnter = (statSync(folder).mode & 0o011) !== 0;
  const entries = own.map((name) => join(folder, name)).filter(removeOtherPermissions);
  const isWholeFolder = own.length === names.length && removeOtherPermissions(folder);
  if (!canOthersEnter) return [];
  return isWholeFolder ? [folder] : entries;
}

/**
 * Some file systems have no permissions, and the file may belong to another user. The target of a link is not changed, and special bits are
 * kept: a folder may pass its group to new files. Returns whether the permissions changed.
 */
function removeOtherPermissions(path: string): boolean {
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink() || (stats.mode & 0o077) === 0) return false;
    chmodSync(path, stats.mode & 0o7700);
    return (lstatSync(path).mode & 0o077) === 0;
  } catch {
    return false;
  }
}

export const databaseFileIn = (folder: string): string => join(folder, 'taleport.sqlite');
/** The folder of asset files. */
export const assetFolderIn = (folder: string): string => join(folder, 'vault');
/** The folder with the texts of earlier exports of targets. */
export const exportFolderIn = (folder: string): string => join(folder, 'exports');
/** The folder of backups, unless the user has chosen another one. */
export const backupFolderIn = (folder: string): string => join(folder, 'backups');
/** The folder of files that are only needed while they are read (temporary-folder.ts). */
export const temporaryFolderIn = (folder: string): string => join(folder, 'temporary');
export const logFolderIn = (folder: string): string => join(folder, 'logs');

/** The folder that Electron calls `userData` for an app named Taleport, computed without Electron. */
function getDefaultDataFolder(): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  if (process.platform === 'win32') return join(APPDATA || join(homedir(), 'AppData', 'Roaming'), appFolderName);
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', appFolderName);
  return join(XDG_CONFIG_HOME || join(homedir(), '.config'), appFolderName);
}

const rememberedFolderFile = (defaultFolder: string): string => join(defaultFolder, 'moved-to.json');

/** Undefined if the file cannot be read. */
function readRememberedFolder(file: string): string | undefined {
  try {
    const { folder } = Object(readJsonFileSync(file));
    return typeof folder === 'string' && isAbsolute(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a path is this folder or inside it. Links in the path of the folder are followed; `path` must be a real one (withoutLinks). */
export function isWithin(folder: string, path: string): boolean {
  const inside = relative(withoutLinks(folder), path);
  return inside === '' || !(inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside));
}

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
  const names: string[] = [];
  for (let at = withoutLinks(path); dirname(at) !== at; at = dirname(at)) {
    const folder = dirname(at);
    if (identity !== undefined && fileIdentityOf(folder) === identity) return true;
    const name = basename(at);
    names.unshift(name);
    if (existsSync(databaseFileIn(folder)) && isOwnEntry(name)) return true;
    if (isInBackups(folder, names)) return true;
  }
  return false;
}

/**
 * The names of what a killed process left in a folder into which it restored a backup: the folder it was built in, and what was already
 * moved up from there. The database is moved last, so a folder with a database is complete; nothing of it is returned.
 */
export function findUnfinishedRestore(folder: string): string[] {
  if (!existsSync(folder) || existsSync(databaseFileIn(folder))) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  const drafts = entries.filter((entry) => entry.isDirectory() && isUnfinishedName(entry.name));
  // Entries are only moved up from a draft that is complete. Others are not ours to remove.
  const isMoving = drafts.some(({ name }) => existsSync(databaseFileIn(join(folder, name))));
  const moved = isMoving ? entries.filter(({ name }) => /^(?:vault|taleport\.sqlite-.+)$/.test(name)) : [];
  return [...drafts, ...moved].map(({ name }) => name);
}

/**
 * The path without links in its deepest existing part, with the names as they are stored: on macOS and Windows, names in another case and short names lead to the
 * same folder.
 */
export function withoutLinks(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realPathOf(absolute);
  return dirname(absolute) === absolute ? absolute : join(withoutLinks(dirname(absolute)), basename(absolute));
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // Windows resolves neither long paths nor those on some disks in memory. Where the path cannot be read at all, this throws, too.
    return realpathSync(path);
  }
}

/**
 * Identifies the file or folder to which a path leads: the text is the same for all its paths, even after it was moved. Undefined if it
 * does not exist.
 */
export function fileIdentityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
