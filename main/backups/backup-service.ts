/** The backups of a data folder: makes, lists, thins, compares, exports and restores them. One job at a time. */
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
import { assetFolderIn, databaseFileIn } from '../platform/data-folder.ts';
import { errorCodeOf } from '../platform/errors.ts';
import { JobQueue } from '../platform/job-queue.ts';
import { type BackupContent, findListedBackup, openListedBackup } from './backup-content.ts';
import { openBackupFile, writeBackupFile } from './backup-file.ts';
import { BackupFolder, totalBackupBytes } from './backup-folder.ts';
import { type BackupManifest, databaseName, describeBackup } from './backup-manifest.ts';
import { backupFolderOf, readBackupSettings, writeBackupSettings } from './backup-settings.ts';
import { type CurrentProjects, compareBackup } from './compare-backup.ts';
import { type BackupInput, createBackup, withBackupDraft } from './create-backup.ts';
import { pruneBackups } from './prune-backups.ts';
import { type RestoredProject, type RestoreProjectOptions, restoreProject } from './restore-project.ts';

export type BackupProgress = Pick<BackupInput, 'progress' | 'throwIfCancelled'>;

export interface BackupService {
  /** Newest first. */
  list(): Promise<Backup[]>;
  /** Makes a backup of all projects, and removes those that are no longer kept. Throws a Problem `store` that says why it could not be written. */
  create(reason: BackupReason, progress?: BackupProgress): Promise<WrittenBackup>;
  /** Writes all projects, or one, to a file. */
  createFile(file: string, onlyProject: string | undefined, progress?: BackupProgress): Promise<WrittenBackup>;
  /** Writes a backup of the list to a file. */
  exportToFile(id: string, file: string, progress?: BackupProgress): Promise<WrittenBackup>;
  compare(source: BackupSource): Promise<ProjectComparison[]>;
  readProject(source: BackupSource, options: RestoreProjectOptions): Promise<RestoredProject>;
  /** Whether the newest backup contains the projects as they are now. */
  isUpToDate(): Promise<boolean>;
  status(): Promise<BackupStatus>;
  /** Only the given settings change. */
  configure(settings: { [K in keyof BackupSettings]?: BackupSettings[K] | undefined }): Promise<BackupStatus>;
  /** Resolves when the running job has ended; further ones are rejected. */
  close(): Promise<void>;
}

interface BackupServiceDeps {
  readonly dataFolder: string;
  readonly environment: Environment;
  readonly current: CurrentProjects;
}

