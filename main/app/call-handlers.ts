/** What each call of shared/contracts/ipc/calls.ts does, told by the engine, import, export and targets. Inputs are already parsed. */

import type { BackendHandlers } from '../../shared/contracts/ipc/call-types.ts';
import type { CreatedProject } from '../../shared/contracts/ipc/results.ts';
import type { Environment } from '../../shared/environment.ts';
import { PROJECT_RECORD_ID } from '../../shared/model/kinds/project.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { UploadLimits } from '../assets/receive-upload.ts';
import type { TargetService } from '../delivery/target-service.ts';
import type { Engine } from '../engine/engine.ts';
import { checkStoryInSteps } from '../exporters/checks/check-story.ts';
import { createExampleProject } from '../exporters/create-example-project.ts';
import { describeExporters, getExporter } from '../exporters/exporters.ts';
import { type ImportedStoryWithFiles, importStoryWithFiles, importTemplate } from '../importers/import-with-files.ts';
import { readImportSource } from '../importers/read-import-source.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import type { SyncController } from '../sync/service/sync-controller.ts';
import type { ExportSnapshots } from './export-snapshots.ts';
import { exportToFile } from './export-to-file.ts';
import type { JobRegistry } from './job-registry.ts';
import { SnapshotCursors } from './snapshot-cursors.ts';

interface CallHandlerDeps {
  readonly engine: Engine;
  readonly snapshots: ExportSnapshots;
  readonly targets: TargetService;
  readonly jobs: JobRegistry;
  readonly environment: Environment;
  readonly fileStore: FileStore;
  /** What the plan permits the files of a new project. */
  readonly getUploadLimits: () => UploadLimits;
  readonly removeProject: (hash: string) => void;
  /** Where the example game is made. */
  readonly exampleFolder: string;
  /** Calls that other parts answer. */
  readonly accounts: AccountHandlers;
  readonly assets: AssetHandlers;
  readonly service: ServiceHandlers;
  readonly sync: SyncHandlers;
  readonly syncUsage: Pick<SyncController, 'markInUse'>;
}
type HandlersFor<Group extends string> = Pick<BackendHandlers, Extract<keyof BackendHandlers, `${Group}.${string}`>>;
export type AccountHandlers = HandlersFor<'workspace' | 'member' | 'apiKey'>;
export type AssetHandlers = HandlersFor<'asset'>;
export type ServiceHandlers = HandlersFor<'service'>;
export type SyncHandlers = HandlersFor<'remote' | 'sync' | 'conflict' | 'record'>;

export function createCallHandlers({
  engine,
  snapshots,
  targets,
  jobs,
  environment,
  fileStore,
  getUploadLimits,
  removeProject,
  exampleFolder,
  accounts,
  assets,
  service,
  sync,
  syncUsage,
}: CallHandlerDeps): BackendHandlers {
  const readings = new SnapshotCursors(engine, environment);

  /** The project and the rows of its files in one transaction, or nothing. */
  function make({ records, pendingFiles }: ImportedStoryWithFiles, goOn: () => void = () => undefined): CreatedProject {
    try {
      goOn();
      const created = engine.createProject(records, (hash) => [fileStore.rowsToCommit(hash, pendingFiles)]);
      fileStore.confirmCommitted(created.hash, pendingFiles);
      return created;
    } catch (error) {
      fileStore.discard(pendingFiles);
      throw error;
    }
  }

  return {
    ...accounts,
    ...assets,
    ...service,
    ...sync,
    'project.list': () => engine.listProjects(),
    'project.create': async ({ template, name }) => make(await importTemplate(template, { fileStore, environment, name })),
    'project.import': async ({ source, name, repair, job }) =>
      jobs.run(job, 'The import', async ({ reportProgress, isCancelled, throwIfCancelled }) => {
        const { json, assetFiles } = await readImportSource(source);
        const story = await importStoryWithFiles(json, assetFiles, {
          environment,
          fileStore,
          limits: getUploadLimits(),
          name,
          repair,
          progress: reportProgress,
          cancelled: isCancelled,
        });
        const { hash, projectId, name: made } = make(story, throwIfCancelled);
        return { hash, projectId, name: made, notes: story.notes };
      }),
    'project.rename': ({ hash, name }) => {
      engine.execute(hash, { do: 'change', kind: 'project', id: PROJECT_RECORD_ID, fields: { name } }, 'user');
      return null;
    },
    'project.remove': ({ hash }) => {
      removeProject(hash);
      return null;
    },
    'project.read': ({ hash, inPieces }) => {
      syncUsage.markInUse(hash);
      return inPieces ? readings.open(hash) : engine.createSnapshot(hash);
    },
    'project.readNext': ({ reading }) => readings.next(reading),
    'project.send': ({ hash, command }) => engine.execute(hash, command, 'user'),
    'project.undo': ({ hash }) => engine.undo(hash),
    'project.redo': ({ hash }) => engine.redo(hash),
    'project.locales': ({ hash }) => [...engine.getProject(hash).projectRecord.locales],
    'project.export': (input) => exportToFile(input, snapshots),
    'project.check': async ({ hash, engine: exporterId }) => {
      if (exporterId !== undefined) getExporter(exporterId, 'engine');
      const { project, release } = await snapshots.acquire(hash);
      return [...(await new CooperativeYielder().runToEnd(checkStoryInSteps(project, exporterId)).finally(release))];
    },
    'exporter.list': () => describeExporters(),
    'target.list': ({ hash }) => targets.list(hash),
    'target.detect': ({ folder }) => targets.detectProjects(folder),
    'target.example': () => createExampleProject(exampleFolder),
    'target.add': (input) => {
      engine.getProject(input.hash);
      return targets.add(input);
    },
    'target.change': ({ id, settings }) => targets.changeSettings(id, settings),
    'target.remove': async ({ id }) => {
      await targets.remove(id);
      return null;
    },
    'target.run': (input) => targets.run(input),
    'target.resolve': ({ id, choice }) => targets.resolve(id, choice),
    'target.compare': ({ id, path }) => targets.compare(id, path),
    'target.integrations': ({ id }) => targets.listIntegrations(id),
    'target.history': ({ id }) => targets.history(id),
    'target.rewrite': ({ id, past }) => targets.restoreExport(id, past),
    'job.cancel': ({ job }) => {
      jobs.cancel(job);
      return null;
    },
  };
}
