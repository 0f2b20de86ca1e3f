/**
 * A whole backup as a new data folder, here or on another computer. It is built next to the folder and renamed into place, so a folder that is there is whole;
 * a process that ends before leaves a folder named `….unfinished-…`.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { RestoredDataFolder } from '../../shared/contracts/ipc/results.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { contentPathIn } from '../assets/file-store.ts';
import { databaseFileIn } from '../engine/storage/project-store.ts';
import { syncFolder } from '../platform/atomic-file.ts';
import { isMissingError } from '../platform/disk.ts';
import { errorCodeOf } from '../platform/errors.ts';
import { type BackupContent, verifyDatabase } from './backup-content.ts';

export interface RestoreDataFolderOptions {
  /** Changes the restored data before anybody opens it, in a folder of which it is the database. */
  readonly adjust: (folder: string) => void;
  readonly progress?: (done: number, total: number) => void;
}

/** `into` must not exist or be empty: nothing is ever overwritten. */
export async function restoreDataFolder(
  content: BackupContent,
  into: string,
  { adjust, progress }: RestoreDataFolderOptions,
): Promise<RestoredDataFolder> {
  const folder = resolve(into);
  await assertEmpty(folder);
  await verifyDatabase(content);
  const { projects, id } = content.manifest;
  const draft = join(dirname(folder), `${basename(folder)}.unfinished-${id}`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    await copyFile(content.database, databaseFileIn(draft));
    const missingFiles = await copyFiles(content, join(draft, 'vault'), progress);
    adjust(draft);
    await syncFolder(draft);
    await assertEmpty(folder);
    // Windows does not rename over a folder, not even an empty one.
    await rmdir(folder).catch((error: unknown) => {
      if (!isMissingError(error)) throw error;
    });
    await rename(draft, folder);
    await syncFolder(dirname(folder));
    return { folder, projects: projects.map(({ hash, name }) => ({ hash, name })), missingFiles };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function assertEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw new Problem('folder', message('backup.problem.intoUnusable', { folder }), { cause: error });
  });
  if (names.length > 0) throw new Problem('folder', message('backup.problem.intoNotEmpty', { folder }));
}

/** Returns the number of files that were left out. */
async function copyFiles(
  { manifest: { files }, readFile }: BackupContent,
  vault: string,
  progress?: (done: number, total: number) => void,
): Promise<number> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  let missing = 0;
  for (const { sha256, bytes } of files) {
    const path = contentPathIn(vault, sha256);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (!(await copyVerified(readFile(sha256), sha256, path))) missing += 1;
    done += bytes;
    progress?.(done, total);
  }
  return missing;
}

/** Returns false, and leaves nothing, if the bytes are missing or not what they were. */
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