export function openBackupService({ dataFolder, environment, current }: BackupServiceDeps): BackupService {
  const jobs = new JobQueue();
  let isClosing = false;
  const folderNow = (): BackupFolder => new BackupFolder(backupFolderOf(dataFolder));
  const inputFor = (reason: BackupReason, { progress, throwIfCancelled }: BackupProgress): BackupInput => ({
    database: databaseFileIn(dataFolder),
    assetFolder: assetFolderIn(dataFolder),
    environment,
    reason,
    ...(progress && { progress }),
    throwIfCancelled() {
      throwIfClosing();
      throwIfCancelled?.();
    },
  });
  function throwIfClosing(): void {
    if (isClosing) throw new Problem('busy', message('problem.app.closing'));
  }
  const run = <T>(place: string, job: () => Promise<T>): Promise<T> =>
    jobs.run(async () => {
      throwIfClosing();
      return job().catch((error: unknown) => {
        throw toBackupProblem(place, error);
      });
    });

  const withSource = <T>(source: BackupSource, use: (content: BackupContent) => Promise<T>): Promise<T> => {
    const folder = folderNow();
    // One at a time with the jobs that remove backups.
    return run(folder.path, async () => {
      const content = await openSource(source, folder);
      return use(content).finally(() => content.close());
    });
  };

  const service: BackupService = {
    list: async () => (await folderNow().list()).manifests.map(describeBackup),
    create(reason, progress = {}) {
      const folder = folderNow();
      return run(folder.path, async () => {
        const manifest = await createBackup(folder, inputFor(reason, progress));
        await thinFolder(folder, readBackupSettings(dataFolder).maxBytes, environment.now());
        return { file: folder.pathOf(manifest.id), bytes: describeBackup(manifest).bytes, projects: manifest.projects.length };
      });
    },
    createFile(file, onlyProject, progress = {}) {
      assertAbsolute(file);
      const folder = folderNow();
      return run(file, () =>
        withBackupDraft(folder, { ...inputFor('manual', progress), onlyProject }, async (draft, manifest) => {
          const content = await openListedBackup(folder, manifest, join(draft, databaseName));
          const bytes = await writeBackupFile(content, file, progress).finally(() => content.close());
          return { file, bytes, projects: manifest.projects.length };
        }),
      );
    },
    exportToFile(id, file, progress = {}) {
      assertAbsolute(file);
      const folder = folderNow();
      return run(file, async () => {
        const manifest = await findListedBackup(folder, id);
        const content = await openListedBackup(folder, manifest);
        const bytes = await writeBackupFile(content, file, progress).finally(() => content.close());
        return { file, bytes, projects: manifest.projects.length };
      });
    },
    compare: (source) => withSource(source, (content) => compareBackup(content, current)),
    readProject: (source, options) => withSource(source, (content) => restoreProject(content, options)),
    async isUpToDate() {
      const [newest] = (await folderNow().list()).manifests;
      const projects = current.list();
      if (!newest) return projects.length === 0;
      const backedUp = new Map(newest.projects.map((project) => [project.hash, project]));
      return (
        backedUp.size === projects.length &&
        projects.every(({ hash }) => {
          const { version, updatedAt } = current.versionOf(hash);
          const found = backedUp.get(hash);
          return found?.version === version && formatIsoTime(found.updated) === updatedAt;
        })
      );
    },
    async status() {
      const settings = readBackupSettings(dataFolder);
      const folder = new BackupFolder(backupFolderOf(dataFolder, settings));
      const [{ manifests }, sizes] = [await folder.list(), await folder.measureFiles()];
      return { ...settings, path: folder.path, usedBytes: totalBackupBytes(manifests, sizes) };
    },
    async configure(changes) {
      const before = readBackupSettings(dataFolder);
      const { folder = before.folder, maxBytes = before.maxBytes } = changes;
      const settings = { folder, maxBytes };
      await run(settings.folder ?? dataFolder, async () => {
        await writeBackupSettings(dataFolder, settings);
        await thinFolder(folderNow(), settings.maxBytes, environment.now());
      });
      return service.status();
    },
    async close() {
      isClosing = true;
      await jobs.whenIdle();
    },
  };
  return service;
}

/** Opens a backup of the list or a file. */
export const openSource = async (source: BackupSource, folder: BackupFolder): Promise<BackupContent> =>
  'file' in source ? openBackupFile(source.file) : openListedBackup(folder, await findListedBackup(folder, source.id));

/** Removes the backups that are not kept, and then the files that only they contained. */
async function thinFolder(folder: BackupFolder, maxBytes: number, now: number): Promise<void> {
  const { manifests, unreadable } = await folder.list();
  const sizes = await folder.measureFiles();
  const retained = pruneBackups<BackupManifest>(manifests, now, { maxBytes, bytesOf: (backups) => totalBackupBytes(backups, sizes) });
  const keptIds = new Set(retained.map(({ id }) => id));
  const removed = manifests.filter(({ id }) => !keptIds.has(id));
  for (const { id } of removed) await folder.remove(id);
  // What a backup contains that cannot be read is unknown, so its files may be among those that seem unused.
  if (unreadable.length === 0) await folder.removeUnusedFiles(retained);
}

function assertAbsolute(file: string): void {
  if (!isAbsolute(file)) throw invalidFieldProblem('file', message('fault.file.absolutePath'));
}

/** Errors of the disk name the place (the folder or the file) and what to do; any other error is a bug. */
export function toBackupProblem(place: string, error: unknown): unknown {
  if (error instanceof Problem) return error;
  const code = errorCodeOf(error) ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL')
    return new Problem('store', message('backup.problem.diskFull', { place }), { cause: error });
  if (!/^(?:E[A-Z]+|SQLITE_\w+)$/.test(code)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new Problem('store', message('backup.problem.notWritten', { place, reason }), { cause: error });
}
