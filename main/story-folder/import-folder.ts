/** Reads a story folder as a new project: all records with their ids, and the files of assets. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { mediaTypes } from '../../shared/contracts/stored-file.ts';
import { isOneOf } from '../../shared/json.ts';
import { message, verbatim } from '../../shared/messages/message.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { Problem } from '../../shared/problem.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { PendingFile } from '../assets/pending-files.ts';
import type { UploadLimits } from '../assets/upload-receiver.ts';
import type { ProgressOptions } from '../importers/yielding-progress.ts';
import { isStoryFolder, readStoryFolder } from './read-folder.ts';
import { createFolderProblem, type ReadStory } from './read-story-files.ts';

interface FolderImportOptions extends Pick<ProgressOptions, 'progress' | 'cancelled'> {
  readonly fileStore: Pick<FileStore, 'storePending' | 'discard'>;
  readonly limits: UploadLimits;
  /** Replaces the name of the story. */
  readonly name?: string | undefined;
  readonly read?: (folder: string) => Promise<ReadStory>;
}

interface ImportedFolder {
  readonly records: AnyRecord[];
  readonly pendingFiles: readonly PendingFile[];
  readonly notes: readonly [];
}

/** The names that the file store gives, so that another folder cannot choose a path. */
const storedName = /^[\w-]{1,64}\.[a-z\d]{1,8}$/;

/** Returns null if it is no story folder. `repair` is not possible here: the files are corrected instead. */
export async function importIfStoryFolder(
  folder: string,
  { repair, ...options }: FolderImportOptions & { readonly repair?: boolean | undefined },
): Promise<ImportedFolder | null> {
  if (!(await isStoryFolder(folder))) return null;
  if (repair) throw new Problem('invalid', message('storyFolder.problem.noRepair'));
  return importStoryFolder(folder, options);
}

/** Throws a Problem that lists what is wrong with the files, or `cancelled`; then no file is pending. Assets whose file is missing keep the reference. */
export async function importStoryFolder(
  folder: string,
  { fileStore, limits, name, read = readStoryFolder, progress, cancelled }: FolderImportOptions,
): Promise<ImportedFolder> {
  const { project, problems, assetFiles } = await read(folder);
  if (problems.length > 0) throw createFolderProblem(problems);
  const pendingFiles = new Map<string, PendingFile>();
  let stored = 0;
  let done = 0;
  try {
    for (const [id, path] of assetFiles) {
      if (cancelled?.()) throw new Problem('cancelled', message('problem.import.cancelled'));
      progress?.(done++, assetFiles.size);
      const asset = project.find('asset', id);
      const { file = null, type = '' } = asset ?? {};
      const mediaType = type.replace('template-', '');
      if (file === null || pendingFiles.has(file) || !storedName.test(file) || !isOneOf(mediaTypes, mediaType)) continue;
      const remaining = limits.projectBytes === null ? null : limits.projectBytes - stored;
      const upload = { name: asset?.name ?? file, type: mediaType, storedName: file, limits: { ...limits, projectBytes: remaining } };
      const pendingFile = await fileStore
        .storePending(null, { ...upload, bytes: createReadStream(join(folder, path)), cancelled })
        .catch((error: unknown) => {
          throw describeFileProblem(error, path);
        });
      pendingFiles.set(file, pendingFile);
      stored += pendingFile.stored.bytes;
    }
  } catch (error) {
    fileStore.discard([...pendingFiles.values()]);
    throw error;
  }
  const records = [...project.records()].map((record) => (record.kind === 'project' && name !== undefined ? { ...record, name } : record));
  return { records, pendingFiles: [...pendingFiles.values()], notes: [] };
}

function describeFileProblem(error: unknown, path: string): unknown {
  const fault = error instanceof Problem ? error.faultsByPath.file : undefined;
  if (!(error instanceof Problem) || !fault) return error;
  return new Problem(error.code, message('storyFolder.problem.ofFile', { path: verbatim(path), fault }), { cause: error });
}
