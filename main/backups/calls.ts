/** Handlers of the calls for backups. */
import type { CallInput, HandlersFor } from '../../shared/contracts/ipc/call-types.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { Engine } from '../engine/engine.ts';
import { createImportedProject } from '../importers/create-imported-project.ts';
import type { JobControl, JobRegistry } from '../platform/job-registry.ts';
import { assertWritable } from '../platform/user-file.ts';
import type { SafetyBackups } from './automatic-backups.ts';
import type { BackupProgress, BackupService } from './backup-service.ts';

interface BackupHandlerDeps {
  readonly dataFolder: string | null;
  /** null if the projects are only in memory. */
  readonly backups: BackupService | null;
  readonly safetyBackups: SafetyBackups;
  readonly engine: Engine;
  readonly fileStore: FileStore;
  readonly jobs: JobRegistry;
}

export function createBackupHandlers({
  dataFolder,
  backups,
  safetyBackups,
  engine,
  fileStore,
  jobs,
}: BackupHandlerDeps): HandlersFor<'backup'> {
  const service = (): BackupService => {
    if (!backups) throw new Problem('folder', message('backup.problem.needsDataFolder'));
    return backups;
  };
  const progressOf = ({ reportProgress, throwIfCancelled }: JobControl): BackupProgress => ({ progress: reportProgress, throwIfCancelled });

  async function restore({ source, project, name }: CallInput<'backup.restore'>, job: JobControl) {
    const { reportProgress, isCancelled, throwIfCancelled } = job;
    const { notes, ...parts } = await service().readProject(source, { fileStore, project, name, progress: reportProgress, isCancelled });
    // A restore does not change the current data, but the user may want to return to the state before it.
    await safetyBackups.create('beforeRestore');
    return { ...(await createImportedProject({ engine, fileStore }, parts, { throwIfCancelled })), notes };
  }

  return {
    'backup.list': () => service().list(),
    'backup.status': () => service().status(),
    'backup.configure': (settings) => service().configure(settings),
    'backup.create': async ({ hash, file, job }) => {
      if (hash !== undefined) engine.getVersion(hash);
      if (file !== undefined) await assertWritable(file, { dataFolder });
      return jobs.run(job, (control) =>
        file === undefined ? service().create('manual', progressOf(control)) : service().createFile(file, hash, progressOf(control)),
      );
    },
    'backup.export': async ({ id, file, job }) => {
      await assertWritable(file, { dataFolder });
      return jobs.run(job, (control) => service().exportToFile(id, file, progressOf(control)));
    },
    'backup.compare': ({ source }) => service().compare(source),
    'backup.restore': (input) => jobs.run(input.job, (control) => restore(input, control)),
  };
}
