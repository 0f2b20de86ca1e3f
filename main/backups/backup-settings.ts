/**
 * `backups.json` in the data folder. Not in the database, because it says where the backups are from which the database can be restored.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { type BackupSettings, backupSettingsSchema } from '../../shared/contracts/backups.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import { replaceFile } from '../platform/atomic-file.ts';
import { backupFolderIn, isWithin } from '../platform/data-folder.ts';
import { isMissingError } from '../platform/disk.ts';
import { backupOwnerName, isInDataFolder } from '../platform/outside-data-folder.ts';

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
    return backupSettingsSchema.parse(JSON.parse(readFileSync(settingsFile(dataFolder), 'utf8')));
  } catch (error) {
    return isMissingError(error) ? defaultSettings : undefined;
  }
}

export const backupFolderOf = (dataFolder: string, { folder }: BackupSettings = readBackupSettings(dataFolder)): string =>
  folder ?? backupFolderIn(dataFolder);

/** Throws a Problem `invalid` at `folder` if backups must not be written to that folder. */
export async function writeBackupSettings(dataFolder: string, settings: BackupSettings): Promise<void> {
  const { folder } = settings;
  if (folder !== null) {
    if (!isAbsolute(folder)) throw invalidFieldProblem('folder', message('fault.path.absolute'));
    const path = existsSync(folder) ? realpathSync(folder) : resolve(folder);
    if (!isWithin(backupFolderIn(dataFolder), path) && (isWithin(dataFolder, path) || isInDataFolder(folder, dataFolder)))
      throw invalidFieldProblem('folder', message('backup.problem.insideDataFolder'));
  }
  if (folder !== null) await claimFolder(folder, dataFolder);
  await replaceFile(settingsFile(dataFolder), `${JSON.stringify(settings)}\n`, { mode: 0o600 });
}

const ownerSchema = z.object({ dataFolder: z.string() });

/** Two data folders cannot share a folder of backups, because each would remove the files of the other as unused. */
async function claimFolder(folder: string, dataFolder: string): Promise<void> {
  const file = join(folder, backupOwnerName);
  const owner = ownerSchema.safeParse(await readFile(file, 'utf8').then(JSON.parse, () => undefined)).data?.dataFolder;
  if (owner === dataFolder) return;
  if (owner !== undefined && existsSync(owner))
    throw invalidFieldProblem('folder', message('backup.problem.usedByOther', { other: owner }));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replaceFile(file, `${JSON.stringify({ dataFolder })}\n`, { mode: 0o600 });
}
