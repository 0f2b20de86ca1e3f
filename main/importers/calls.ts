/** Handlers of the calls that create projects: from a template, or from a file or folder. */
import { basename } from 'node:path';
import type { BackendHandlers } from '../../shared/contracts/ipc/call-types.ts';
import type { CreatedProject } from '../../shared/contracts/ipc/results.ts';
import type { Environment } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { UploadLimits } from '../assets/upload-receiver.ts';
import type { Engine } from '../engine/engine.ts';
import type { CrashGuard, GuardedWork } from '../platform/crash-guard.ts';
import { withEagerGc } from '../platform/eager-gc.ts';
import type { JobRegistry } from '../platform/job-registry.ts';
import { createImportedProject, prepareLargeImport } from './create-imported-project.ts';
import { importSource } from './import-source.ts';
import { type ImportedStoryWithFiles, type ImportWithFilesOptions, importTemplate } from './import-with-files.ts';
import type { ImportSource } from './read-import-source.ts';

interface ImportHandlerDeps {
  readonly engine: Engine;
  readonly fileStore: FileStore;
  readonly jobs: JobRegistry;
  readonly environment: Environment;
  /** The limits of the plan for the files of a new project. */
  readonly getUploadLimits: () => UploadLimits;
  /** Called before a large import creates its project. */
  readonly backUpBeforeImport: () => Promise<void>;
  readonly crashGuard: CrashGuard;
  /** Reads a folder with a story as text files, which is a format of its own; null if the folder contains no such story. */
  readonly readStoryFolder: (
    folder: string,
    options: Pick<ImportWithFilesOptions, 'fileStore' | 'limits' | 'name' | 'repair' | 'progress' | 'cancelled'>,
  ) => Promise<Omit<ImportedStoryWithFiles, 'name'> | null>;
}

export function createImportHandlers({
  engine,
  fileStore,
  jobs,
  environment,
  getUploadLimits,
  backUpBeforeImport,
  crashGuard,
  readStoryFolder,
}: ImportHandlerDeps): Pick<BackendHandlers, 'project.create' | 'project.import'> {
  const createProject = (story: Omit<ImportedStoryWithFiles, 'name'>, throwIfCancelled?: () => void): Promise<CreatedProject> =>
    createImportedProject({ engine, fileStore }, story, { throwIfCancelled });

  return {
    'project.create': async ({ template, name }) => createProject(await importTemplate(template, { fileStore, environment, name })),
    'project.import': ({ source, name, repair, job }) => {
      const work = importOf(source);
      assertNotCrashing(crashGuard, work);
      return jobs.run(job, ({ reportProgress, isCancelled, throwIfCancelled }) =>
        crashGuard.run(work, () =>
          withEagerGc(async () => {
            const common = { fileStore, limits: getUploadLimits(), name, repair, progress: reportProgress, cancelled: isCancelled };
            const inFolder = 'path' in source ? await readStoryFolder(source.path, common) : null;
            const story =
              inFolder ??
              (await importSource(source, {
                ...common,
                environment,
                offersRepair: true,
              }));
            await prepareLargeImport(story.records, backUpBeforeImport);
            return { ...(await createProject(story, throwIfCancelled)), notes: story.notes };
          }),
        ),
      );
    },
  };
}

/** A file is recognized by its name if it was copied, because each copy has another path. */
const importOf = (source: ImportSource): GuardedWork => ({ kind: 'import', id: source.fileName ?? ('path' in source ? source.path : '') });

/** Throws a Problem, once, if the process has died repeatedly during this import. */
function assertNotCrashing(crashGuard: CrashGuard, work: GuardedWork): void {
  if (!crashGuard.listCrashing('import').includes(work.id)) return;
  crashGuard.forget(work);
  throw new Problem('invalid', message('import.problem.crashing', { file: basename(work.id) }));
}
