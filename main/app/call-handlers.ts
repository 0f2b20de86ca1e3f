/** The handlers of all calls of shared/contracts/ipc/calls.ts. Their inputs have been parsed. */

import type { ExporterId } from '../../shared/contracts/exporters.ts';
import type { BackendHandlers } from '../../shared/contracts/ipc/call-types.ts';
import type { CreatedProject } from '../../shared/contracts/ipc/results.ts';
import type { Environment } from '../../shared/environment.ts';
import { PROJECT_RECORD_ID } from '../../shared/model/kinds/project.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { UploadLimits } from '../assets/receive-upload.ts';
import type { TargetService } from '../delivery/target-service.ts';
import type { Engine } from '../engine/engine.ts';
import { checkStoryInSteps } from '../exporters/checks/check-story.ts';
import { groupFindings } from '../exporters/checks/group-findings.ts';
import { createExampleProject } from '../exporters/create-example-project.ts';
import { describeDocuments } from '../exporters/documents.ts';
import { describeExporters, getExporter } from '../exporters/exporters.ts';
import { importSource } from '../importers/import-source.ts';
import { type ImportedStoryWithFiles, importTemplate } from '../importers/import-with-files.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import type { SyncController } from '../sync/service/sync-controller.ts';
import { createImportedProject } from './create-imported-project.ts';
import { exportDocument } from './export-document.ts';
import type { ExportSnapshots } from './export-snapshots.ts';
import { exportProjectFile, exportToFile } from './export-to-file.ts';
import type { JobRegistry } from './job-registry.ts';
import { openProjectFirst } from './open-project-first.ts';
import { ProjectOverviews } from './project-overviews.ts';
import { SnapshotCursors } from './snapshot-cursors.ts';

/** An import of more records is preceded by a backup. */
const recordsOfLargeImport = 1000;

interface CallHandlerDeps {
  readonly engine: Engine;
  readonly snapshots: ExportSnapshots;
  readonly targets: TargetService;
  readonly jobs: JobRegistry;
  readonly environment: Environment;
  readonly fileStore: FileStore;
  /** null: the projects are in memory. */
  readonly dataFolder: string | null;
  /** The limits of the plan for the files of a new project. */
  readonly getUploadLimits: () => UploadLimits;
  /** (I28) `discard`: even if its remote does not have everything. */
  readonly removeProject: (hash: string, options: { readonly discard: boolean }) => void;
  /** Called before a large import creates its project. */
  readonly backUpBeforeImport: () => Promise<void>;
  /** The folder in which the example game is created. */
  readonly exampleFolder: string;
  /** Handlers of other modules, by group of calls. */
  readonly accounts: AccountHandlers;
  readonly assets: AssetHandlers;
  readonly backups: BackupHandlers;
  readonly damage: DamageHandlers;
  readonly service: ServiceHandlers;
  readonly sync: SyncHandlers;
  readonly syncUsage: Pick<SyncController, 'markInUse'>;
}
type HandlersFor<Group extends string> = Pick<BackendHandlers, Extract<keyof BackendHandlers, `${Group}.${string}`>>;
export type AccountHandlers = HandlersFor<'workspace' | 'member' | 'apiKey'>;
export type AssetHandlers = HandlersFor<'asset'>;
export type BackupHandlers = HandlersFor<'backup'>;
export type DamageHandlers = HandlersFor<'damage'>;
export type ServiceHandlers = HandlersFor<'service'>;
export type SyncHandlers = HandlersFor<'remote' | 'sync' | 'conflict' | 'record'>;

