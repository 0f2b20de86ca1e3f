/**
 * Creates the backend: engine and file store, the services over them, and the handlers of calls. Its clients (the worker, the command line, the
 * browser shell, another process) make calls of shared/contracts/ipc/calls.ts and receive events.
 */
import type { Backend } from '../../../shared/contracts/ipc/backend.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { WorkMode } from '../../../shared/contracts/work-mode.ts';
import type { Environment } from '../../../shared/environment.ts';
import type { Message } from '../../../shared/messages/message-value.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { type FileStore, openFileStore } from '../../assets/file-store.ts';
import { storedFilesStoreName as fileStoreName } from '../../assets/stored-file-index.ts';
import { openBackupCopies } from '../../backups/backup-copies.ts';
import { noRecordCopies } from '../../engine/damage/repair-project.ts';
import { openEngine } from '../../engine/engine.ts';
import { completeInterruptedRepair } from '../../engine/storage/interrupted-repair.ts';
import type { FolderOwnership } from '../../instance/folder-ownership.ts';
import { InstanceClosedError } from '../../instance/instance-client.ts';
import { noCrashGuard, openCrashGuard } from '../../platform/crash-guard.ts';
import { assetFolderIn, createDataFolder, databaseFileIn } from '../../platform/data-folder.ts';
import { describeError } from '../../platform/errors.ts';
import { clearTemporaryFolders } from '../../platform/temporary-folder.ts';
import type { RestApi } from '../../rest-api/rest-api.ts';
import type { ResolveSystemProxy } from '../../sync/client/proxy.ts';
import type { KeyStore } from '../../sync/client/remote-keys.ts';
import { markCopiedDataFolder } from '../data-folder/copied-data-folder.ts';
import { backUpBeforeUpgrade, writeLastVersion } from '../data-folder/last-version.ts';
import { OpeningNotices } from '../data-folder/opening-notices.ts';
import { verifyDatabaseOfContent } from '../data-folder/verify-data-folder.ts';
import { createCallHandlers } from './call-handlers.ts';
import { executeCall } from './execute-call.ts';
import { startBackgroundWork } from './maintenance.ts';
import { pauseCrashingWork } from './safe-start.ts';
import { type OpenedStorage, openServices } from './services.ts';

export interface BackendOptions {
  /** Whether the process runs until the user ends it. It then listens for REST requests and syncs, as configured; a single command does neither. */
  readonly longRunning?: boolean;
  /** `onRequest`: targets are delivered only when `target.run` is called. */
  readonly targets?: WorkMode;
  /** `onRequest`: story folders are read and written only when `folder.sync` is called. */
  readonly folders?: WorkMode;
  /** `onRequest`: projects are synced only when `sync.run` is called. */
  readonly sync?: WorkMode;
  /** Stores the keys of remotes; without it, the user enters them after each start. */
  readonly keyStore?: KeyStore;
  /** The proxies of the operating system; without it, only those of the environment are used. */
  readonly resolveSystemProxy?: ResolveSystemProxy;
  /** The lock of the data folder. Without it, no other process can claim the folder. */
  readonly ownership?: Pick<FolderOwnership, 'verify' | 'markLost'>;
  /** Collects notices about the opening of the folder for the user; without it, they are only available through calls. */
  readonly notices?: OpeningNotices;
}

