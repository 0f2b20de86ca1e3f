/**
 * The parts of the program wired together: engine, import, export, targets. Whoever drives it (worker, command line, browser
 * shell, another process) makes calls of shared/contracts/ipc/calls.ts and hears events; it knows none of them.
 */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import {
  type BackendHandlers,
  type CallOutput,
  type CallResult,
  type InvokeCall,
  isDesktopCallName,
} from '../../shared/contracts/ipc/call-types.ts';
import type { Environment } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { accountsStoreName } from '../accounts/account-rows.ts';
import { type Accounts, openAccounts } from '../accounts/accounts.ts';
import { type FileStore, openFileStore } from '../assets/file-store.ts';
import { storedFilesStoreName as fileStoreName } from '../assets/stored-file-index.ts';
import { uploadLimitsFor } from '../assets/upload-limits.ts';
import { openTargetService } from '../delivery/target-service.ts';
import { openTextArchive } from '../delivery/text-archive.ts';
import { openEngine } from '../engine/engine.ts';
import { openExportEventStream } from '../rest-api/handlers/export-event-stream.ts';
import { openRateLimiter } from '../rest-api/rate-limiter.ts';
import { createRestApi, type RestApi } from '../rest-api/rest-api.ts';
import type { KeyStore } from '../sync/client/remote-keys.ts';
import { createAccountHandlers } from './account-handlers.ts';
import { createAssetHandlers } from './asset-handlers.ts';
import { createCallHandlers } from './call-handlers.ts';
import { createSyncController } from './create-sync-controller.ts';
import { withSyncRules } from './engine-with-sync-rules.ts';
import { createEventBatcher } from './event-batcher.ts';
import { ExportSnapshots } from './export-snapshots.ts';
import { createJobRegistry } from './job-registry.ts';
import { parseCallInput, parseCallName } from './parse-call.ts';
import { createTargetRenderer } from './render-target.ts';
import { openServiceListeners } from './service-listeners.ts';
import { createSyncHandlers } from './sync-handlers.ts';
import { scheduleUnusedFileCleanup } from './unused-file-cleanup.ts';

/** Milliseconds after the start at which the data file is looked through in the background. */
const integrityCheckDelay = 60_000;

/** How the parts of this process are there. */
export interface BackendOptions {
  /** For as long as somebody works with it: then it does what the settings have switched on. A command that is soon done does not. */
  readonly longRunning?: boolean;
  /** `manual`: targets are delivered only when `target.run` is called. */
  readonly targets?: 'live' | 'manual';
  /** `manual`: projects are synced only when `sync.run` is called. */
  readonly sync?: 'live' | 'manual';
  /** Where keys of remotes are kept; without it they are asked for at each start. */
  readonly keyStore?: KeyStore;
}

/** The parts of this very process, with what lies behind the calls. */
export interface LocalBackend extends Backend {
  readonly accounts: Accounts;
  readonly restApi: RestApi;
}

