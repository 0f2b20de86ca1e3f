/**
 * What in a folder is part of Taleport's backups. A user may choose any folder for them, so that nothing else in it may be removed, replaced or
 * counted: each place that looks into such a folder asks here.
 */
import { join } from 'node:path';
import { isJsonObject } from '../../shared/json.ts';
import { errorCodeOf } from './errors.ts';
import { readJsonFile, readJsonFileSync } from './untrusted-file.ts';

export const isBackupId = (name: string): boolean => /^\d{8}T\d{6}Z-[a-z0-9]{4}$/.test(name);

const unfinishedPrefix = '.unfinished-';
/** The folder of a backup that is being written or removed, and the one in which a restored data folder is built. */
export const unfinishedNameOf = (backupId: string): string => unfinishedPrefix + backupId;
export const isUnfinishedName = (name: string): boolean =>
  name.startsWith(unfinishedPrefix) && isBackupId(name.slice(unfinishedPrefix.length));

/** The folder of the files of all backups. Each file is in one of its folders (isBackupFileFolder). */
export const backupFilesName = 'files';
export const isBackupFileFolder = (name: string): boolean => /^[0-9a-f]{2}$/.test(name);
/** Whether a name in `folder` is the SHA-256 of a stored file, or that of its draft while it is copied. */
export const isBackupFile = (folder: string, name: string): boolean => /^[0-9a-f]{64}$/.test(name) && name.startsWith(folder);
export const isBackupFileDraft = (folder: string, name: string): boolean =>
  isBackupFile(folder, name.slice(0, 64)) && /^\.[0-9a-f]{8}$/.test(name.slice(64));

/** The name of a file without content that is locked while backups are restored or removed. */
export const backupLockName = '.taleport.lock';

/** The name of a file in a folder of backups that the user has chosen. It names the data folder whose backups are there. */
export const backupOwnerName = 'owner.json';

export interface BackupOwner {
  /** The path of the data folder when the file was written. */
  readonly dataFolder: string;
  /** The random id of the data folder, which it keeps when it is moved. Taleport 0.1.0 writes none, nor what follows. */
  readonly id?: string | undefined;
  /** The id of the computer, if its system has one. */
  readonly machine?: string | null | undefined;
  /** The name of the computer, for people. */
  readonly computer?: string | undefined;
}

/** Null if the folder has no such file, and `foreign` if another program has written it. Throws the errors of the disk. */
export async function readBackupOwner(folder: string): Promise<BackupOwner | 'foreign' | null> {
  try {
    return parseOwner(await readJsonFile(join(folder, backupOwnerName)));
  } catch (error) {
    return fromError(error);
  }
}

/** Without a schema, which the desktop would load before its window opens. */
function parseOwner(json: unknown): BackupOwner | 'foreign' {
  if (!isJsonObject(json)) return 'foreign';
  const { dataFolder, id, machine, computer } = json;
  const isOurs =
    typeof dataFolder === 'string' && isOptionalText(id) && (machine === null || isOptionalText(machine)) && isOptionalText(computer);
  return isOurs ? { dataFolder, id, machine, computer } : 'foreign';
}

const isOptionalText = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string';

function fromError(error: unknown): 'foreign' | null {
  const code = errorCodeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  // What is no JSON, no file or too large has no code.
  if (code === undefined || code === 'EISDIR') return 'foreign';
  throw error;
}

/** Whether `path`, given by its names below a folder that may be any, leads into backups there. */
export function isInBackups(folder: string, [name = '', inside]: readonly string[]): boolean {
  const isNamedSo =
    name === backupOwnerName ||
    name === backupLockName ||
    isBackupId(name) ||
    isUnfinishedName(name) ||
    (name === backupFilesName && (inside === undefined || isBackupFileFolder(inside)));
  return isNamedSo && hasOwner(folder);
}

function hasOwner(folder: string): boolean {
  try {
    return parseOwner(readJsonFileSync(join(folder, backupOwnerName))) !== 'foreign';
  } catch {
    return false;
  }
}
