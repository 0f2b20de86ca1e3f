/**
 * The folder that contains the backups of a data folder.
 *
 *   20261122T193000Z-k3f9/         a whole backup: backup.json, taleport.sqlite
 *   .unfinished-20261122T…/        one that is being written or removed, or was when the process ended
 *   files/<2 hex>/<SHA-256>        the files of all backups, each once: a hard link to the stored asset if the disk allows it, else a copy
 */
import { randomBytes } from 'node:crypto';
import { constants, createReadStream, existsSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { type BackupSettings, backupSettingsSchema } from '../../shared/contracts/backups.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../shared/problem.ts';
import { acquireFileLock } from '../engine/storage/sqlite.ts';
import { moveFileDurably, replaceFile, syncFolder } from '../platform/atomic-file.ts';
import { backupFolderIn, backupOwnerName, isInDataFolder, isWithin, withoutLinks } from '../platform/data-folder.ts';
import { isMissingError } from '../platform/disk.ts';
import { describeError, errorCodeOf } from '../platform/errors.ts';
import { readJsonFile, readJsonFileSync } from '../platform/untrusted-file.ts';
import { type BackupManifest, databaseName, manifestName, readManifest, serializeManifest } from './backup-manifest.ts';

const unfinishedPrefix = '.unfinished-';
const idPattern = /^\d{8}T\d{6}Z-[a-z0-9]{4}$/;
const sha256Pattern = /^[0-9a-f]{64}$/;

/** Codes of errors for file systems without hard links, for files with the maximum number of links, and for links between file systems. */
const noLinkCodes = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES']);

/** Locked while backups are read or removed. It has no content. */
const lockName = '.lock';

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
      await stat(ownerFile(this.path));
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

  /**
   * Must be called before anything is written. Creates the folder in the data folder. Throws a Problem `store` if a folder that the user
   * has chosen is not there, or contains the backups of another data folder; the data folder may have been moved since.
   */
  async prepare(): Promise<void> {
    if (this.#chosenFor === null) return void (await mkdir(this.path, { recursive: true, mode: 0o700 }));
    await this.assertPresent();
    const other = await claimFolder(this.path, this.#chosenFor);
    if (other !== null) throw new Problem('store', message('backup.problem.folderOfOther', { folder: this.path, other }));
  }

  pathOf(id: string): string {
    return join(this.path, id);
  }

  databaseOf(id: string): string {
    return join(this.path, id, databaseName);
  }

  filePathOf(sha256: string): string {
    return join(this.path, 'files', sha256.slice(0, 2), sha256);
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
      return acquireFileLock(join(this.path, lockName), mode);
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
      if (!idPattern.test(name)) continue;
      const manifest = await readManifest(join(this.path, name, manifestName), name).catch(() => undefined);
      if (manifest?.id === name) manifests.push(manifest);
      else unreadable.push(name);
    }
    return { manifests, unreadable };
  }

  /** Removes what a process left that ended while it wrote or removed a backup. What cannot be removed is left to the next time. */
  async removeUnfinished(log: (line: string) => void): Promise<void> {
    const unfinished = (await namesIn(this.path)).filter((name) => name.startsWith(unfinishedPrefix)).map((name) => join(this.path, name));
    const drafts = (await this.#storedFiles()).filter((path) => !sha256Pattern.test(path.slice(-64)));
    for (const path of [...unfinished, ...drafts])
      await rm(path, { recursive: true, force: true }).catch((error: unknown) => log(`${path} was not removed: ${describeError(error)}`));
  }

  /** Creates a folder for the database of a backup. `finish` turns it into a backup, `removeUnfinished` removes it. */
  async createDraft(id: string): Promise<string> {
    const draft = join(this.path, unfinishedPrefix + id);
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
    const draft = join(this.path, unfinishedPrefix + id);
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
    for (const path of await this.#storedFiles())
      if (!used.has(path.slice(-64))) await rm(path, { force: true }).catch((error: unknown) => errors.push(error));
    return errors;
  }

  /** The disk space of each stored file by its SHA-256: 0 for a file that shares its blocks with the stored asset. */
  async measureFiles(): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for (const path of await this.#storedFiles()) {
      const found = await stat(path).catch(() => undefined);
      if (found) sizes.set(path.slice(-64), found.nlink > 1 ? 0 : found.size);
    }
    return sizes;
  }

  async #storedFiles(): Promise<string[]> {
    const root = join(this.path, 'files');
    const folders = await namesIn(root);
    const paths: string[] = [];
    for (const folder of folders) for (const name of await namesIn(join(root, folder))) paths.push(join(root, folder, name));
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
    for await (const part of createReadStream(from, { highWaterMark: bytesPerPart })) {
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

/**
 * Throws a Problem `invalid` at `folder` if backups must not be written to that folder. A folder that the user has chosen is created; an earlier one may be on
 * a disk that is not connected.
 */
export async function writeBackupSettings(
  dataFolder: string,
  settings: BackupSettings,
  { isFolderChosen = true }: { readonly isFolderChosen?: boolean } = {},
): Promise<void> {
  const { folder } = settings;
  if (folder !== null) {
    if (!isAbsolute(folder)) throw invalidFieldProblem('folder', message('fault.path.absolute'));
    const path = withoutLinks(folder);
    if (!isWithin(backupFolderIn(dataFolder), path) && (isWithin(dataFolder, path) || isInDataFolder(folder, dataFolder)))
      throw invalidFieldProblem('folder', message('backup.problem.insideDataFolder'));
  }
  if (folder !== null && isFolderChosen) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const other = await claimFolder(folder, dataFolder);
    if (other !== null) throw invalidFieldProblem('folder', message('backup.problem.usedByOther', { other }));
  }
  await replaceFile(settingsFile(dataFolder), `${JSON.stringify(settings)}\n`, { mode: 0o600 });
}

const ownerSchema = z.object({ dataFolder: z.string() });

const ownerFile = (folder: string): string => join(folder, backupOwnerName);

/**
 * Writes to a folder whose backups it contains. Two data folders cannot share one, because each would remove the files of the other as
 * unused: returns the other one if there is one, and null otherwise.
 */
async function claimFolder(folder: string, dataFolder: string): Promise<string | null> {
  const file = ownerFile(folder);
  const owner = ownerSchema.safeParse(await readJsonFile(file).catch(() => undefined)).data?.dataFolder;
  if (owner === dataFolder) return null;
  if (owner !== undefined && existsSync(owner) && withoutLinks(owner) !== withoutLinks(dataFolder)) return owner;
  await replaceFile(file, `${JSON.stringify({ dataFolder })}\n`, { mode: 0o600 });
  return null;
}
