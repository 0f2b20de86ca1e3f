/** Writes a story into a new folder: completely, or not at all. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { message } from '../../shared/messages/message.ts';
import type { Project } from '../../shared/model/project.ts';
import { Problem } from '../../shared/problem.ts';
import { syncFolder } from '../platform/atomic-file.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import { type Disk, nodeDisk } from '../platform/disk.ts';
import { errorCodeOf } from '../platform/errors.ts';
import { mapConcurrently } from '../platform/job-queue.ts';
import { writeFailureReason } from '../platform/user-file.ts';
import { workFolder } from './folder-layout.ts';
import { attributesFile, gitAttributesFor } from './version-control-setup.ts';
import { type FolderFile, writeStoryFiles } from './write-story-files.ts';

const writesAtOnce = 16;

interface NewFolderOptions {
  /** Where a stored file of the project is; undefined if it is missing. */
  readonly locateFile: (file: string) => string | undefined;
  readonly disk?: Pick<Disk, 'copyFile'>;
}

/** Returns the number of files. Throws a Problem if the folder exists and is not empty, or cannot be written. */
export async function writeNewStoryFolder(
  folder: string,
  project: Project,
  { locateFile, disk = nodeDisk }: NewFolderOptions,
): Promise<number> {
  const { files } = await new CooperativeYielder().runToEnd(writeStoryFiles(project));
  const draft = join(dirname(folder), `.${basename(folder)}${workFolder}${randomBytes(4).toString('hex')}`);
  try {
    await assertEmpty(folder);
    await mkdir(draft);
    const attributes = { text: await gitAttributesFor(dirname(folder)) };
    const count = await writeFiles(draft, new Map<string, FolderFile>([...files, [attributesFile, attributes]]), { locateFile, disk });
    // Windows does not rename a folder over another one.
    await rmdir(folder).catch(ignoreMissing);
    await rename(draft, folder);
    await syncFolder(dirname(folder));
    return count;
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    throw error instanceof Problem ? error : folderWriteProblem(folder, error);
  }
}

export const folderWriteProblem = (folder: string, error: unknown): Problem =>
  new Problem('folder', message('storyFolder.problem.notWritten', { folder, reason: writeFailureReason(error) }), { cause: error });

function ignoreMissing(error: unknown): void {
  if (errorCodeOf(error) !== 'ENOENT') throw error;
}

async function assertEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    ignoreMissing(error);
    return [];
  });
  if (names.length > 0) throw new Problem('conflict', message('storyFolder.problem.notEmpty', { folder }));
}

async function writeFiles(
  root: string,
  files: ReadonlyMap<string, FolderFile>,
  { locateFile, disk }: Required<NewFolderOptions>,
): Promise<number> {
  const folders = new Set([...files.keys()].flatMap(foldersAbove));
  for (const folder of folders) await mkdir(join(root, folder), { recursive: true });
  const isWritten = await mapConcurrently(writesAtOnce, [...files], async ([path, file]) => {
    const source = 'text' in file ? null : locateFile(file.storedFile);
    // A file that is missing in the project is missing in the folder, too.
    if (source === undefined) return false;
    if (source !== null) await disk.copyFile(source, join(root, path), null);
    else if ('text' in file) await writeFile(join(root, path), file.text, { flag: 'wx', flush: true });
    return true;
  });
  for (const folder of folders) await syncFolder(join(root, folder));
  return isWritten.filter(Boolean).length;
}

/** The folder of a file, and all in which it is: the name of each is stored in the one above it. */
function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [folder] : [...foldersAbove(folder), folder];
}
