/**
 * Restores a whole backup as a new data folder. The folder is built as a draft named `….unfinished-…` and renamed when it is complete; a
 * process that is killed leaves the draft behind. An existing empty folder is not replaced, because it may be the root of a disk. There the
 * draft is inside the folder, and its entries are moved up, the database last, so that a folder with a database is complete.
 */
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { RestoredDataFolder } from '../../shared/contracts/ipc/results.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { contentPathIn } from '../assets/content-store.ts';
import { lockDataFolder, lockName } from '../engine/storage/data-folder-lock.ts';
import { syncFolder } from '../platform/atomic-file.ts';
import { unfinishedNameOf } from '../platform/backup-entries.ts';
import { assetFolderIn, createDataFolder, databaseFileIn, findUnfinishedRestore, logFolderIn } from '../platform/data-folder.ts';
import { assertFreeSpace } from '../platform/disk-error.ts';
import { errorCodeOf } from '../platform/errors.ts';
import { type BackupContent, copyDatabase, copyVerified } from './backup-content.ts';

interface RestoreDataFolderOptions {
  /** Changes the restored data before it is opened. `folder` contains the restored database, like a data folder. */
  readonly adjust: (folder: string) => void;
  readonly progress?: (done: number, total: number) => void;
}

/**
 * `into` must not exist or be empty, so that nothing is ever overwritten. An empty folder may contain what an earlier restore left when its
 * process was killed; that is removed, and the restore starts over.
 */
export async function restoreDataFolder(
  content: BackupContent,
  into: string,
  options: RestoreDataFolderOptions,
): Promise<RestoredDataFolder> {
  const folder = resolve(into);
  const names = await namesIn(folder);
  const { id, projects } = content.manifest;
  const restored = { folder, projects: projects.map(({ hash, name }) => ({ hash, name })) };
  if (names === null) {
    // The name of the draft must not be too long if the folder's own name is as long as the system allows.
    const draft = join(dirname(folder), `${basename(folder).slice(0, 60)}.unfinished-${id}`);
    const missingFiles = await buildDraft(content, draft, options, async () => {
      if ((await namesIn(folder)) !== null) throw notEmptyProblem(folder);
      await rename(draft, folder);
      await syncFolder(dirname(folder));
    });
    return { ...restored, missingFiles };
  }
  assertEmpty(folder, names);
  // Another process must neither open the folder nor remove the draft meanwhile.
  const lock = lockDataFolder(folder);
  if (!lock) throw new Problem('busy', message('doctor.problem.inUse', { folder }));
  try {
    for (const name of findUnfinishedRestore(folder)) await rm(join(folder, name), { recursive: true, force: true });
    const draft = join(folder, unfinishedNameOf(id));
    return { ...restored, missingFiles: await buildDraft(content, draft, options, () => moveEntriesUp(draft)) };
  } finally {
    // Windows does not remove an open file, which remains as in any data folder.
    await rm(join(folder, lockName), { force: true }).catch(() => undefined);
    lock.release();
  }
}

/** Builds the data folder in the draft, and `place` moves it to its place. If anything fails, the draft is removed. */
async function buildDraft(
  content: BackupContent,
  draft: string,
  { adjust, progress }: RestoreDataFolderOptions,
  place: () => Promise<void>,
): Promise<number> {
  const { database, files, missingFiles } = content.manifest;
  await rm(draft, { recursive: true, force: true });
  createDataFolder(draft);
  try {
    const missing = new Set(missingFiles);
    const sizes = files.map(({ sha256, bytes }) => (missing.has(sha256) ? 0 : bytes));
    assertFreeSpace(
      draft,
      sizes.reduce((sum, bytes) => sum + bytes, database.bytes),
    );
    await copyDatabase(content, databaseFileIn(draft));
    const notCopied = await copyFiles(content, assetFolderIn(draft), progress);
    adjust(draft);
    await syncFolder(draft);
    await place();
    return notCopied;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Null if the folder does not exist. */
async function namesIn(folder: string): Promise<string[] | null> {
  return readdir(folder).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return null;
    throw new Problem('folder', message('backup.problem.intoUnusable', { folder }), { cause: error });
  });
}

const notEmptyProblem = (folder: string): Problem => new Problem('folder', message('backup.problem.intoNotEmpty', { folder }));

/** SQLite creates the second one while the first is locked. */
const namesOfLock = [lockName, `${lockName}-journal`];
/** What Taleport creates in a folder that it then refuses to open, because a restore was interrupted there. */
const nameOfRefusedStart = basename(logFolderIn(''));

/** `except`: names of further entries that are allowed. */
function assertEmpty(folder: string, names: readonly string[], except: readonly string[] = []): void {
  const left = findUnfinishedRestore(folder);
  const allowed = [...left, ...except, ...namesOfLock, ...(left.length > 0 ? [nameOfRefusedStart] : [])];
  if (names.some((name) => !allowed.includes(name))) throw notEmptyProblem(folder);
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
      assertEmpty(folder, (await namesIn(folder)) ?? [], moved);
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
