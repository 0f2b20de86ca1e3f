/**
 * Creates the backend: engine, file store, accounts, REST API, delivery and sync, connected to each other. Its clients (the worker, the command
 * line, the browser shell, another process) make calls of shared/contracts/ipc/calls.ts and receive events.
 */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import type { Environment } from '../../shared/environment.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { accountsStoreName } from '../accounts/account-rows.ts';
import { type Accounts, openAccounts } from '../accounts/accounts.ts';
import { type FileStore, openFileStore } from '../assets/file-store.ts';
import { storedFilesStoreName as fileStoreName } from '../assets/stored-file-index.ts';
import { uploadLimitsFor } from '../assets/upload-limits.ts';
import { openBackupCopies } from '../backups/backup-copies.ts';
import { startBackupSchedule } from '../backups/backup-schedule.ts';
import { openBackupService } from '../backups/backup-service.ts';
import { noRecordCopies } from '../engine/damage/record-copies.ts';
import { type Engine, openEngine } from '../engine/engine.ts';
import { completeInterruptedRepair } from '../engine/storage/interrupted-repair.ts';
import type { FolderOwnership } from '../instance/folder-ownership.ts';
import { InstanceClosedError } from '../instance/instance-client.ts';
import { assetFolderIn, databaseFileIn } from '../platform/data-folder.ts';
import { describeError } from '../platform/errors.ts';
import { openExportEventStream } from '../rest-api/handlers/export-event-stream.ts';
import { openRateLimiter } from '../rest-api/rate-limiter.ts';
import { createRestApi, type RestApi } from '../rest-api/rest-api.ts';
import type { KeyStore } from '../sync/client/remote-keys.ts';
import { createAccountHandlers } from './account-handlers.ts';
import { createAssetHandlers } from './asset-handlers.ts';
import { createBackupHandlers } from './backup-handlers.ts';
import { createCallHandlers } from './call-handlers.ts';
import { createSyncController } from './create-sync-controller.ts';
import { createTargetService } from './create-target-service.ts';
import { createDamageHandlers } from './damage-handlers.ts';
import { withSyncRules } from './engine-with-sync-rules.ts';
import { createEventBatcher } from './event-batcher.ts';
import { executeCall } from './execute-call.ts';
import { ExportSnapshots } from './export-snapshots.ts';
import { createJobRegistry } from './job-registry.ts';
import { startMaintenance } from './maintenance.ts';
import { backUpBeforeUpgrade, createSafetyBackups, describeCurrentProjects, findNewestBackupTime } from './safety-backups.ts';
import { openServiceListeners } from './service-listeners.ts';
import { createSyncHandlers } from './sync-handlers.ts';
import { verifyDatabaseOfContent } from './verify-data-folder.ts';

export interface BackendOptions {
  /** Whether the process runs until the user ends it. It then listens for REST requests and syncs, as configured; a single command does neither. */
  readonly longRunning?: boolean;
  /** `manual`: targets are delivered only when `target.run` is called. */
  readonly targets?: 'live' | 'manual';
  /** `manual`: projects are synced only when `sync.run` is called. */
  readonly sync?: 'live' | 'manual';
  /** Stores the keys of remotes; without it, the user enters them after each start. */
  readonly keyStore?: KeyStore;
  /** The lock of the data folder. Without it, no other process can claim the folder. */
  readonly ownership?: Pick<FolderOwnership, 'verify' | 'lose'>;
}

/** A backend of this process, with the services that are not reached by calls. */
export interface LocalBackend extends Backend {
  readonly accounts: Accounts;
  readonly restApi: RestApi;
}

/** Opens the backend of a data folder, which this process must have locked; null keeps everything in memory. Throws a Problem `store` if the data cannot be opened, and InstanceClosedError if another process owns the folder. */
export async function openBackend(
  folder: string | null,
  environment: Environment,
  log: (line: string) => void = () => undefined,
  options: BackendOptions = {},
): Promise<LocalBackend> {
  const { ownership } = options;
  let failedBackup: Message | null = null;
  if (folder !== null) {
    completeInterruptedRepair(databaseFileIn(folder));
    verifyDatabaseOfContent(folder);
    failedBackup = await backUpBeforeUpgrade(folder, environment, log);
    // The backup may have taken minutes. Opening the database now would take it from a process that has opened it meanwhile.
    if (ownership && !ownership.verify()) throw new InstanceClosedError({ mayHaveRun: false });
  }
  // The file store keeps its rows in the database of the engine, and the engine looks up files in the file store.
  let fileStore: FileStore | undefined;
  const copies = folder === null ? noRecordCopies : openBackupCopies(folder);
  const engine = openEngine(folder, environment, {
    log,
    findStoredFile: (hash, file) => fileStore?.find(hash, file),
    copies,
    onReplaced: ownership?.lose,
  });
  try {
    fileStore = openFileStore(folder && assetFolderIn(folder), engine.openKeyValueStore(fileStoreName), environment, log);
    return await openServices({ folder, environment, log, options, engine, fileStore, failedBackup });
  } catch (error) {
    await engine.close().catch((reason: unknown) => log(`The database could not be closed: ${describeError(reason)}`));
    throw error;
  }
}

interface OpenedStorage {
  readonly folder: string | null;
  readonly environment: Environment;
  readonly log: (line: string) => void;
  readonly options: BackendOptions;
  readonly engine: Engine;
  readonly fileStore: FileStore;
  /** Why there is no backup of the projects as they were before this version. */
  readonly failedBackup: Message | null;
}

