/** Reads one project of a backup as records and stored files, from which a new project is created. Does not change the current data. */
import { z } from 'zod';
import { storedFileSchema } from '../../shared/contracts/stored-file.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../shared/model/kinds/project.ts';
import { Project } from '../../shared/model/project.ts';
import { Problem } from '../../shared/problem.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { PendingFile } from '../assets/pending-files.ts';
import { storedFilesStoreName } from '../assets/stored-file-index.ts';
import { noRecordCopies, repairProject } from '../engine/damage/repair-project.ts';
import type { RecordScan } from '../engine/storage/record-scan.ts';
import { openStoredProjects, type StoredProjects } from '../engine/storage/stored-projects.ts';
import type { RecordRow } from '../engine/storage/stored-rows.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import { assertFreeSpace } from '../platform/disk-error.ts';
import { isUnreadableFileError } from '../platform/file-bytes.ts';
import type { BackupContent } from './backup-content.ts';

export interface RestoredProject {
  readonly records: readonly AnyRecord[];
  /** Must be committed together with the records, or discarded. */
  readonly pendingFiles: readonly PendingFile[];
  /** Messages that name the records and files that are missing from the backup or damaged in it. */
  readonly notes: readonly Message[];
}

export interface RestoreProjectOptions {
  readonly fileStore: FileStore;
  /** The data folder with the file store. */
  readonly dataFolder: string;
  /** The hash of the project. Required if the backup contains several. */
  readonly project?: string | undefined;
  /** The name of the new project; by default, its name in the backup. */
  readonly name?: string | undefined;
  readonly progress?: (done: number, total: number) => void;
  readonly isCancelled?: () => boolean;
}

// Rows of later versions may have more fields, which are not needed here.
const fileRowSchema = z.object(storedFileSchema.shape);

/** Throws a Problem if the backup is damaged, or if it is not clear which project is meant. In that case, no file is pending. */
export async function restoreProject(content: BackupContent, options: RestoreProjectOptions): Promise<RestoredProject> {
  const { database, upgraded } = await content.placeDatabase();
  const stored = await openStoredProjects(database, upgraded);
  try {
    const hash = chooseProject(stored, options.project);
    const { records, notes } = healRecords(content, hash, await readAllRecords(stored, hash));
    const { name } = options;
    const renamed = name === undefined ? records : records.map((record) => (record.id === projectRecordId ? { ...record, name } : record));
    const files = await restoreFiles(content, stored, hash, options);
    return { ...files, records: renamed, notes: [...notes, ...files.notes] };
  } finally {
    stored.close();
  }
}

function chooseProject(stored: StoredProjects, requested: string | undefined): string {
  if (requested !== undefined) {
    if (stored.hashes.includes(requested)) return requested;
    throw new Problem('notFound', message('backup.problem.projectNotInBackup', { hash: requested }));
  }
  const [only, ...more] = stored.hashes;
  if (only === undefined) throw new Problem('invalid', message('backup.problem.empty'));
  if (more.length === 0) return only;
  const list = stored.hashes.map((hash) => `${hash} (${stored.nameOf(hash)})`).join(', ');
  throw new Problem('invalid', message('backup.problem.severalProjects', { list }));
}

export async function readAllRecords(stored: StoredProjects, hash: string): Promise<RecordScan> {
  const yielder = new CooperativeYielder();
  const intact: AnyRecord[] = [];
  const damaged: RecordRow[] = [];
  for (const record of stored.readRecords(hash, (row) => damaged.push(row))) {
    intact.push(record);
    await yielder.yieldIfNeeded();
  }
  return { intact, damaged };
}

/** The intact records of a damaged project. Throws a Problem `invalid` if the project cannot exist without one of the damaged ones. */
function healRecords(
  { manifest }: BackupContent,
  hash: string,
  { intact, damaged }: RecordScan,
): Pick<RestoredProject, 'records' | 'notes'> {
  if (damaged.length === 0) return { records: intact, notes: [] };
  const project = new Project(intact);
  try {
    const { records, dependents } = repairProject({ hash, project, damaged, missing: [] }, noRecordCopies);
    const count = records.length + dependents.length;
    return { records: [...project.records()], notes: [message('backup.recordsDamaged', { count })] };
  } catch (error) {
    throw new Problem('invalid', message('backup.problem.damaged', { name: manifest.id }), { cause: error });
  }
}

/**
 * The files keep their stored names, so the records need not be changed. Limits of a plan do not apply to files that were stored before.
 */
async function restoreFiles(
  content: BackupContent,
  stored: StoredProjects,
  hash: string,
  { fileStore, dataFolder, progress, isCancelled }: RestoreProjectOptions,
): Promise<Omit<RestoredProject, 'records'>> {
  const found = stored.listValues(storedFilesStoreName, `${hash}/`).map((row) => fileRowSchema.safeParse(row));
  const rows = found.flatMap(({ data }) => data ?? []);
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  const sizes = new Map(rows.map(({ sha256, bytes }) => [sha256, bytes]));
  assertFreeSpace(
    dataFolder,
    [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0),
  );
  const pendingFiles: PendingFile[] = [];
  const damaged = found.length - rows.length;
  const notes: Message[] = damaged > 0 ? [message('backup.recordsDamaged', { count: damaged })] : [];
  let done = 0;
  try {
    for (const { file, name, type, bytes, sha256 } of rows) {
      const pending = await fileStore
        .storePending(null, {
          name,
          type,
          storedName: file,
          bytes: content.readFile(sha256),
          limits: { fileBytes: null, projectBytes: null, imagePixels: Number.POSITIVE_INFINITY },
          cancelled: isCancelled,
        })
        .catch((error: unknown) => {
          if (isAboutContent(error)) return undefined;
          throw error;
        });
      if (pending?.stored.sha256 === sha256) pendingFiles.push(pending);
      else notes.push(message('backup.fileNotRestored', { name }));
      if (pending && pending.stored.sha256 !== sha256) fileStore.discard([pending]);
      done += bytes;
      progress?.(done, total);
    }
    return { pendingFiles, notes };
  } catch (error) {
    fileStore.discard(pendingFiles);
    throw error;
  }
}

/**
 * Whether the backup lacks the file, contains other bytes, or cannot be read there. Any other error, such as one of the disk that is written to, ends the restore.
 */
const isAboutContent = (error: unknown): boolean => (error instanceof Problem ? error.code === 'invalid' : isUnreadableFileError(error));
