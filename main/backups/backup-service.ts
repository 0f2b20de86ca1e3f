/** The backups of a data folder: creates, lists, prunes, compares, exports and restores them, one job at a time. */
import { isAbsolute, join } from 'node:path';
import type {
  Backup,
  BackupReason,
  BackupSettings,
  BackupSource,
  BackupStatus,
  ProjectComparison,
  WrittenBackup,
} from '../../shared/contracts/backups.ts';
import { type Environment, formatIsoTime } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../shared/problem.ts';
import { closingProblem } from '../platform/closing-problem.ts';
import { assetFolderIn, databaseFileIn } from '../platform/data-folder.ts';
import { toDiskProblem } from '../platform/disk-error.ts';
import { errorCodeOf, errorMessageOf } from '../platform/errors.ts';
import { JobQueue } from '../platform/job-queue.ts';
import { type BackupContent, findListedBackup, openBackupFile, openListedBackup, writeBackupFile } from './backup-content.ts';
import {
  BackupFolder,
  backupFolderOf,
  readBackupSettings,
  readKnownBackupSettings,
  totalBackupBytes,
  writeBackupSettings,
} from './backup-folder.ts';
import { type BackupManifest, databaseName, describeBackup } from './backup-manifest.ts';
import { type CurrentProjects, compareBackup } from './compare-backup.ts';
import { type BackupInput, createBackup, withBackupDraft } from './create-backup.ts';
import { pruneBackups, sortNewestFirst } from './prune-backups.ts';
import { type RestoredProject, type RestoreProjectOptions, restoreProject } from './restore-project.ts';

export type BackupProgress = Pick<BackupInput, 'progress' | 'throwIfCancelled'>;

interface BackupServiceDeps {
  readonly dataFolder: string;
  readonly environment: Environment;
  readonly current: CurrentProjects;
}

export class BackupService {
  readonly #dataFolder: string;
  readonly #environment: Environment;
  readonly #current: CurrentProjects;
  readonly #jobs = new JobQueue();
  readonly #closing = new AbortController();

  constructor({ dataFolder, environment, current }: BackupServiceDeps) {
    this.#dataFolder = dataFolder;
    this.#environment = environment;
    this.#current = current;
  }

