/** The data folder that a start without `--data` opens: the default one, or the one that it names because its projects were restored elsewhere. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { replaceFileDurablySync, syncFolderSync } from './atomic-file.ts';
import { errorCodeOf } from './errors.ts';

const appFolderName = 'Taleport';

export interface DataFolderChoice {
  readonly folder: string;
  /** The default folder, which remembers another one; undefined if `--data` names the folder. */
  readonly defaultFolder?: string;
  /** The file that names the folder, if it cannot be read; `folder` is the default one then, but the projects are elsewhere. */
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

/** Opens `folder` from now on when Taleport is started without `--data`. */
export function rememberDataFolder(defaultFolder: string, folder: string): void {
  const file = rememberedFolderFile(defaultFolder);
  createDataFolder(defaultFolder);
  if (folder !== defaultFolder) replaceFileDurablySync(file, `${JSON.stringify({ folder })}\n`, { mode: 0o600 });
  else if (existsSync(file)) {
    rmSync(file);
    syncFolderSync(defaultFolder);
  }
}

/**
 * Whether the folder that the default folder remembers is unknown or contains no projects: it was moved or deleted, or its disk is not connected.
 */
export const isDataFolderGone = ({ folder, defaultFolder, unreadableFile }: DataFolderChoice): boolean =>
  unreadableFile !== undefined || (defaultFolder !== undefined && folder !== defaultFolder && !existsSync(databaseFileIn(folder)));

/** Creates the folder and those above it, for this user only. Node's own way to do that never ends if the system refuses with ENOENT, as in /proc. */
export function createDataFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) createDataFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
}

/** Whether Taleport or Electron creates entries of this name in a data folder. Compares in lower case, because some file systems ignore case. */
export const isOwnEntry = (name: string): boolean =>
  /^(?:taleport\.sqlite.*|keys\.json|(?:instance|owner)\..+|(?:moved-to|version|window|backup|backups)\.json|window|vault|exports|backups|logs|crashpad|singleton.+)$/.test(
    name.toLowerCase(),
  );

/**
 * Takes the permissions of others from a data folder that existed before, so that it is like a new one. Any folder can be named with `--data`: where it
 * contains other entries, only Taleport's own are restricted. Returns what others could use: the folder, or else the entries; nothing if they could not
 * enter it.
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
 * Not every file system has permissions, and the file may belong to another user. What a link leads to stays as it is, and so do special bits: a folder keeps
 * giving its group to new files. Returns whether the permissions changed.
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
/** Asset files, by their content. */
export const assetFolderIn = (folder: string): string => join(folder, 'vault');
/** Texts of earlier exports of targets. */
export const exportFolderIn = (folder: string): string => join(folder, 'exports');
/** Backups, unless the user has chosen another folder. */
export const backupFolderIn = (folder: string): string => join(folder, 'backups');
export const logFolderIn = (folder: string): string => join(folder, 'logs');

/** What Electron calls `userData` for an app named Taleport, also without Electron. */
function getDefaultDataFolder(): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  if (process.platform === 'win32') return join(APPDATA || join(homedir(), 'AppData', 'Roaming'), appFolderName);
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', appFolderName);
  return join(XDG_CONFIG_HOME || join(homedir(), '.config'), appFolderName);
}

const rememberedFolderFile = (defaultFolder: string): string => join(defaultFolder, 'moved-to.json');

/** undefined if the file cannot be read. */
function readRememberedFolder(file: string): string | undefined {
  try {
    const { folder } = Object(JSON.parse(readFileSync(file, 'utf8')));
    return typeof folder === 'string' && isAbsolute(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a path is a folder or lies in it. Links in the path of the folder are followed, `path` must be a real one. */
export function isWithin(folder: string, path: string): boolean {
  const inside = relative(existsSync(folder) ? realpathSync(folder) : resolve(folder), path);
  return inside === '' || !(inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside));
}