export function createCallHandlers({
  engine,
  snapshots,
  targets,
  jobs,
  environment,
  fileStore,
  dataFolder,
  getUploadLimits,
  removeProject,
  exampleFolder,
  accounts,
  assets,
  backups,
  damage,
  backUpBeforeImport,
  service,
  sync,
  syncUsage,
}: CallHandlerDeps): BackendHandlers {
  const cursors = new SnapshotCursors(engine, environment);
  const overviews = new ProjectOverviews(engine);
  const whenOpen = openProjectFirst(engine);

  const createProject = (story: ImportedStoryWithFiles, throwIfCancelled?: () => void): Promise<CreatedProject> =>
    createImportedProject({ engine, fileStore }, story, throwIfCancelled);

  const checkSnapshot = async (hash: string, exporterId: ExporterId | undefined) => {
    if (exporterId !== undefined) getExporter(exporterId, 'engine');
    const { project, version, release } = await snapshots.acquire(hash);
    return { version, findings: await new CooperativeYielder().runToEnd(checkStoryInSteps(project, exporterId)).finally(release) };
  };

  return {
    ...accounts,
    ...assets,
    ...backups,
    ...damage,
    ...service,
    ...sync,
    'project.list': () => engine.listProjects(),
    'project.overview': ({ hash }) => overviews.read(hash),
    'project.create': async ({ template, name }) => createProject(await importTemplate(template, { fileStore, environment, name })),
    'project.import': async ({ source, name, repair, job }) =>
      jobs.run(job, async ({ reportProgress, isCancelled, throwIfCancelled }) => {
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
        if (story.records.length > recordsOfLargeImport) await backUpBeforeImport();
        return { ...(await createProject(story, throwIfCancelled)), notes: story.notes };
      }),
    'project.rename': whenOpen(({ hash, name }) => {
      engine.execute(hash, { do: 'change', kind: 'project', id: PROJECT_RECORD_ID, fields: { name } }, 'user');
      return null;
    }),
    'project.remove': ({ hash, discard = false }) => {
      removeProject(hash, { discard });
      return null;
    },
    'project.read': whenOpen(({ hash, inPieces }) => {
      syncUsage.markInUse(hash);
      return inPieces ? cursors.open(hash) : engine.createSnapshot(hash);
    }),
    'project.readNext': ({ reading }) => cursors.next(reading),
    'project.send': whenOpen(({ hash, command }) => engine.execute(hash, command, 'user')),
    'project.undo': whenOpen(({ hash }) => engine.undo(hash)),
    'project.redo': whenOpen(({ hash }) => engine.redo(hash)),
    'project.locales': whenOpen(({ hash }) => [...engine.getProject(hash).projectRecord.locales]),
    'project.export': (input) => exportToFile(input, { snapshots, fileStore, dataFolder }),
    'project.exportDocument': (input) => exportDocument(input, { snapshots, dataFolder }),
    'project.writeProjectFile': (input) => exportProjectFile(input, { snapshots, fileStore, dataFolder, jobs }),
    'project.check': async ({ hash, engine: exporterId }) => {
      const { findings } = await checkSnapshot(hash, exporterId);
      return [...findings];
    },
    'project.problems': async ({ hash, engine: exporterId }) => {
      const { version, findings } = await checkSnapshot(hash, exporterId);
      return { version, groups: groupFindings(findings) };
    },
    'exporter.list': () => describeExporters(),
    'exporter.documents': () => describeDocuments(),
    'target.list': ({ hash }) => targets.list(hash),
    'target.detect': ({ folder }) => targets.detectProjects(folder),
    'target.example': () => createExampleProject(exampleFolder),
    // A target needs a project that exists and can be opened.
    'target.add': whenOpen((input) => targets.add(input)),
    'target.change': ({ id, settings }) => targets.changeSettings(id, settings),
    'target.relocate': ({ id, folder }) => targets.relocate(id, folder),
    'target.remove': async ({ id }) => {
      await targets.remove(id);
      return null;
    },
    'target.run': (input) => targets.run(input),
    'target.resolve': ({ id, choice, seen }) => targets.resolve(id, choice, seen),
    'target.foreignEdits': ({ id }) => targets.listForeignEdits(id),
    'target.takeEdits': (input) => targets.takeForeignEdits(input),
    'target.compare': ({ id, path }) => targets.compare(id, path),
    'target.integrations': ({ id }) => targets.listIntegrations(id),
    'target.storyChanges': ({ id, from, to }) => targets.compareVersions(id, { from, to }),
    'target.history': ({ id }) => targets.history(id),
    'target.restoreExport': ({ id, exportId }) => targets.restoreExport(id, exportId),
    'job.cancel': ({ job }) => {
      jobs.cancel(job);
      return null;
    },
  };
}
