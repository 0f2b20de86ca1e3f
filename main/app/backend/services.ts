/** Creates the services of a backend, over its engine and file store, in the order of their dependencies. */
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { RestServiceStatus } from '../../../shared/contracts/ipc/results.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { WorkMode } from '../../../shared/contracts/work-mode.ts';
import type { Environment } from '../../../shared/environment.ts';
import { type Accounts, accountsStoreName, openAccounts } from '../../accounts/accounts.ts';
import type { FileStore } from '../../assets/file-store.ts';
import { uploadLimitsFor } from '../../assets/upload-receiver.ts';
import { createSafetyBackups } from '../../backups/automatic-backups.ts';
import { BackupService } from '../../backups/backup-service.ts';
import { describeCurrentProjects } from '../../backups/compare-backup.ts';
import { findUnusualFolder } from '../../delivery/folder/unsuitable-folders.ts';
import { createStoryVariantRecognizer } from '../../delivery/history/story-variants.ts';
import { openTextArchive } from '../../delivery/history/text-archive.ts';
import { createTargetRenderer } from '../../delivery/target/render-target.ts';
import { openTargetService, type TargetService } from '../../delivery/target/target-service.ts';
import { assertUndamaged } from '../../engine/damage/project-damage.ts';
import type { Engine } from '../../engine/engine.ts';
import { ExportSnapshots } from '../../exporters/export-snapshots.ts';
import type { CrashGuard } from '../../platform/crash-guard.ts';
import { exportFolderIn, isInDataFolder, isWithin } from '../../platform/data-folder.ts';
import { nodeDisk } from '../../platform/disk.ts';
import { describeError } from '../../platform/errors.ts';
import { createJobRegistry } from '../../platform/job-registry.ts';
import { systemTimer } from '../../platform/timer.ts';
import { type ExportEventStream, openExportEventStream } from '../../rest-api/handlers/export-event-stream.ts';
import { openRateLimiter } from '../../rest-api/rate-limiter.ts';
import { createRestApi } from '../../rest-api/rest-api.ts';
import { openServiceListeners } from '../../rest-api/service-listeners.ts';
import { folderStoreName } from '../../story-folder/link/agreed-story.ts';
import { StoryFolderService } from '../../story-folder/link/folder-service.ts';
import type { ResolveSystemProxy } from '../../sync/client/proxy.ts';
import type { KeyStore } from '../../sync/client/remote-keys.ts';
import { withSyncRules } from '../../sync/service/edit-restrictions.ts';
import { createSyncController, type SyncController } from '../../sync/service/sync-controller.ts';

export interface OpenedStorage {
  /** null if everything is in memory only. */
  readonly folder: string | null;
  readonly environment: Environment;
  readonly log: (line: string) => void;
  readonly engine: Engine;
  readonly fileStore: FileStore;
  readonly crashGuard: CrashGuard;
}

interface ServiceOptions {
  readonly emit: (event: BackendEvent) => void;
  /** `onRequest`: targets are delivered only when `target.run` is called. */
  readonly targets: WorkMode;
  /** `onRequest`: story folders are read and written only when `folder.sync` is called. */
  readonly folders: WorkMode;
  /** `onRequest`: projects are synced only when `sync.run` is called. */
  readonly sync: WorkMode;
  readonly keyStore: KeyStore | undefined;
  readonly resolveSystemProxy: ResolveSystemProxy | undefined;
}

export type Services = Awaited<ReturnType<typeof openServices>>;

