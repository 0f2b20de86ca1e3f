/** Reads a story folder as a new project: all records with their ids, and the files of assets. */
import { message, verbatim } from '../../shared/messages/message.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { Problem } from '../../shared/problem.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { PendingFile } from '../assets/pending-files.ts';
import type { UploadLimits } from '../assets/upload-receiver.ts';
import type { ProgressOptions } from '../importers/yielding-progress.ts';
import { isStoryFolder, readStoryFolder } from './read-folder.ts';
import { createFolderProblem, type ReadStory } from './read-story-files.ts';
import { describeAssetFileFault, storeAssetFiles } from './store-asset-files.ts';

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
  const story = await read(folder);
  const { project, problems } = story;
  if (problems.length > 0) throw createFolderProblem(problems);
  const pendingFiles = await storeAssetFiles(story, {
    fileStore,
    hash: null,
    root: folder,
    limits,
    progress,
    cancelled,
    onError(error, path) {
      throw describeFileProblem(error, path);
    },
  });
  const records = [...project.records()].map((record) => (record.kind === 'project' && name !== undefined ? { ...record, name } : record));
  return { records, pendingFiles, notes: [] };
}

function describeFileProblem(error: unknown, path: string): unknown {
  const fault = describeAssetFileFault(error);
  if (!fault) return error;
  return new Problem(
    error instanceof Problem ? error.code : 'invalid',
    message('storyFolder.problem.ofFile', { path: verbatim(path), fault }),
    { cause: error },
  );
}
