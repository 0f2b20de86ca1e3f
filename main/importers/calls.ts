/** Handlers of the calls that create projects: from a template, or from a file or folder. */
import type { BackendHandlers } from '../../shared/contracts/ipc/call-types.ts';
import type { CreatedProject } from '../../shared/contracts/ipc/results.ts';
import type { Environment } from '../../shared/environment.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { UploadLimits } from '../assets/upload-receiver.ts';
import type { Engine } from '../engine/engine.ts';
import { withEagerGc } from '../platform/eager-gc.ts';
import type { JobRegistry } from '../platform/job-registry.ts';
import { createImportedProject, prepareLargeImport } from './create-imported-project.ts';
import { importSource } from './import-source.ts';
import { type ImportedStoryWithFiles, importTemplate } from './import-with-files.ts';

interface ImportHandlerDeps {
  readonly engine: Engine;
  readonly fileStore: FileStore;
  readonly jobs: JobRegistry;
  readonly environment: Environment;
  /** The limits of the plan for the files of a new project. */
  readonly getUploadLimits: () => UploadLimits;
  /** Called before a large import creates its project. */
  readonly backUpBeforeImport: () => Promise<void>;
}

export function createImportHandlers({
  engine,
  fileStore,
  jobs,
  environment,
  getUploadLimits,
  backUpBeforeImport,
}: ImportHandlerDeps): Pick<BackendHandlers, 'project.create' | 'project.import'> {
  const createProject = (story: ImportedStoryWithFiles, throwIfCancelled?: () => void): Promise<CreatedProject> =>
    createImportedProject({ engine, fileStore }, story, { throwIfCancelled });

  return {
    'project.create': async ({ template, name }) => createProject(await importTemplate(template, { fileStore, environment, name })),
    'project.import': ({ source, name, repair, job }) =>
      jobs.run(job, ({ reportProgress, isCancelled, throwIfCancelled }) =>
        withEagerGc(async () => {
          const story = await importSource(source, {
            environment,
            fileStore,
            limits: getUploadLimits(),
            name,
            repair,
            offersRepair: true,
            progress: reportProgress,
            cancelled: isCancelled,
          });
          await prepareLargeImport(story.records, backUpBeforeImport);
          return { ...(await createProject(story, throwIfCancelled)), notes: story.notes };
        }),
      ),
  };
}
