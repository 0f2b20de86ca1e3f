/** Imports a portable project file as records and pending files, exactly as they were exported. */

import { open, stat } from 'node:fs/promises';
import { projectFileEntries, type StoredFileEntry } from '../../shared/contracts/project-file.ts';
import { projectFileExtension } from '../../shared/contracts/project-file-name.ts';
import { message } from '../../shared/messages/message.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { Problem } from '../../shared/problem.ts';
import type { PendingFile } from '../assets/pending-files.ts';
import type { ImportedStoryWithFiles, ImportWithFilesOptions } from './import-with-files.ts';
import { wrapImportErrors } from './read-import-source.ts';
import { damagedEntryProblem, type OpenedProjectFile, openProjectFile } from './read-project-file.ts';
import { YieldingProgress } from './yielding-progress.ts';

/**
 * The beginning of a .zip whose first entry is the manifest, as Taleport writes it. Used for detection, because the file may have been
 * renamed.
 */
const signature = Buffer.from('PK\x03\x04', 'latin1');
const nameOffset = 30;

/** `fileName` is its original name, if `path` is a temporary copy. */
export async function isProjectFile(path: string, fileName: string): Promise<boolean> {
  if (!(await stat(path)).isFile()) return false;
  if (fileName.toLowerCase().endsWith(projectFileExtension)) return true;
  const file = await open(path, 'r');
  try {
    const { manifest } = projectFileEntries;
    const { buffer } = await file.read(Buffer.alloc(nameOffset + manifest.length), 0, nameOffset + manifest.length, 0);
    return buffer.subarray(0, signature.length).equals(signature) && buffer.toString('latin1', nameOffset) === manifest;
  } finally {
    await file.close();
  }
}

interface ProjectFileOptions extends Omit<ImportWithFilesOptions, 'environment' | 'repair' | 'files'> {
  /** The name of the file in messages. */
  readonly fileName: string;
}

/** Throws a Problem that says what is wrong with the file; no file is pending then. `name` replaces the name of the project. */
export async function importProjectFile(path: string, options: ProjectFileOptions): Promise<ImportedStoryWithFiles> {
  const { fileName } = options;
  const projectFile = await wrapImportErrors(path, () => openProjectFile(path, fileName));
  try {
    const stored = await projectFile.readRecords(new YieldingProgress({ ...options, progress: undefined }));
    const records = options.name === undefined ? stored : renameProject(stored, options.name);
    const pendingFiles = await storeFiles(projectFile, records, options);
    return { records, name: options.name ?? projectFile.manifest.name, notes: [], pendingFiles };
  } finally {
    projectFile.close();
  }
}

const renameProject = (records: readonly AnyRecord[], name: string): AnyRecord[] =>
  records.map((record) => (record.kind === 'project' ? { ...record, name } : record));

/** Stores all files or none: a project that lacks some of its files would differ from the exported one. */
async function storeFiles(
  { manifest, readFile }: OpenedProjectFile,
  records: readonly AnyRecord[],
  { fileStore, limits, progress, cancelled, fileName }: ProjectFileOptions,
): Promise<PendingFile[]> {
  const named = new Set(records.map((record) => (record.kind === 'asset' ? record.file : null)));
  const files = manifest.files.filter(({ file }) => named.has(file));
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const pendingFiles: PendingFile[] = [];
  let stored = 0;
  try {
    for (const entry of files) {
      const remaining = limits.projectBytes === null ? null : limits.projectBytes - stored;
      const pendingFile = await fileStore
        .storePending(null, {
          name: entry.name,
          type: entry.type,
          storedName: entry.file,
          bytes: readFile(entry),
          limits: { ...limits, projectBytes: remaining },
          cancelled,
          progress: (bytes) => progress?.(stored + bytes, total),
        })
        .catch((error: unknown) => {
          throw describeFileProblem(error, entry, fileName);
        });
      pendingFiles.push(pendingFile);
      if (pendingFile.stored.sha256 !== entry.sha256) throw damagedEntryProblem(fileName, entry.name);
      stored += entry.bytes;
    }
    return pendingFiles;
  } catch (error) {
    fileStore.discard(pendingFiles);
    throw error;
  }
}

/** Adds the name of the file to the Problem of one stored file. */
function describeFileProblem(error: unknown, { name }: StoredFileEntry, fileName: string): unknown {
  const fault = error instanceof Problem ? error.faultsByPath.file : undefined;
  if (!(error instanceof Problem) || !fault) return error;
  return new Problem(error.code, message('problem.projectFile.fileRejected', { fileName, name, fault }), { cause: error });
}
