/** The backups of a data folder: creates, lists, prunes, compares, exports and restores them, one job at a time. */
import { isAbsolute, join } from 'node:path';
import type { Backup, BackupReason, BackupSource, BackupStatus, ProjectComparison, WrittenBackup } from '../../shared/contracts/backups.ts';
import type { CallInput } from '../../shared/contracts/ipc/call-types.ts';
import { type Environment, formatIsoTime } from '../../shared/environment.ts';
import { type Message, message, verbatim } from '../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../shared/problem.ts';
import { closingProblem } from '../platform/closing-problem.ts';
import { assetFolderIn, databaseFileIn } from '../platform/data-folder.ts';
import { describeDiskError, diskFaultOf, isDiskFull, toDiskProblem } from '../platform/disk-error.ts';
import { describeError, errorCodeOf, errorMessageOf } from '../platform/errors.ts';
import { JobQueue } from '../platform/job-queue.ts';
import { waitWithTimeout } from '../platform/timer.ts';
import { writeFailureReason } from '../platform/user-file.ts';
import { type BackupContent, findListedBackup, openBackupFile, openListedBackup, writeBackupFile } from './backup-content.ts';
import { BackupFolder, readBackupSettings, readKnownBackupSettings, totalBackupBytes, writeBackupSettings } from './backup-folder.ts';
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
  readonly log: (line: string) => void;
}

/** Milliseconds for which closing waits for a disk. */
const closeTimeout = 5000;

export class BackupService {
  readonly #dataFolder: string;
  readonly #environment: Environment;
  readonly #current: CurrentProjects;
  readonly #log: (line: string) => void;
  readonly #jobs = new JobQueue();
  readonly #closing = new AbortController();
  /** Rejects when closing no longer waits for a job. */
  readonly #isGivenUp: Promise<never>;
  #giveUp: () => void = () => undefined;