export async function openServices(storage: OpenedStorage, { emit, keyStore, resolveSystemProxy, ...modes }: ServiceOptions) {
  const { folder, environment, log, engine, fileStore, crashGuard } = storage;
  const jobs = createJobRegistry(emit, environment);
  const accounts = openAccounts(engine.openKeyValueStore(accountsStoreName), environment);
  accounts.onChange(() => emit({ event: 'accounts.changed' }));
  const rateLimiter = openRateLimiter(engine.openKeyValueStore('rate-limits'), environment, log);
  const backups =
    folder === null ? null : new BackupService({ dataFolder: folder, environment, current: describeCurrentProjects(engine), log });
  const safetyBackups = createSafetyBackups({ folder, backups, log, emit });

  /** The limits for an open project; without a hash, for one that is still to be created. */
  const getUploadLimits = (hash: string | null = null) =>
    hash === null
      ? uploadLimitsFor(undefined, accounts.workspace())
      : uploadLimitsFor(engine.getProject(hash), accounts.workspace(accounts.workspaceIdOfProject(hash)));

  // The targets need the engine with the sync rules, but sync is created after them.
  const engineForClients = withSyncRules(engine, (): SyncController => sync);
  const snapshots = new ExportSnapshots(engine);
  const exportEvents = openExportEventStream({ accounts, engine });
  const exampleFolder = exampleFolderIn(folder);
  const targets = await createTargetService({
    folder,
    exampleFolder,
    engine: engineForClients,
    fileStore,
    snapshots,
    exportEvents,
    environment,
    crashGuard,
    mode: modes.targets,
    // The service is created after the targets, too.
    getApiAddress: (): string => apiAddressOf(listeners.state()),
    log,
    emit,
  });
  const sync = createSyncController({
    engine,
    fileStore,
    environment,
    log,
    emit,
    keyStore,
    resolveSystemProxy,
    crashGuard,
    isAutomatic: modes.sync === 'live',
  });
  const folders = new StoryFolderService({
    engine,
    snapshots,
    store: engine.openKeyValueStore(folderStoreName),
    fileStore,
    dataFolder: folder,
    getUploadLimits,
    backUpBeforeImport: () => safetyBackups.create('beforeImport'),
    disk: nodeDisk,
    timer: systemTimer,
    environment,
    isSynced: (hash) => sync.isSynced(hash),
    mode: modes.folders,
    crashGuard,
    log,
    emit,
  });
  engine.onEvent((event) => {
    emit(event);
    if (event.event !== 'project.changed') return;
    targets.onProjectChanged(event.hash);
    folders.onProjectChanged(event.hash, event.changes);
  });
  folders.start();
  const removal = new ProjectRemoval({ engine, accounts, fileStore, sync, targets, folders, log });
  removal.resume();

  const restApi = createRestApi({
    engine: engineForClients,
    accounts,
    rateLimiter,
    fileStore,
    exportEvents,
    environment,
    withExportSnapshot: (...input) => snapshots.runInSequence(...input),
    removeProject: (hash) => removal.remove(hash, { discard: false }),
    runJob: (work) => jobs.run(undefined, work),
    backUpBeforeImport: () => safetyBackups.create('beforeImport'),
    log,
  });
  const listeners = openServiceListeners({ handle: restApi.handle, store: engine.openKeyValueStore('service'), environment, log, emit });

  return {
    jobs,
    accounts,
    backups,
    safetyBackups,
    /** Applies the rules of sync to commands. */
    engineForClients,
    snapshots,
    exampleFolder,
    getUploadLimits,
    targets,
    folders,
    sync,
    removal,
    restApi,
    listeners,
    /** Closes the services before those that they use. The caller closes the engine. */
    async close() {
      jobs.cancelAll();
      // It ends while the others are closed. It may outlive the engine, because it reads the database and the files directly from the disk.
      backups?.stop();
      exportEvents.close();
      await listeners.close();
      await sync.close();
      await folders.close();
      await targets.close();
      await fileStore.close();
      rateLimiter.close();
      await backups?.close();
      await jobs.waitForEnd();
    },
  };
}

const exampleFolderIn = (folder: string | null): string =>
  folder === null ? join(tmpdir(), 'taleport-example-game') : join(folder, 'example-game');

interface ProjectRemovalDeps {
  readonly engine: Engine;
  readonly accounts: Accounts;
  readonly fileStore: FileStore;
  readonly sync: SyncController;
  readonly targets: TargetService;
  readonly folders: StoryFolderService;
  readonly log: (line: string) => void;
}

/** A row for each project that is removed while its targets and its story folder may still be there, by hash. */
const removalStoreName = 'project-removals';

/**
 * Removes a project with all its data: permissions of members, stored files, targets and sync. Targets and story folders have files of their own in folders of
 * the user, which may be slow or missing: they end after the project, at the latest at the next start.
 */
class ProjectRemoval {
  readonly #deps: ProjectRemovalDeps;

  constructor(deps: ProjectRemovalDeps) {
    this.#deps = deps;
  }