/** Opens the parts over a data folder, which this process must own; null keeps everything in memory. */
export async function openBackend(
  folder: string | null,
  environment: Environment,
  log: (line: string) => void = () => undefined,
  { longRunning = false, targets: targetMode = 'live', sync: syncMode = 'live', keyStore }: BackendOptions = {},
): Promise<LocalBackend> {
  let stored: FileStore | undefined;
  const engine = openEngine(folder, environment, log, (hash, file) => stored?.find(hash, file));
  const fileStore = openFileStore(folder && join(folder, 'vault'), engine.openKeyValueStore(fileStoreName), environment, log);
  stored = fileStore;
  const batches = createEventBatcher();
  const jobs = createJobRegistry(batches.emit, environment);
  const accounts = openAccounts(engine.openKeyValueStore(accountsStoreName), environment);
  const rateLimiter = openRateLimiter(engine.openKeyValueStore('rate-limits'), environment);
  const removeProject = (hash: string): void => {
    engine.removeProject(hash, [accounts.projectRemovalWrites(hash), fileStore.rowsToRemove(hash), ...sync.removeProject(hash)]);
    fileStore.removeProjectFiles(hash);
    targets.onProjectRemoved(hash);
  };
  const edited = withSyncRules(engine, () => sync);
  const snapshots = new ExportSnapshots(engine);
  const service = createRestApi({
    engine: edited,
    accounts,
    rateLimiter,
    fileStore,
    environment,
    withExportSnapshot: (hash, work) => snapshots.runInSequence(hash, work),
    removeProject,
    log,
  });
  const exportEvents = openExportEventStream({ accounts, engine });
  accounts.onChange(() => batches.emit({ event: 'accounts.changed' }));
  const targets = await openTargetService({
    store: engine.openKeyValueStore('targets'),
    isManualOnly: targetMode === 'manual',
    environment,
    log,
    emit: (event) => {
      batches.emit(event);
      if (event.event !== 'target.delivered') return;
      const { id, written, removed } = event.delivery;
      const target = targets.list(event.hash).find((each) => each.id === id);
      if (target) exportEvents.emitDelivery(target, written, removed);
    },
    render: createTargetRenderer(snapshots, fileStore),
    versionOf: (hash) => engine.getVersion(hash).version,
    locate: (hash, file) => fileStore.findPath(hash, file),
    archive: openTextArchive(folder && join(folder, 'exports')),
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
  // Once, when the program has come to rest; commands that are done before need none.
  const check = setTimeout(() => void engine.checkIntegrity().then((found) => found !== 'ok' && reportDamage(found)), integrityCheckDelay);
  check.unref();
  const reportDamage = (found: string) => {
    log(`The project data is damaged: ${found}`);
    batches.emit({ event: 'notice', message: 'The project data is damaged. Please export your projects to files and look into the log.' });
  };
  const sweeping = scheduleUnusedFileCleanup(fileStore, engine, log);
  const handle: RestApi['handle'] = async (request, how) => exportEvents.handle(request) ?? service.handle(request, how);
  const listeners = openServiceListeners({ handle, store: engine.openKeyValueStore('service'), environment, log, emit: batches.emit });
  const handlers = createCallHandlers({
    engine: edited,
    snapshots,
    exampleFolder: join(folder ?? tmpdir(), folder === null ? 'taleport-example-game' : 'example-game'),
    targets,
    jobs,
    environment,
    fileStore,
    getUploadLimits: () => uploadLimitsFor(undefined, accounts.workspace()),
    removeProject,
    accounts: createAccountHandlers(accounts, (hash) => engine.listProjects().some((project) => project.hash === hash)),
    assets: createAssetHandlers({
      fileStore,
      jobs,
      getUploadLimits: (hash) => uploadLimitsFor(engine.getProject(hash), accounts.workspace(accounts.workspaceIdOfProject(hash))),
    }),
    service: listeners.handlers,
    syncUsage: sync,
    sync: createSyncHandlers({
      sync,
      engine: edited,
      jobs,
      stopSync(hash, { keep, discard }) {
        const { isHere } = sync.assertCanStop(hash, { discard });
        if (isHere && !keep) removeProject(hash);
        else engine.writeRows(sync.removeProject(hash));
      },
    }),
  });

  if (longRunning) await listeners.applySettings();

  return {
    accounts,
    restApi: { handle },
    async call(name, input, gone) {
      const answer = await toAnswer(() => executeCall(handlers, name, input, gone), name, log);
      batches.flush();
      return answer;
    },
    onEvents: batches.onEvents,
    async close() {
      clearTimeout(check);
      sweeping.stop();
      jobs.cancelAll();
      exportEvents.close();
      await listeners.close();
      await sync.close();
      await targets.close();
      await fileStore.close();
      rateLimiter.close();
      batches.flush();
      await engine.close();
    },
  };
}

/** Where Problems become answers. What is no Problem is a bug: it is logged with its stack and says nothing of itself outside. */
async function toAnswer(run: () => Promise<unknown>, name: string, log: (line: string) => void): Promise<CallResult> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    if (!(error instanceof Problem)) log(`${name} failed: ${error instanceof Error ? error.stack : String(error)}`);
    return { ok: false, problem: Problem.from(error).serialize() };
  }
}

async function executeCall(handlers: BackendHandlers, name: string, input: unknown, gone: AbortSignal | undefined): Promise<unknown> {
  const known = parseCallName(name);
  if (known === 'app.info' || isDesktopCallName(known)) throw new Problem('unsupported', message('problem.app.callForWindow', { known }));
  const handler = handlers[known as keyof BackendHandlers] as (input: unknown, gone?: AbortSignal) => unknown;
  return handler(parseCallInput(known, input), gone);
}

/** The parts as a function that gives the value or throws the Problem. */
export const createInvoke =
  ({ call }: Pick<Backend, 'call'>): InvokeCall =>
  async (name, input) => {
    const answer = await call(name, input);
    if (!answer.ok) throw Problem.fromJSON(answer.problem);
    return answer.value as CallOutput<typeof name>;
  };
