/**
 * The folder that contains the backups of a data folder. If the user has chosen it, it may contain other files, which are neither read nor removed
 * (backup-entries.ts), and the data folder that owns it is named in it.
 *
 *   owner.json                     the data folder whose backups these are, if the user has chosen the folder
 *   20261122T193000Z-k3f9/         a whole backup: backup.json, taleport.sqlite
 *   .unfinished-20261122T…/        one that is being written or removed, or was when the process ended
 *   files/<2 hex>/<SHA-256>        the files of all backups, each once: a hard link to the stored asset if the disk allows it, else a copy
 */
import { randomBytes } from 'node:crypto';
import { constants, existsSync, statSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { type BackupSettings, backupSettingsSchema } from '../../shared/contracts/backups.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../shared/problem.ts';
import { acquireFileLock } from '../engine/storage/sqlite.ts';
import { moveFileDurably, replaceFile, syncFolder } from '../platform/atomic-file.ts';
import {
  type BackupOwner,
  backupFilesName,
  backupLockName,
  backupOwnerName,
  isBackupFile,
  isBackupFileDraft,
  isBackupFileFolder,
  isBackupId,
  isUnfinishedName,
  readBackupOwner,
  unfinishedNameOf,
} from '../platform/backup-entries.ts';
import { backupFolderIn, isInDataFolder, isWithin, withoutLinks } from '../platform/data-folder.ts';
import { isMissingError } from '../platform/disk.ts';
import { describeError, errorCodeOf } from '../platform/errors.ts';
import { readFileBytes } from '../platform/file-bytes.ts';
import { readMachineId } from '../platform/machine-id.ts';
import { readJsonFileOrUndefined, readJsonFileSync } from '../platform/untrusted-file.ts';
import { type BackupManifest, databaseName, manifestName, readManifest, serializeManifest } from './backup-manifest.ts';

/** Codes of errors for file systems without hard links, for files with the maximum number of links, and for links between file systems. */
const noLinkCodes = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES']);

interface ListedBackups {
  /** Complete backups, in no particular order. */
  readonly manifests: readonly BackupManifest[];
  /** Names of folders that are named like backups, but whose manifest cannot be read. */
  readonly unreadable: readonly string[];
}

export class BackupFolder {
  readonly path: string;
  /** The data folder for which the user has chosen this folder; null for the one in the data folder. */
  readonly #chosenFor: string | null;

  constructor(dataFolder: string, { folder }: Pick<BackupSettings, 'folder'> = readBackupSettings(dataFolder)) {
    this.path = folder ?? backupFolderIn(dataFolder);
    this.#chosenFor = folder === null ? null : dataFolder;
  }

  /** False if the user has chosen this folder and it is not there: where a disk is not connected, there may be an empty folder in its place. */
  async isPresent(): Promise<boolean> {
    if (this.#chosenFor === null) return true;
    try {
      await stat(join(this.path, backupOwnerName));
      return true;
    } catch (error) {
      if (isMissingError(error)) return false;
      throw error;
    }
  }

  /** Throws a Problem `store` if it is not there. */
  async assertPresent(): Promise<void> {
    if (!(await this.isPresent())) throw new Problem('store', message('backup.problem.folderMissing', { folder: this.path }));
  }

  /** Whether it is there and contains the backups of this data folder and of no other. */
  async isOwn(): Promise<boolean> {
    if (this.#chosenFor === null) return true;
    const owner = await readBackupOwner(this.path);
    return owner !== null && owner !== 'foreign' && isOwnedBy(owner, this.path, this.#chosenFor);
  }

  /**
   * Must be called before anything is written. Creates the folder in the data folder. Throws a Problem `store` if a folder that the user
   * has chosen is not there, or contains the backups of another data folder; the data folder may have been moved since.
   */
  async prepare(): Promise<void> {
    if (this.#chosenFor === null) return void (await mkdir(this.path, { recursive: true, mode: 0o700 }));
    await this.assertPresent();
    const other = await claimFolder(this.path, this.#chosenFor);
    if (other === 'foreign') throw new Problem('store', message('backup.problem.foreignOwner', { folder: this.path }));
    if (other) throw new Problem('store', message('backup.problem.folderOfOther', { folder: this.path, other: nameOf(other) }));
  }

  pathOf(id: string): string {
    return join(this.path, id);
  }

  databaseOf(id: string): string {
    return join(this.path, id, databaseName);
  }

  filePathOf(sha256: string): string {
    return join(this.path, backupFilesName, sha256.slice(0, 2), sha256);
  }

  /**
   * Keeps the backups and their files, also from other processes, until the returned function is called. Where the lock cannot be written, nothing can be
   * removed either. Throws a Problem `busy` while another process removes some.
   */
  holdBackups(): () => void {
    const release = this.#lock('shared');
    if (!release) throw new Problem('busy', message('doctor.problem.inUse', { folder: this.path }));
    return release;
  }

  /** Must be held while backups are removed. Undefined while another process reads some. */
  lockForRemoval(): (() => void) | undefined {
    return this.#lock('exclusive');
  }

  #lock(mode: 'exclusive' | 'shared'): (() => void) | undefined {
    try {
      return acquireFileLock(join(this.path, backupLockName), mode);
    } catch {
      // Not every disk has locks.
      return () => undefined;
    }
  }

  /** Empty if the folder does not exist. */
  async list(): Promise<ListedBackups> {
    const manifests: BackupManifest[] = [];
    const unreadable: string[] = [];
    for (const name of await namesIn(this.path)) {
      if (!isBackupId(name)) continue;
      const manifest = await readManifest(join(this.path, name, manifestName), name).catch(() => undefined);
      if (manifest?.id === name) manifests.push(manifest);
      else unreadable.push(name);
    }
    return { manifests, unreadable };
  }

  /** Removes what a process left that ended while it wrote or removed a backup. What cannot be removed is left to the next time. */
  async removeUnfinished(log: (line: string) => void): Promise<void> {
    const report = (path: string) => (error: unknown) => log(`${path} was not removed: ${describeError(error)}`);
    const unfinished = (await namesIn(this.path)).filter(isUnfinishedName).map((name) => join(this.path, name));
    for (const path of unfinished) await rm(path, { recursive: true, force: true }).catch(report(path));
    for (const path of await this.#listFiles(isBackupFileDraft)) await rm(path, { force: true }).catch(report(path));
  }

  /** Creates a folder for the database of a backup. `finish` turns it into a backup, `removeUnfinished` removes it. */
  async createDraft(id: string): Promise<string> {
    const draft = join(this.path, unfinishedNameOf(id));
    await mkdir(draft, { recursive: true, mode: 0o700 });
    return draft;
  }

  /** The rename makes the backup complete. */
  async finish(draft: string, manifest: BackupManifest): Promise<void> {
    const file = await open(join(draft, manifestName), 'wx', 0o600);
    try {
      await file.writeFile(serializeManifest(manifest));
      await file.sync();
    } finally {
      await file.close();
    }
    await syncFolder(draft);
    await rename(draft, this.pathOf(manifest.id));
    await syncFolder(this.path);
  }

  async remove(id: string): Promise<void> {
    const draft = join(this.path, unfinishedNameOf(id));
    await rename(this.pathOf(id), draft);
    await rm(draft, { recursive: true, force: true });
  }

  /** Stores an asset file, unless it is stored already. Returns whether `from` exists. `throwIfCancelled` is called between parts of a large one. */
  async addFile(sha256: string, bytes: number, from: string, throwIfCancelled: () => void = () => undefined): Promise<boolean> {
    const to = this.filePathOf(sha256);
    if ((await sizeOf(to)) === bytes) return true;
    if ((await sizeOf(from)) !== bytes) return false;
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    // A file of another size is incomplete, because network storage may lose the end of a file.
    await rm(to, { force: true });
    try {
      await link(from, to);
      await syncFolder(dirname(to));
    } catch (error) {
      if (isMissingError(error)) return false;
      if (!noLinkCodes.has(errorCodeOf(error) ?? '')) throw error;
      await copyDurably(from, to, throwIfCancelled);
    }
    return true;
  }

  /** Removes the files that none of the retained backups contains. Returns the errors of those that could not be removed. */
  async removeUnusedFiles(retained: readonly BackupManifest[]): Promise<unknown[]> {
    const used = new Set(retained.flatMap(({ files }) => files.map(({ sha256 }) => sha256)));
    const errors: unknown[] = [];
    for (const path of await this.#listFiles(isBackupFile))
      if (!used.has(basename(path))) await rm(path, { force: true }).catch((error: unknown) => errors.push(error));
    return errors;
  }

  /** The disk space of each stored file by its SHA-256: 0 for a file that shares its blocks with the stored asset. */
  async measureFiles(): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for (const path of await this.#listFiles(isBackupFile)) {
      const found = await stat(path).catch(() => undefined);
      if (found) sizes.set(basename(path), found.nlink > 1 ? 0 : found.size);
    }
    return sizes;
  }

  async #listFiles(isListed: (folder: string, name: string) => boolean): Promise<string[]> {
    const root = join(this.path, backupFilesName);
    const paths: string[] = [];
    for (const folder of (await namesIn(root)).filter(isBackupFileFolder))
      for (const name of await namesIn(join(root, folder))) if (isListed(folder, name)) paths.push(join(root, folder, name));
    return paths;
  }
}

/** The disk space of the backups together: their databases, and each file once. */
export const totalBackupBytes = (backups: readonly BackupManifest[], fileSizes: ReadonlyMap<string, number>): number => {
  const files = new Set(backups.flatMap((backup) => backup.files.map(({ sha256 }) => sha256)));
  const databases = backups.reduce((sum, { database }) => sum + database.bytes, 0);
  return [...files].reduce((sum, sha256) => sum + (fileSizes.get(sha256) ?? 0), databases);
};

async function copyDurably(from: string, to: string, throwIfCancelled: () => void): Promise<void> {
  const draft = `${to}.${randomBytes(4).toString('hex')}`;
  try {
    // A clone shares its blocks with the original, which takes no time. Few disks can do that.
    await copyFile(from, draft, constants.COPYFILE_FICLONE_FORCE).catch(() => copyInParts(from, draft, throwIfCancelled));
    const file = await open(draft, 'r+');
    await file.sync().finally(() => file.close());
    await moveFileDurably(draft, to);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

const bytesPerPart = 1024 * 1024;

async function copyInParts(from: string, to: string, throwIfCancelled: () => void): Promise<void> {
  const file = await open(to, 'w', 0o600);
  try {
    for await (const part of readFileBytes(from, { bytesPerPart })) {
      throwIfCancelled();
      await file.writeFile(part);
    }
  } finally {
    await file.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissingError(error)) return [];
    throw error;
  }
}

const sizeOf = async (path: string): Promise<number | null> => (await stat(path).catch(() => undefined))?.size ?? null;

/**
 * `backups.json` in the data folder. Not in the database, because it says where the backups are from which the database can be restored.
 */
const defaultSettings: BackupSettings = { folder: null, maxBytes: 4 * 2 ** 30 };

const settingsFile = (dataFolder: string): string => join(dataFolder, 'backups.json');

/** The settings; the defaults if there is no file, or if it cannot be read. */
export const readBackupSettings = (dataFolder: string): BackupSettings => readKnownBackupSettings(dataFolder) ?? defaultSettings;

/**
 * The settings; the defaults if there is no file, and undefined if there is one that cannot be read: backups must not be removed because of
 * a limit that the user has not chosen.
 */
export function readKnownBackupSettings(dataFolder: string): BackupSettings | undefined {
  try {
    return backupSettingsSchema.parse(readJsonFileSync(settingsFile(dataFolder)));
  } catch (error) {
    return isMissingError(error) ? defaultSettings : undefined;
  }
}

interface ChosenFolder {
  /** Whether `folder` was chosen now: an earlier one may be on a disk that is not connected. */
  readonly isChosen?: boolean;
  /** Whether the user has confirmed that the backups of another data folder there become those of this one. */
  readonly force?: boolean;
}

/**
 * Throws a Problem `invalid` at `folder` if backups must not be written to that folder. A folder that the user has chosen is created; if it contains something
 * else than backups, they go into a folder in it. The one in the data folder is stored as none, so that it moves with the data folder. Throws a Problem `folder` to be confirmed (`context.confirm`) if it contains those of another data folder.
 */
export async function writeBackupSettings(
  dataFolder: string,
  settings: BackupSettings,
  { isChosen = true, force = false }: ChosenFolder = {},
): Promise<void> {
  if (settings.folder !== null && !isAbsolute(settings.folder)) throw invalidFieldProblem('folder', message('fault.path.absolute'));
  const isDefault = settings.folder !== null && withoutLinks(settings.folder) === withoutLinks(backupFolderIn(dataFolder));
  const folder = isDefault ? null : settings.folder;
  if (folder !== null) {
    const path = withoutLinks(folder);
    if (!isWithin(backupFolderIn(dataFolder), path) && (isWithin(dataFolder, path) || isInDataFolder(folder, dataFolder)))
      throw invalidFieldProblem('folder', message('backup.problem.insideDataFolder'));
  }
  const place = folder !== null && isChosen ? await claimChosenFolder(folder, dataFolder, force) : folder;
  await replaceFile(settingsFile(dataFolder), `${JSON.stringify({ ...settings, folder: place })}\n`, { mode: 0o600 });
}

/** Returns the folder that was claimed: the chosen one, or one in it. */
async function claimChosenFolder(chosen: string, dataFolder: string, force: boolean): Promise<string> {
  await mkdir(chosen, { recursive: true, mode: 0o700 });
  const folder = (await isForBackups(chosen)) ? chosen : join(chosen, folderAmongFiles);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const other = await claimFolder(folder, dataFolder, force);
  if (other === 'foreign') throw new Problem('folder', message('backup.problem.foreignOwner', { folder }));
  if (other) {
    const name = nameOf(other);
    throw new Problem('folder', message('backup.problem.takeOver', { folder, other: name }), {
      errors: { folder: message('backup.problem.usedByOther', { other: name }) },
      context: { confirm: 'otherBackups' },
    });
  }
  return folder;
}

/** The name of the folder of backups in a folder that contains other files. The same in each language, so that it is found again. */
const folderAmongFiles = 'Taleport backups';

/** Whether a folder contains nothing but backups, or has been chosen for them before. */
async function isForBackups(folder: string): Promise<boolean> {
  const owner = await readBackupOwner(folder);
  if (owner !== null) return owner !== 'foreign';
  const names = await namesIn(folder);
  if (!names.every((name) => isBackupId(name) || isUnfinishedName(name) || [backupFilesName, backupLockName].includes(name))) return false;
  return (await namesIn(join(folder, backupFilesName))).every(isBackupFileFolder);
}

/**
 * Writes to a folder whose backups it contains. Two data folders cannot share one, because each would remove the backups of the other as its own: returns
 * the owner if it is another one, unless it is replaced (`force`), or another program has written such a file; null otherwise.
 */
async function claimFolder(folder: string, dataFolder: string, force = false): Promise<BackupOwner | 'foreign' | null> {
  const owner = await readBackupOwner(folder);
  if (owner === 'foreign') return owner;
  if (owner !== null && !force && !isOwnedBy(owner, folder, dataFolder)) return owner;
  const claim: BackupOwner = { dataFolder, id: await provideFolderId(dataFolder), machine: readMachineId(), computer: hostname() };
  const [before, now] = [JSON.stringify(owner), JSON.stringify(claim)];
  if (before !== now) await replaceFile(join(folder, backupOwnerName), `${now}\n`, { mode: 0o600 });
  return null;
}

/**
 * A data folder keeps its id when it is moved, and a copy of it has the same: the original is one that still exists, or is on another computer. Where both
 * folders are on one disk, that disk has been connected to another computer. The path alone proves nothing: it is the same on many computers.
 */
function isOwnedBy(owner: BackupOwner, folder: string, dataFolder: string): boolean {
  const isSamePath = withoutLinks(owner.dataFolder) === withoutLinks(dataFolder);
  // Taleport 0.1.0 wrote the path only.
  if (owner.id === undefined) return isSamePath;
  if (owner.id !== readFolderId(dataFolder)) return false;
  const machine = readMachineId();
  const isOtherComputer = machine !== null && (owner.machine ?? machine) !== machine;
  if (isOtherComputer && statSync(folder).dev !== statSync(dataFolder).dev) return false;
  return isSamePath || !existsSync(owner.dataFolder);
}

/** For people: the data folder, with the name of its computer if that is another one. */
const nameOf = ({ dataFolder, computer }: BackupOwner): string =>
  computer === undefined || computer === hostname() ? dataFolder : `${computer}: ${dataFolder}`;

const idFile = (dataFolder: string): string => join(dataFolder, 'backup-id.json');
const idSchema = z.object({ id: z.string().min(1) });

/** Null if the data folder has none yet, or if its file cannot be read. */
const readFolderId = (dataFolder: string): string | null =>
  idSchema.safeParse(readJsonFileOrUndefined(idFile(dataFolder))).data?.id ?? null;

/** A file of its own beside the settings, because Taleport 0.1.0 accepts no further settings. */
async function provideFolderId(dataFolder: string): Promise<string> {
  const known = readFolderId(dataFolder);
  if (known !== null) return known;
  const id = randomBytes(16).toString('hex');
  await replaceFile(idFile(dataFolder), `${JSON.stringify({ id })}\n`, { mode: 0o600 });
  return id;
}