  constructor({ dataFolder, environment, current, log }: BackupServiceDeps) {
    this.#dataFolder = dataFolder;
    this.#environment = environment;
    this.#current = current;
    this.#log = log;
    this.#isGivenUp = new Promise((_, reject) => {
      this.#giveUp = () => reject(closingProblem());
    });
    this.#isGivenUp.catch(() => undefined);
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
    return this.#run(async (folder) => {
      const manifest = await createBackup(folder, this.#inputFor(reason, progress));
      const settings = readKnownBackupSettings(this.#dataFolder);
      const notThinned = settings ? await this.#thin(folder, settings.maxBytes) : null;
      return { file: folder.pathOf(manifest.id), bytes: describeBackup(manifest).bytes, projects: manifest.projects.length, notThinned };
    });
  }

  /** Writes all projects, or one, to a file. */
  createFile(file: string, onlyProject: string | undefined, progress: BackupProgress = {}): Promise<WrittenBackup> {
    assertAbsolute(file);
    const dataFolder = this.#dataFolder;
    const input = this.#inputFor('manual', progress);
    return this.#run(
      (folder) =>
        withBackupDraft(folder, { ...input, onlyProject }, async (draft, manifest) =>
          writeAndClose(openListedBackup(folder, manifest, { dataFolder, database: join(draft, databaseName) }), manifest, file, input),
        ),
      file,
    );
  }

  /** Writes a listed backup to a file. */
  exportToFile(id: string, file: string, progress: BackupProgress = {}): Promise<WrittenBackup> {
    assertAbsolute(file);
    return this.#run(async (folder) => {
      const manifest = await findListedBackup(folder, id);
      const content = openListedBackup(folder, manifest, { dataFolder: this.#dataFolder });
      return writeAndClose(content, manifest, file, this.#inputFor('manual', progress));
    }, file);
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
    const folder = new BackupFolder(this.#dataFolder, settings);
    const [{ manifests }, sizes] = [await folder.list(), await folder.measureFiles()];
    return { ...settings, path: folder.path, isMissing: !(await folder.isPresent()), usedBytes: totalBackupBytes(manifests, sizes) };
  }

  /** Changes the given settings; the others keep their values. `force`: the folder is taken over from another data folder. */
  async configure({ force, ...changes }: CallInput<'backup.configure'>): Promise<BackupStatus> {
    await this.#run(async () => {
      // An earlier job may have changed the others.
      const before = readBackupSettings(this.#dataFolder);
      const { folder = before.folder, maxBytes = before.maxBytes } = changes;
      const isChosen = changes.folder !== undefined;
      await writeBackupSettings(this.#dataFolder, { folder, maxBytes }, { isChosen, force: force === true }).catch((error: unknown) => {
        throw toBackupProblem(folder ?? this.#dataFolder, error);
      });
      const chosen = this.#folder();
      if (await chosen.isOwn()) await this.#thin(chosen, maxBytes);
    });
    return this.status();
  }

  /** Stops the running job as soon as its disk lets it; further ones are rejected. */
  stop(): void {
    this.#closing.abort();
  }

  /**
   * Stops the running job, and resolves when it has ended, or when its disk has not responded for `closeTimeout`: the job is rejected then,
   * and leaves what it has written to the next backup.
   */
  async close(): Promise<void> {
    this.stop();
    await waitWithTimeout(closeTimeout, this.#jobs.whenIdle());
    this.#giveUp();
  }

  async #listNewestFirst(): Promise<BackupManifest[]> {
    return sortNewestFirst((await this.#folder().list()).manifests, this.#environment.now());
  }

  /** The folder of backups according to the current settings. */
  #folder(): BackupFolder {
    return new BackupFolder(this.#dataFolder);
  }

  #inputFor(reason: BackupReason, { progress, throwIfCancelled }: BackupProgress): BackupInput {
    return {
      database: databaseFileIn(this.#dataFolder),
      assetFolder: assetFolderIn(this.#dataFolder),
      environment: this.#environment,
      reason,
      ...(progress && { progress }),
      signal: this.#closing.signal,
      log: this.#log,
      throwIfCancelled: () => {
        this.#throwIfClosing();
        throwIfCancelled?.();
      },
    };
  }

  #throwIfClosing(): void {
    if (this.#closing.signal.aborted) throw closingProblem();
  }

  /** Runs a job after all earlier ones, which may change the folder. Errors of the disk become Problems that name `file`, or the folder. */
  #run<T>(job: (folder: BackupFolder) => Promise<T>, file?: string): Promise<T> {
    const result = this.#jobs.run(async () => {
      this.#throwIfClosing();
      const folder = this.#folder();
      return job(folder).catch((error: unknown) => {
        throw toBackupProblem(file ?? folder.path, error);
      });
    });
    return Promise.race([result, this.#isGivenUp]);
  }

  /** Removes the backups that need not be kept. Returns why it could not remove all of them, if so: the next backup tries again. */
  async #thin(folder: BackupFolder, maxBytes: number): Promise<Message | null> {
    const release = folder.lockForRemoval();
    if (!release) {
      this.#log('No backup was removed, because another process restores one');
      return null;
    }
    try {
      await thinFolder(folder, maxBytes, this.#environment.now());
      return null;
    } catch (error) {
      this.#log(`Backups that need not be kept were not removed: ${describeError(error)}`);
      const reason = describeDiskError(error, folder.path) ?? verbatim(errorMessageOf(error));
      return message('backup.problem.notThinned', { reason });
    } finally {
      release();
    }
  }

  /** Reads a backup. Runs as a job, so that no other job can remove the backup meanwhile. */
  #withSource<T>(source: BackupSource, use: (content: BackupContent) => Promise<T>): Promise<T> {
    return this.#run(async (folder) => {
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
  return { file, bytes, projects: manifest.projects.length, notThinned: null };
}

/** Opens a listed backup or a file. */
export const openBackupSource = async (source: BackupSource, folder: BackupFolder, dataFolder: string): Promise<BackupContent> =>
  'file' in source
    ? openBackupFile(source.file, dataFolder)
    : openListedBackup(folder, await findListedBackup(folder, source.id), { dataFolder });

/**
 * Removes the backups that need not be kept, and then the files that only they contained. Throws the first error after it has removed what it
 * can; a backup that it could not remove keeps its files.
 */
async function thinFolder(folder: BackupFolder, maxBytes: number, now: number): Promise<void> {
  const { manifests, unreadable } = await folder.list();
  const sizes = await folder.measureFiles();
  const retained = pruneBackups<BackupManifest>(manifests, now, { maxBytes, bytesOf: (backups) => totalBackupBytes(backups, sizes) });
  const keptIds = new Set(retained.map(({ id }) => id));
  const removed = manifests.filter(({ id }) => !keptIds.has(id));
  const removalErrors: unknown[] = [];
  const remaining = [...retained];
  for (const manifest of removed)
    await folder.remove(manifest.id).catch((error: unknown) => {
      removalErrors.push(error);
      remaining.push(manifest);
    });
  // It is not known which files an unreadable backup contains, so files that seem unused may belong to it.
  const fileErrors = unreadable.length === 0 ? await folder.removeUnusedFiles(remaining) : [];
  const errors = [...removalErrors, ...fileErrors];
  if (errors.length > 0) throw errors[0];
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
  if (isDiskFull(error)) return new Problem('store', message('backup.problem.diskFull', { place }), { cause: error });
  if (diskFaultOf(error) === 'nameTooLong') return toDiskProblem(error, place);
  if (!/^(?:E[A-Z]+|SQLITE_\w+)$/.test(code)) return error;
  const reason = writeFailureReason(error);
  return new Problem('store', message('backup.problem.notWritten', { place, reason }), { cause: error });
}