  /** Completes the removals of an earlier process. */
  resume(): void {
    for (const { id } of this.#rows.list()) void this.#complete(id);
  }

  /** (I28) Throws a Problem `conflict` if the remote lacks some of its changes, unless `discard` is set. */
  remove(hash: string, { discard }: { readonly discard: boolean }): void {
    if (!discard) this.#deps.sync.assertNoLocalOnlyChanges(hash);
    this.#remove(hash);
  }

  /** Ends the sync of a project. Removes the project if it was downloaded from the remote, unless `keep` is set. Throws a Problem `notFound` if it is not synced. */
  stopSync(hash: string, { keep }: { readonly keep: boolean }): void {
    const { sync, engine } = this.#deps;
    if (sync.isDownloaded(hash) && !keep) this.#remove(hash);
    else engine.writeRows(sync.removeProject(hash));
  }

  #remove(hash: string): void {
    const { engine, accounts, fileStore, sync } = this.#deps;
    const begun = { store: removalStoreName, put: [{ id: hash, value: true }] };
    engine.removeProject(hash, [accounts.projectRemovalWrites(hash), fileStore.rowsToRemove(hash), ...sync.removeProject(hash), begun]);
    void fileStore.removeProjectFiles(hash);
    void this.#complete(hash);
  }

  async #complete(hash: string): Promise<void> {
    const { targets, folders, log } = this.#deps;
    try {
      await Promise.all([targets.onProjectRemoved(hash), folders.onProjectRemoved(hash)]);
      this.#rows.remove([hash]);
    } catch (error) {
      log(`Targets or the story folder of ${hash} are still to be removed: ${describeError(error)}`);
    }
  }

  get #rows(): KeyValueStore {
    return this.#deps.engine.openKeyValueStore(removalStoreName);
  }
}

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
  readonly crashGuard: CrashGuard;
  readonly mode: WorkMode;
  readonly getApiAddress: () => string;
  readonly log: (line: string) => void;
  readonly emit: (event: BackendEvent) => void;
}

/** The address of the service that the settings turn on, even while it does not listen. */
function apiAddressOf({ listening, port }: RestServiceStatus): string {
  return `${listening.find(({ id }) => id === 'settings')?.url ?? `http://127.0.0.1:${port}`}/`;
}

/** Connects targets to the engine, stored files, snapshots and the event stream of REST. */
async function createTargetService(deps: CreateTargetServiceDeps): Promise<TargetService> {
  const { folder, exampleFolder, engine, fileStore, snapshots, exportEvents, environment, crashGuard, mode, getApiAddress, log, emit } =
    deps;
  const render = createTargetRenderer(snapshots, fileStore);
  const targets = await openTargetService({
    store: engine.openKeyValueStore('targets'),
    apiAddress: getApiAddress,
    mode,
    environment,
    crashGuard,
    log,
    emit(event) {
      emit(event);
      if (event.event !== 'target.delivered') return;
      const { id, written, removed } = event.delivery;
      const target = targets.list(event.hash).find((each) => each.id === id);
      if (target) exportEvents.emitDelivery(target, written, removed);
    },
    async render(hash, exporterId, settings, foundPlugin, keptLayout) {
      await engine.openProject(hash);
      // The game folders of a damaged project keep the last version.
      assertUndamaged(engine, hash);
      return render(hash, exporterId, settings, foundPlugin, keptLayout);
    },
    isStoryVariant: createStoryVariantRecognizer(snapshots, fileStore),
    versionOf: (hash) => engine.getVersion(hash).version,
    locate: (hash, file) => fileStore.findPath(hash, file),
    async openStory(hash) {
      await engine.inSlices.whenReady(hash);
      return {
        project: engine.getProject(hash),
        get version() {
          return engine.getVersion(hash).version;
        },
        dryRun: (command) => engine.dryRun(hash, command, 'user'),
        executeAt: (version, command) => engine.inSlices.executeAt(version, hash, command, 'user', []),
      };
    },
    archive: openTextArchive(folder && exportFolderIn(folder)),
    findUnusualFolder: (real) => findUnusualFolder(real, { dataFolder: folder, home: homedir() }),
    isReservedFolder: (real) =>
      ((folder !== null && isWithin(folder, real)) || isInDataFolder(real, folder)) && !isWithin(exampleFolder, real),
  });
  return targets;
}
