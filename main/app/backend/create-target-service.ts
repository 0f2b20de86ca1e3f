/** Creates the target service with its dependencies: the engine, stored files, snapshots, the export history and the event stream. */
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { WorkMode } from '../../../shared/contracts/work-mode.ts';
import type { Environment } from '../../../shared/environment.ts';
import type { FileStore } from '../../assets/file-store.ts';
import { openTextArchive } from '../../delivery/history/text-archive.ts';
import { createTargetRenderer } from '../../delivery/target/render-target.ts';
import { openTargetService, type TargetService } from '../../delivery/target/target-service.ts';
import { assertUndamaged } from '../../engine/damage/assert-undamaged.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ExportSnapshots } from '../../exporters/export-snapshots.ts';
import { exportFolderIn, isWithin } from '../../platform/data-folder.ts';
import { isInDataFolder } from '../../platform/outside-data-folder.ts';
import type { ExportEventStream } from '../../rest-api/handlers/export-event-stream.ts';

interface CreateTargetServiceDeps {
  /** The data folder; null if everything is in memory only. */
  readonly folder: string | null;
  /** The example game project, which may be a target although it is in the data folder. */
  readonly exampleFolder: string;
  /** Applies the rules of sync to commands, because edits of exported files become commands of the user. */
  readonly engine: Engine;
  readonly fileStore: FileStore;
  readonly snapshots: ExportSnapshots;
  readonly exportEvents: ExportEventStream;
  readonly environment: Environment;
  readonly mode: WorkMode;
  readonly log: (line: string) => void;
  readonly emit: (event: BackendEvent) => void;
}

export async function createTargetService(deps: CreateTargetServiceDeps): Promise<TargetService> {
  const { folder, exampleFolder, engine, fileStore, snapshots, exportEvents, environment, mode, log, emit } = deps;
  const render = createTargetRenderer(snapshots, fileStore);
  const targets = await openTargetService({
    store: engine.openKeyValueStore('targets'),
    mode,
    environment,
    log,
    emit(event) {
      emit(event);
      if (event.event !== 'target.delivered') return;
      const { id, written, removed } = event.delivery;
      const target = targets.list(event.hash).find((each) => each.id === id);
      if (target) exportEvents.emitDelivery(target, written, removed);
    },
    async render(hash, exporterId, settings) {
      await engine.openProject(hash);
      // The game folders of a damaged project keep the last version.
      assertUndamaged(engine, hash);
      return render(hash, exporterId, settings);
    },
    versionOf: (hash) => engine.getVersion(hash).version,
    locate: (hash, file) => fileStore.findPath(hash, file),
    async openStory(hash) {
      await engine.openProject(hash);
      return {
        project: engine.getProject(hash),
        get version() {
          return engine.getVersion(hash).version;
        },
        dryRun: (command) => engine.dryRun(hash, command, 'user'),
        execute: (command) => engine.execute(hash, command, 'user'),
      };
    },
    archive: openTextArchive(folder && exportFolderIn(folder)),
    isReservedFolder: (real) =>
      ((folder !== null && isWithin(folder, real)) || isInDataFolder(real, folder)) && !isWithin(exampleFolder, real),
  });
  return targets;
}