/** A backend in this process, with the services that are used directly instead of by calls. */
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
  const { ownership, notices = new OpeningNotices(folder) } = options;
  const failures: (Message | null)[] = [];
  if (folder !== null) {
    createDataFolder(folder);
    completeInterruptedRepair(databaseFileIn(folder));
    verifyDatabaseOfContent(folder);
    await clearTemporaryFolders(folder).catch((error: unknown) => log(`Temporary files were not removed: ${describeError(error)}`));
    const failedBackup = await backUpBeforeUpgrade(folder, environment, log);
    // The backup may have taken minutes, during which another process may have opened the database. Opening it here would take it from that
    // process.
    if (ownership && !ownership.verify()) throw new InstanceClosedError({ mayHaveRun: false });
    failures.push(failedBackup, await writeLastVersion(folder, { isBackupDue: failedBackup !== null }));
  }
  // The file store keeps its rows in the database of the engine, and the engine looks up files in the file store.
  let fileStore: FileStore | undefined;
  const copies = folder === null ? noRecordCopies : openBackupCopies(folder);
  const engine = openEngine(folder, environment, {
    log,
    findStoredFile: (hash, file) => fileStore?.find(hash, file),
    copies,
    onReplaced: ownership?.markLost,
  });
  // A database that cannot be opened is reported with its own reason, which is also why it cannot be backed up.
  for (const failure of failures) if (failure !== null) notices.add(failure);
  const crashGuard = folder === null ? noCrashGuard : openCrashGuard(folder, { log });
  try {
    pauseCrashingWork(engine, crashGuard, notices);
    if (folder !== null) markCopiedDataFolder(folder, engine, environment, notices);
    fileStore = openFileStore(folder && assetFolderIn(folder), engine.openKeyValueStore(fileStoreName), environment, log);
    return await startBackend({ folder, environment, log, engine, fileStore, crashGuard }, options, notices);
  } catch (error) {
    await engine.close().catch((reason: unknown) => log(`The database could not be closed: ${describeError(reason)}`));
    throw error;
  }
}

/** Builds the services over the opened storage. Background work starts last. */
async function startBackend(storage: OpenedStorage, options: BackendOptions, notices: OpeningNotices): Promise<LocalBackend> {
  const { longRunning = false, targets = 'live', folders = 'live', sync = 'live', keyStore, resolveSystemProxy } = options;
  const batches = createEventBatcher();
  const { emit } = batches;
  const modes = { targets, folders: longRunning ? folders : 'onRequest', sync: longRunning ? sync : 'onRequest' } as const;
  const services = await openServices(storage, { emit, ...modes, keyStore, resolveSystemProxy });
  const handlers = createCallHandlers(storage, services, { notices, modes });
  if (longRunning) await services.listeners.applySettings();
  const backgroundWork = startBackgroundWork(storage, services, { emit, makesBackups: longRunning });

  return {
    accounts: services.accounts,
    restApi: services.restApi,
    async call(name, input, clientSignal) {
      const result = await executeCall(handlers, { name, input, clientSignal }, storage.log);
      batches.flush();
      return result;
    },
    onEvents: batches.onEvents,
    async close() {
      storage.crashGuard.close();
      backgroundWork.stop();
      // The database must be closed cleanly, whatever else fails.
      await services.close().finally(async () => {
        batches.flush();
        await storage.engine.close();
      });
    },
  };
}

/** Milliseconds: one frame at 60 Hz. */
const batchInterval = 16;

/**
 * Collects events, so that subscribers receive at most one batch per frame. Calling `flush` before the result of a call is sent keeps
 * events and results in order.
 */
interface EventBatcher {
  emit(event: BackendEvent): void;
  flush(): void;
  onEvents(listener: (events: BackendEvent[]) => void): () => void;
}

/** Sending more would block every process that they pass through; a project is read again in pieces. */
const maxSentChanges = 2000;

const withoutManyChanges = (event: BackendEvent): BackendEvent =>
  event.event === 'project.changed' && typeof event.changes !== 'number' && event.changes.length > maxSentChanges
    ? { ...event, changes: event.changes.length }
    : event;

function createEventBatcher(): EventBatcher {
  const listeners = new Set<(events: BackendEvent[]) => void>();
  let pending: BackendEvent[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (pending.length === 0) return;
    const batch = pending;
    pending = [];
    for (const listener of listeners) listener(batch);
  }

  return {
    emit: (event) => {
      if (listeners.size === 0) return;
      pending.push(withoutManyChanges(event));
      timer ??= setTimeout(flush, batchInterval);
    },
    flush,
    onEvents: (listener) => {
      flush();
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
