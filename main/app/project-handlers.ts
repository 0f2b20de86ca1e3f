/** Handlers of the calls that create, read, change and remove projects. */
import type { CreatedProject } from '../../shared/contracts/ipc/results.ts';
import type { Environment } from '../../shared/environment.ts';
import { projectRecordId } from '../../shared/model/kinds/project.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { UploadLimits } from '../assets/receive-upload.ts';
import type { Engine } from '../engine/engine.ts';
import { createImportedProject } from '../importers/create-imported-project.ts';
import { importSource } from '../importers/import-source.ts';
import { type ImportedStoryWithFiles, importTemplate } from '../importers/import-with-files.ts';
import { prepareLargeImport } from '../importers/large-import.ts';
import { withEagerGc } from '../platform/eager-gc.ts';
import type { ProjectHandlers } from './handler-types.ts';
import type { JobRegistry } from './job-registry.ts';
import { openProjectFirst } from './open-project-first.ts';
import { ProjectOverviews } from './project-overviews.ts';
import { SnapshotCursors } from './snapshot-cursors.ts';

interface ProjectHandlerDeps {
  readonly engine: Engine;
  readonly fileStore: FileStore;
  readonly jobs: JobRegistry;
  readonly environment: Environment;
  /** The limits of the plan for the files of a new project. */
  readonly getUploadLimits: () => UploadLimits;
  /** Called before a large import creates its project. */
  readonly backUpBeforeImport: () => Promise<void>;
  /** (I28) With `discard`, removes the project even if its remote lacks some of its changes. */
  readonly removeProject: (hash: string, options: { readonly discard: boolean }) => void;
  /** Called when the user has opened the project. */
  readonly markInUse: (hash: string) => void;
}

export function createProjectHandlers({
  engine,
  fileStore,
  jobs,
  environment,
  getUploadLimits,
  backUpBeforeImport,
  removeProject,
  markInUse,
}: ProjectHandlerDeps): ProjectHandlers {
  const cursors = new SnapshotCursors(engine, environment);
  const overviews = new ProjectOverviews(engine);
  const whenOpen = openProjectFirst(engine);
  const createProject = (story: ImportedStoryWithFiles, throwIfCancelled?: () => void): Promise<CreatedProject> =>
    createImportedProject({ engine, fileStore }, story, { throwIfCancelled });

  return {
    'project.list': () => engine.listProjects(),
    'project.overview': ({ hash }) => overviews.read(hash),
    'project.create': async ({ template, name }) => createProject(await importTemplate(template, { fileStore, environment, name })),
    'project.import': async ({ source, name, repair, job }) =>
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
    'project.rename': whenOpen(({ hash, name }) => {
      engine.execute(hash, { do: 'change', kind: 'project', id: projectRecordId, fields: { name } }, 'user');
      return null;
    }),
    'project.remove': ({ hash, discard = false }) => {
      removeProject(hash, { discard });
      return null;
    },
    'project.read': whenOpen(({ hash, inPieces }) => {
      markInUse(hash);
      return inPieces ? cursors.open(hash) : engine.createSnapshot(hash);
    }),
    'project.readNext': ({ reading }) => cursors.next(reading),
    'project.send': whenOpen(({ hash, command }) => engine.execute(hash, command, 'user')),
    'project.undo': whenOpen(({ hash }) => engine.undo(hash)),
    'project.redo': whenOpen(({ hash }) => engine.redo(hash)),
    'project.locales': whenOpen(({ hash }) => [...engine.getProject(hash).projectRecord.locales]),
  };
}
