/**
 * Temporary folders of a data folder, for files that are unpacked or built only to be read. They are inside the data folder and not in the
 * system's temporary folder, which may be in memory, shared with other users, or kept for ever: what a killed process leaves here is removed
 * when the data folder is opened again.
 */
import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createDataFolder, temporaryFolderIn } from './data-folder.ts';
import { isMissingError } from './disk.ts';

/** Creates an empty folder for this user only. `removeTemporaryFolder` removes it. */
export async function createTemporaryFolder(dataFolder: string): Promise<string> {
  const parent = temporaryFolderIn(dataFolder);
  for (let attempt = 1; ; attempt += 1) {
    createDataFolder(parent);
    try {
      return await mkdtemp(join(parent, 'unpacked-'));
    } catch (error) {
      // Another process has just removed the parent with its own last folder.
      if (attempt === 5 || !isMissingError(error)) throw error;
    }
  }
}

export async function removeTemporaryFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  // Fails while the parent contains other folders.
  await rmdir(dirname(folder)).catch(() => undefined);
}

/** Removes what killed processes left. Must only be called by the process that has locked the data folder. */
export const clearTemporaryFolders = (dataFolder: string): Promise<void> =>
  rm(temporaryFolderIn(dataFolder), { recursive: true, force: true });
