/**
 * Restores a whole backup as a new data folder. The folder is built as a draft named `….unfinished-…` and renamed when it is complete; a
 * process that is killed leaves the draft behind. An existing empty folder is not replaced, because it may be the root of a disk. There the
 * draft is inside the folder, and its entries are moved up, the database last, so that a folder with a database is complete.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { RestoredDataFolder } from '../../shared/contracts/ipc/results.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { contentPathIn } from '../assets/content-store.ts';
import { syncFolder } from '../platform/atomic-file.ts';
import { assetFolderIn, databaseFileIn } from '../platform/data-folder.ts';
import { isMissingError } from '../platform/disk.ts';
import { errorCodeOf } from '../platform/errors.ts';
import { type BackupContent, verifyDatabase } from './backup-content.ts';

interface RestoreDataFolderOptions {
  /** Changes the restored data before it is opened. `folder` contains the restored database, like a data folder. */
  readonly adjust: (folder: string) => void;
  readonly progress?: (done: number, total: number) => void;
}

/** `into` must not exist or be empty, so that nothing is ever overwritten. */
export async function restoreDataFolder(
  content: BackupContent,
  into: string,
  { adjust, progress }: RestoreDataFolderOptions,
): Promise<RestoredDataFolder> {
  const folder = resolve(into);
  const exists = await assertEmpty(folder);
  await verifyDatabase(content);
  const { projects, id } = content.manifest;
  // The name of the draft must not be too long if the folder's own name is as long as the system allows.
  const draft = exists ? join(folder, `.unfinished-${id}`) : join(dirname(folder), `${basename(folder).slice(0, 60)}.unfinished-${id}`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    await copyFile(content.database, databaseFileIn(draft));
    const missingFiles = await copyFiles(content, assetFolderIn(draft), progress);
    adjust(draft);
    await syncFolder(draft);
    if (exists) await moveEntriesUp(draft);
    else {
      await assertEmpty(folder);
      await rename(draft, folder);
      await syncFolder(dirname(folder));
    }
    return { folder, projects: projects.map(({ hash, name }) => ({ hash, name })), missingFiles };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Throws unless the folder is empty or missing. Returns whether it exists. `except`: names of entries that are allowed. */
async function assertEmpty(folder: string, except: readonly string[] = []): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return null;
    throw new Problem('folder', message('backup.problem.intoUnusable', { folder }), { cause: error });
  });
  if (names?.some((name) => !except.includes(name))) throw new Problem('folder', message('backup.problem.intoNotEmpty', { folder }));
  return names !== null;
}

/**
 * Moves the entries of the draft into the folder that contains it, which must be empty otherwise, and removes the draft. If that fails, no
 * entry is left in the folder.
 */
async function moveEntriesUp(draft: string): Promise<void> {
  const folder = dirname(draft);
  const database = basename(databaseFileIn(draft));
  const names = (await readdir(draft)).sort((one, two) => Number(one === database) - Number(two === database));
  const moved: string[] = [];
  try {
    for (const name of names) {
      await assertEmpty(folder, [basename(draft), ...moved]);
      await rename(join(draft, name), join(folder, name));
      moved.push(name);
    }
    await rmdir(draft);
    await syncFolder(folder);
  } catch (error) {
    for (const name of moved) await rm(join(folder, name), { recursive: true, force: true });
    throw error;
  }
}

/** Returns the number of files that were missing or damaged and are left out. */
async function copyFiles(
  { manifest: { files }, readFile }: BackupContent,
  assetFolder: string,
  progress?: (done: number, total: number) => void,
): Promise<number> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  let missing = 0;
  for (const { sha256, bytes } of files) {
    const path = contentPathIn(assetFolder, sha256);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (!(await copyVerified(readFile(sha256), sha256, path))) missing += 1;
    done += bytes;
    progress?.(done, total);
  }
  return missing;
}

/** Returns false, and leaves no file, if the bytes are missing or differ from those that were backed up. */
async function copyVerified(source: AsyncIterable<Uint8Array>, sha256: string, to: string): Promise<boolean> {
  const hash = createHash('sha256');
  const file = await open(to, 'wx', 0o600);
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } catch (error) {
    const isUnreadable = (error instanceof Problem && error.code === 'invalid') || isMissingError(error);
    if (!isUnreadable) throw error;
    hash.update('incomplete');
  } finally {
    await file.close();
  }
  if (hash.digest('hex') === sha256) return true;
  await rm(to, { force: true });
  return false;
}