  /** Newest first; those dated in the future come last. */
  async list(): Promise<Backup[]> {
    return (await this.#listNewestFirst()).map(describeBackup);
  }

  /**
   * Makes a backup of all projects, and removes those that need not be kept. Throws a Problem `store` with the reason if the backup could
   * not be written.
   */
  create(reason: BackupReason, progress: BackupProgress = {}): Promise<WrittenBackup> {
    const folder = this.#folder();
    return this.#run(folder.path, async () => {
      const manifest = await createBackup(folder, this.#inputFor(reason, progress));
      const settings = readKnownBackupSettings(this.#dataFolder);
      if (settings) await thinFolder(folder, settings.maxBytes, this.#environment.now());
      return { file: folder.pathOf(manifest.id), bytes: describeBackup(manifest).bytes, projects: manifest.projects.length };
    });
  }

  /** Writes all projects, or one, to a file. */
  createFile(file: string, onlyProject: string | undefined, progress: BackupProgress = {}): Promise<WrittenBackup> {
    assertAbsolute(file);
    const folder = this.#folder();
    const dataFolder = this.#dataFolder;
    return this.#run(file, () =>
      withBackupDraft(folder, { ...this.#inputFor('manual', progress), onlyProject }, async (draft, manifest) =>
        writeAndClose(openListedBackup(folder, manifest, { dataFolder, database: join(draft, databaseName) }), manifest, file, progress),
      ),
    );
  }

  /** Writes a listed backup to a file. */
  exportToFile(id: string, file: string, progress: BackupProgress = {}): Promise<WrittenBackup> {
    assertAbsolute(file);
    const folder = this.#folder();
    return this.#run(file, async () => {
      const manifest = await findListedBackup(folder, id);
      return writeAndClose(openListedBackup(folder, manifest, { dataFolder: this.#dataFolder }), manifest, file, progress);
    });
  }

  compare(source: BackupSource): Promise<ProjectComparison[]> {
    return this.#withSource(source, (content) => compareBackup(content, this.#current));
  }

  readProject(source: BackupSource, options: Omit<RestoreProjectOptions, 'dataFolder'>): Promise<RestoredProject> {
    return this.#withSource(source, (content) => restoreProject(content, { ...options, dataFolder: this.#dataFolder }));
  }

  /** Whether the newest backup contains the current state of the projects. */
  async isUpToDate(): Promise<boolean> {
    const [newest] = await this.#listNewestFirst();
    const projects = this.#current.list();
    if (!newest) return projects.length === 0;
    const backedUp = new Map(newest.projects.map((project) => [project.hash, project]));
    return (
      backedUp.size === projects.length &&
      projects.every(({ hash }) => {
        const { version, updatedAt } = this.#current.versionOf(hash);
        const found = backedUp.get(hash);
        return found?.version === version && formatIsoTime(found.updated) === updatedAt;
      })
    );
  }

  async status(): Promise<BackupStatus> {
    const settings = readBackupSettings(this.#dataFolder);
    const folder = new BackupFolder(backupFolderOf(this.#dataFolder, settings));
    const [{ manifests }, sizes] = [await folder.list(), await folder.measureFiles()];
    return { ...settings, path: folder.path, usedBytes: totalBackupBytes(manifests, sizes) };
  }

  /** Changes the given settings; the others keep their values. */
  async configure(changes: { [K in keyof BackupSettings]?: BackupSettings[K] | undefined }): Promise<BackupStatus> {
    const before = readBackupSettings(this.#dataFolder);
    const { folder = before.folder, maxBytes = before.maxBytes } = changes;
    await this.#run(folder ?? this.#dataFolder, async () => {
      await writeBackupSettings(this.#dataFolder, { folder, maxBytes });
      await thinFolder(this.#folder(), maxBytes, this.#environment.now());
    });
    return this.status();
  }

  /** Stops the running job, and resolves when it has ended; further ones are rejected. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#jobs.whenIdle();
  }

  async #listNewestFirst(): Promise<BackupManifest[]> {
    return sortNewestFirst((await this.#folder().list()).manifests, this.#environment.now());
  }

  /** The folder of backups according to the current settings. */
  #folder(): BackupFolder {
    return new BackupFolder(backupFolderOf(this.#dataFolder));
  }

  #inputFor(reason: BackupReason, { progress, throwIfCancelled }: BackupProgress): BackupInput {
    return {
      database: databaseFileIn(this.#dataFolder),
      assetFolder: assetFolderIn(this.#dataFolder),
      environment: this.#environment,
      reason,
      ...(progress && { progress }),
      signal: this.#closing.signal,
      throwIfCancelled: () => {
        this.#throwIfClosing();
        throwIfCancelled?.();
      },
    };
  }

  #throwIfClosing(): void {
    if (this.#closing.signal.aborted) throw closingProblem();
  }

  /** Runs a job after all earlier ones. Errors of the disk become Problems that name `place`. */
  #run<T>(place: string, job: () => Promise<T>): Promise<T> {
    return this.#jobs.run(async () => {
      this.#throwIfClosing();
      return job().catch((error: unknown) => {
        throw toBackupProblem(place, error);
      });
    });
  }

  /** Reads a backup. Runs as a job, so that no other job can remove the backup meanwhile. */
  #withSource<T>(source: BackupSource, use: (content: BackupContent) => Promise<T>): Promise<T> {
    const folder = this.#folder();
    return this.#run(folder.path, async () => {
      const content = await openBackupSource(source, folder, this.#dataFolder);
      return use(content).finally(() => content.close());
    });
  }
}

async function writeAndClose(
  content: BackupContent,
  manifest: BackupManifest,
  file: string,
  progress: BackupProgress,
): Promise<WrittenBackup> {
  const bytes = await writeBackupFile(content, file, progress).finally(() => content.close());
  return { file, bytes, projects: manifest.projects.length };
}

/** Opens a listed backup or a file. */
export const openBackupSource = async (source: BackupSource, folder: BackupFolder, dataFolder: string): Promise<BackupContent> =>
  'file' in source
    ? openBackupFile(source.file, dataFolder)
    : openListedBackup(folder, await findListedBackup(folder, source.id), { dataFolder });

/** Removes the backups that need not be kept, and then the files that only they contained. */
async function thinFolder(folder: BackupFolder, maxBytes: number, now: number): Promise<void> {
  const { manifests, unreadable } = await folder.list();
  const sizes = await folder.measureFiles();
  const retained = pruneBackups<BackupManifest>(manifests, now, { maxBytes, bytesOf: (backups) => totalBackupBytes(backups, sizes) });
  const keptIds = new Set(retained.map(({ id }) => id));
  const removed = manifests.filter(({ id }) => !keptIds.has(id));
  for (const { id } of removed) await folder.remove(id);
  // It is not known which files an unreadable backup contains, so files that seem unused may belong to it.
  if (unreadable.length === 0) await folder.removeUnusedFiles(retained);
}

function assertAbsolute(file: string): void {
  if (!isAbsolute(file)) throw invalidFieldProblem('file', message('fault.file.absolutePath'));
}

/**
 * An error of the disk becomes a Problem that names the place (the folder or the file) and what to do. Any other error is a bug and
 * returned unchanged.
 */
export function toBackupProblem(place: string, error: unknown): unknown {
  if (error instanceof Problem) return error;
  const code = errorCodeOf(error) ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL')
    return new Problem('store', message('backup.problem.diskFull', { place }), { cause: error });
  if (code === 'ENAMETOOLONG') return toDiskProblem(error, place);
  if (!/^(?:E[A-Z]+|SQLITE_\w+)$/.test(code)) return error;
  const reason = errorMessageOf(error);
  return new Problem('store', message('backup.problem.notWritten', { place, reason }), { cause: error });
}