/** Everything over the storage. What it opens is closed with the backend; what runs by itself starts last. */
async function openServices({ folder, environment, log, options, engine, fileStore, failedBackup }: OpenedStorage): Promise<LocalBackend> {
  const { longRunning = false, targets: targetMode = 'live', sync: syncMode = 'live', keyStore } = options;
  const batches = createEventBatcher();
  const noticesOfOpening = failedBackup === null ? [] : [failedBackup];
  const jobs = createJobRegistry(batches.emit, environment);
  const accounts = openAccounts(engine.openKeyValueStore(accountsStoreName), environment);
  const rateLimiter = openRateLimiter(engine.openKeyValueStore('rate-limits'), environment, log);
  const backups = folder === null ? null : openBackupService({ dataFolder: folder, environment, current: describeCurrentProjects(engine) });
  const safetyBackups = createSafetyBackups({ folder, backups, log, emit: batches.emit });
  const removeProject = (hash: string): void => {
    engine.removeProject(hash, [accounts.projectRemovalWrites(hash), fileStore.rowsToRemove(hash), ...sync.removeProject(hash)]);
    fileStore.removeProjectFiles(hash);
    targets.onProjectRemoved(hash);
  };
  const engineForClients = withSyncRules(engine, () => sync);
  const snapshots = new ExportSnapshots(engine);
  const service = createRestApi({
    engine: engineForClients,
    accounts,
    rateLimiter,
    fileStore,
    environment,
    withExportSnapshot: (hash, work) => snapshots.runInSequence(hash, work),
    removeProject(hash) {
      sync.assertNoLocalOnlyChanges(hash);
      removeProject(hash);
    },
    runJob: (work) => jobs.run(undefined, work),
    log,
  });
  const exportEvents = openExportEventStream({ accounts, engine });
  accounts.onChange(() => batches.emit({ event: 'accounts.changed' }));
  const exampleFolder = join(folder ?? tmpdir(), folder === null ? 'taleport-example-game' : 'example-game');
  const targets = await createTargetService({
    folder,
    exampleFolder,
    engine: engineForClients,
    fileStore,
    snapshots,
    exportEvents,
    environment,
    isManualOnly: targetMode === 'manual',
    log,
    emit: batches.emit,
  });
  const sync = createSyncController({
    engine,
    fileStore,
    environment,
    log,
    emit: batches.emit,
    keyStore,
    isAutomatic: longRunning && syncMode === 'live',
  });
  engine.onEvent((event) => {
    batches.emit(event);
    if (event.event === 'project.changed') targets.onProjectChanged(event.hash);
  });
  const handle: RestApi['handle'] = async (request, options) => exportEvents.handle(request) ?? service.handle(request, options);
  const listeners = openServiceListeners({ handle, store: engine.openKeyValueStore('service'), environment, log, emit: batches.emit });
  const handlers = createCallHandlers({
    engine: engineForClients,
    snapshots,
    exampleFolder,
    targets,
    jobs,
    environment,
    fileStore,
    dataFolder: folder,
    getUploadLimits: () => uploadLimitsFor(undefined, accounts.workspace()),
    removeProject(hash, { discard }) {
      if (!discard) sync.assertNoLocalOnlyChanges(hash);
      removeProject(hash);
    },
    accounts: createAccountHandlers(accounts, (hash) => engine.findProjectName(hash) !== undefined),
    assets: createAssetHandlers({
      fileStore,
      jobs,
      async getUploadLimits(hash) {
        await engine.openProject(hash);
        return uploadLimitsFor(engine.getProject(hash), accounts.workspace(accounts.workspaceIdOfProject(hash)));
      },
    }),
    backups: createBackupHandlers({ dataFolder: folder, backups, safetyBackups, engine, fileStore, jobs }),
    damage: createDamageHandlers({ folder, engine, sync, safetyBackups }),
    backUpBeforeImport: () => safetyBackups.create('beforeImport'),
    service: listeners.handlers,
    syncUsage: sync,
    sync: createSyncHandlers({
      sync,
      engine: engineForClients,
      jobs,
      backUpBeforeStop: () => safetyBackups.create('beforeSyncStop'),
      stopSync(hash, { keep }) {
        if (sync.isDownloaded(hash) && !keep) removeProject(hash);
        else engine.writeRows(sync.removeProject(hash));
      },
    }),
  });

  if (longRunning) await listeners.applySettings();
  const maintenance = startMaintenance({
    engine,
    fileStore,
    log,
    async onDamage() {
      const at = folder === null ? null : await findNewestBackupTime(folder);
      const notice = message('desktop.dataDamaged', { hasBackup: at !== null, at: at ?? 0 });
      batches.emit({ event: 'notice', message: notice });
    },
  });
  const backupSchedule = backups && longRunning ? startBackupSchedule(backups, safetyBackups.create) : undefined;

  return {
    accounts,
    restApi: { handle },
    async call(name, input, clientSignal) {
      const result = await executeCall(handlers, { name, input, clientSignal }, log);
      batches.flush();
      return result;
    },
    onEvents(listener) {
      const stop = batches.onEvents(listener);
      // Reported once, to the first listener: there was none when the folder was opened.
      for (const notice of noticesOfOpening.splice(0)) batches.emit({ event: 'notice', message: notice });
      return stop;
    },
    async close() {
      maintenance.stop();
      backupSchedule?.stop();
      jobs.cancelAll();
      // It reads the database and the files through paths of its own.
      await backups?.close();
      exportEvents.close();
      await listeners.close();
      await sync.close();
      await targets.close();
      await fileStore.close();
      rateLimiter.close();
      await jobs.waitForEnd();
      batches.flush();
      await engine.close();
    },
  };
}
