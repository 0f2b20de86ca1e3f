/**
 * Controls the sync of all workspaces, for the handlers of the window, the command line and the program itself. docs/sync.md contains a
 * diagram.
 */

import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type {
  ConflictResolution,
  HeldChange,
  LocalOnlyChange,
  ResolutionResult,
  SyncActivityEntry,
  SyncReport,
  SyncStatus,
} from '../../../shared/contracts/sync.ts';
import { type Environment, formatIsoTime } from '../../../shared/environment.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Command, CommandResult, SingleCommand } from '../../../shared/model/commands.ts';
import { notFoundProblem } from '../../../shared/problem.ts';
import { compareCodeUnits } from '../../../shared/text.ts';
import type { FileStore } from '../../assets/file-store.ts';
import type { Engine } from '../../engine/engine.ts';
import { createProjectHash } from '../../engine/project-catalog.ts';
import { exportStory } from '../../exporters/exporters.ts';
import { yieldToEventLoop } from '../../platform/cooperative-yielder.ts';
import type { CrashGuard } from '../../platform/crash-guard.ts';
import { describeError } from '../../platform/errors.ts';
import { createRemoteConnector, probeRemoteKey } from '../client/http-remote.ts';
import type { ResolveSystemProxy } from '../client/proxy.ts';
import type { KeyStore } from '../client/remote-keys.ts';
import { simplifyTextCommand } from '../plan/held-texts.ts';
import type { DescribedConflict } from '../presenter/conflict-details.ts';
import type { ShownMarks } from '../presenter/conflict-mark.ts';
import { assertNoLocalOnlyChanges, findLocalOnlyChanges, heldChangeId, toHeldChanges } from '../presenter/local-only-changes.ts';
import { toOpenConflicts, toSyncReports, toSyncStatus } from '../presenter/present-status.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { overwritesSince, restoreOverwrittenCommand } from '../store/acknowledgement-entries.ts';
import { overwriteReportId } from '../store/sync-store.ts';
import { assertCommandAllowed, revertBlockReason } from './edit-restrictions.ts';
import { type AddProjectOptions, createProjectSelection } from './project-selection.ts';
import { createRemoteRegistry, type VerifyRemote } from './remote-registry.ts';
import { resolveConflicts } from './resolve-conflicts.ts';
import { parseQualifiedId, pauseSync, type RunOptions, runUntilIdle, SyncService, type SyncServiceDeps } from './sync-service.ts';

interface SyncControllerDeps extends SyncServiceDeps {
  readonly verifyRemote: VerifyRemote;
  /** The project as a story file, with all its languages. */
  readonly exportProject: (hash: string) => unknown;
}

/** Starts sync: reads the keys, and runs the projects on a schedule if sync is automatic. */
export function openSyncController(deps: SyncControllerDeps): SyncController {
  const service = new SyncService(deps);
  return new SyncController(service, deps, service.start());
}

/** Milliseconds after which the outcome of a write without a response is determined. TALEPORT_SETTLE_MS overrides it for tests. */
const defaultSettleTime = 90_000;
/** The maximum delay of a timer in Node. */
const maxTimerDelay = 2_147_483_647;

interface CreateSyncControllerDeps {
  readonly engine: Engine;
  readonly fileStore: FileStore;
  readonly environment: Environment;
  readonly log: (line: string) => void;
  readonly emit: (event: BackendEvent) => void;
  readonly keyStore: KeyStore | undefined;
  readonly crashGuard: CrashGuard;
  readonly isAutomatic: boolean;
  /** The proxies of the operating system, where the process can ask for them. */
  readonly resolveSystemProxy?: ResolveSystemProxy | undefined;
}

/** Starts sync with the clock, timers, network and environment variables of this process. */
export function createSyncController({
  engine,
  fileStore,
  environment,
  resolveSystemProxy,
  ...deps
}: CreateSyncControllerDeps): SyncController {
  const runLogged = (callback: () => void): void => {
    try {
      callback();
    } catch (error) {
      deps.log(`Sync failed: ${describeError(error)}`);
    }
  };
  return openSyncController({
    ...deps,
    environment,
    engine: {
      ...engine,
      async createProject(records, extraRows, requestedHash) {
        await engine.inSlices.createProject(records, { extraRows, requestedHash, isOpened: true });
      },
    },
    timer: {
      after(milliseconds, callback) {
        const timer = setTimeout(() => runLogged(callback), Math.min(milliseconds, maxTimerDelay));
        return () => clearTimeout(timer);
      },
    },
    connect: createRemoteConnector(fileStore, environment, resolveSystemProxy),
    verifyRemote: (url, key) => probeRemoteKey(url, key, environment, resolveSystemProxy),
    exportProject: (hash) => JSON.parse(exportStory(engine.getProject(hash), { format: 'json', allLocales: true, destination: 'file' })),
    createHash: () => createProjectHash(environment, new Map()),
    env: (name) => process.env[name],
    settleTime: Number(process.env.TALEPORT_SETTLE_MS) || defaultSettleTime,
  });
}

/** The methods throw a Problem `notFound` for a remote that does not exist, and for a project that is not synced. */
export class SyncController {
  readonly remotes: ReturnType<typeof createRemoteRegistry>;
  /**
   * Resolves when the keys are loaded. With automatic sync, nothing needs to wait for that, because the key store may have to ask the user
   * first.
   */
  readonly ready: Promise<void>;
  readonly #service: SyncService;
  readonly #deps: SyncControllerDeps;
  readonly #selection: ReturnType<typeof createProjectSelection>;

  constructor(service: SyncService, deps: SyncControllerDeps, started: Promise<void>) {
    this.#service = service;
    this.#deps = deps;
    this.#selection = createProjectSelection(service, deps.exportProject);
    this.remotes = createRemoteRegistry(service, deps.verifyRemote);
    this.ready = deps.isAutomatic ? Promise.resolve() : started;
  }

  list(): SyncStatus[] {
    return this.#publishedStatuses([...this.#service.projects.values()]);
  }

  async add(remote: string, remoteHash: string, options?: AddProjectOptions): Promise<SyncStatus> {
    return this.#publishedStatus(await this.#selection.add(remote, remoteHash, options));
  }

  async upload(remote: string, hash: string): Promise<SyncStatus> {
    return this.#publishedStatus(await this.#selection.upload(remote, hash));
  }

  async join(remote: string, remoteHash: string, hash: string): Promise<SyncStatus> {
    return this.#publishedStatus(await this.#selection.join(remote, remoteHash, hash));
  }

  /** Ends the sync of a project. Returns the rows to remove in the transaction that ends it; none if it was not synced. */
  removeProject(hash: string): readonly KeyValueWrites[] {
    const project = this.#service.projects.get(hash);
    return project ? this.#service.removeProject(project) : [];
  }

  isSynced(hash: string): boolean {
    return this.#service.projects.has(hash);
  }

  /** Whether the project has been downloaded. */
  isDownloaded(hash: string): boolean {
    return this.#service.project(hash).row.isFetched;
  }

  /** The hashes of the projects of a remote. */
  hashesOf(remote: string): string[] {
    return [...this.#service.projectsOf(this.#service.workspace(remote))].map(({ row }) => row.hash);
  }

  /** (I28) Everything that exists only on this computer: of a project, of all projects of a remote, or of all. */
  localOnly({ hash, remote }: { readonly hash?: string | undefined; readonly remote?: string | undefined }): LocalOnlyChange[] {
    const inScope = remote === undefined ? this.#selected(hash) : [...this.#service.projectsOf(this.#service.workspace(remote))];
    const concerned = inScope.filter((project) => hash === undefined || project.row.hash === hash);
    return concerned.flatMap((project) => findLocalOnlyChanges(this.#deps.engine, project));
  }

  /**
   * (I28) Throws a Problem `conflict` if the remote of a project lacks some of its changes. Does nothing for a project that is not synced.
   */
  assertNoLocalOnlyChanges(hash: string): void {
    const project = this.#service.projects.get(hash);
    if (project) assertNoLocalOnlyChanges(project.row.remote, findLocalOnlyChanges(this.#deps.engine, project));
  }

  /**
   * Must be called if the local project may be incomplete or outdated: each difference then becomes a conflict, and nothing is sent before
   * the remote has been read.
   */
  forgetAgreement(hash: string): void {
    this.#service.projects.get(hash)?.forgetAgreement();
  }

  /** Must be called when the user has opened the project or works with it. */
  markInUse(hash: string): void {
    this.#service.markInUse(hash);
  }

  /** Throws the Problem of a command that the remote could never accept. */
  assertCommandAllowed(hash: string, command: Command): void {
    if (this.isSynced(hash)) assertCommandAllowed(command, this.#deps.engine.getProject(hash));
  }

  /**
   * For undo: returns a function with the reason why something must not be restored in a synced project; undefined if the project is not
   * synced.
   */
  revertBlockReason(hash: string): ReturnType<typeof revertBlockReason> | undefined {
    const project = this.#service.projects.get(hash);
    return project?.row.isFetched ? revertBlockReason((id) => project.base().has(id)) : undefined;
  }

  /** (G30) Texts that stay on this computer because no request can contain them. */
  held(hash: string): HeldChange[] {
    return toHeldChanges(this.#service, this.#service.project(hash));
  }

  /**
   * (G30) Replaces held texts by ones without the formatting that no request can contain, as one command of the user, which sync sends like
   * any other change. If an id does not belong to a held text, throws a Problem `notFound`, and nothing is sent.
   */
  sendSimplified(hash: string, ids: readonly string[]): CommandResult {
    const { engine } = this.#deps;
    const local = engine.getProject(hash);
    const held = new Map(
      this.#service
        .project(hash)
        .localChanges()
        .held.map((each) => [heldChangeId(each), each]),
    );
    const commands = [...new Set(ids)].map((id): SingleCommand => {
      const text = held.get(id);
      const record = text && local.get(text.recordId);
      const command = record && simplifyTextCommand(record, text.field);
      if (!command) throw notFoundProblem(message('problem.noun.heldChange'), id);
      return command;
    });
    return engine.execute(hash, { do: 'batch', commands }, 'user');
  }

  /** Syncs a project, or all of them, until each has nothing left to do or has to wait. */
  async run(hash: string | undefined, options: Omit<RunOptions, 'until'> = {}): Promise<SyncStatus[]> {
    const projects = this.#selected(hash);
    // A request for a single project also tries its rejected writes again.
    if (hash !== undefined) for (const project of projects) project.retryRejected();
    for (const project of projects) project.repeatDoubtfulRead();
    await runUntilIdle(this.#service, projects, options);
    return this.#publishedStatuses(projects.filter(({ row }) => this.isSynced(row.hash)));
  }

  /** `until` is in ISO 8601; null pauses until the user resumes, 'now' resumes. */
  pause(hash: string | undefined, until: string | null): SyncStatus[] {
    const projects = this.#selected(hash);
    pauseSync(this.#service, hash === undefined ? undefined : projects[0], parsePause(until));
    return this.#publishedStatuses(projects);
  }

  /** Newest first: the entries before the one with the id `before`. */
  activity(hash: string | undefined, before: string | undefined): SyncActivityEntry[] {
    const hashes = this.#selected(hash).map(({ row }) => row.hash);
    return this.#service.activityLog.list(hashes, before);
  }

  /** Oldest first. */
  reports(hash: string | undefined, which: 'unseen' | 'all' = 'unseen'): SyncReport[] {
    return this.#selected(hash).flatMap((project) => {
      this.#service.statusPublisher.recordReports(project);
      return toSyncReports(this.#service, project, which);
    });
  }

  markReportsSeen(ids: readonly string[]): void {
    for (const { hash, id } of ids.map(parseQualifiedId)) {
      const project = this.#service.project(hash);
      project.markReportSeen(id, this.#wallTime());
      this.#service.statusPublisher.scheduleUpdate(project);
    }
  }

  /**
   * Restores values that one of our writes may have overwritten, as one command of the user. `id` is that of a SyncReport, which counts as
   * seen afterwards. Throws a Problem `notFound` if there is nothing to restore.
   */
  restoreOverwritten(id: string): CommandResult {
    const { engine } = this.#deps;
    const { hash, id: reportId } = parseQualifiedId(id);
    const project = this.#service.project(hash);
    const reports = project.overwriteReports();
    const report = reports.find((each) => overwriteReportId(each) === reportId);
    const record = report && engine.getProject(hash).get(project.resolveAlias(report.recordId));
    const command = report && restoreOverwrittenCommand(overwritesSince(report, reports, project), record);
    if (!command) throw notFoundProblem(message('problem.noun.overwrittenValue'), id);
    const result = engine.execute(hash, command, 'user');
    project.markReportSeen(reportId, this.#wallTime());
    this.#service.statusPublisher.scheduleUpdate(project);
    return result;
  }

  conflicts(hash: string | undefined): DescribedConflict[] {
    return this.#selected(hash).flatMap((project) => toOpenConflicts(this.#service, project));
  }

  async resolveConflicts(ids: readonly string[], resolution: ConflictResolution, shown?: ShownMarks): Promise<ResolutionResult> {
    const result = await resolveConflicts(this.#service, ids, resolution, shown);
    // Counting what is not sent yet takes long after many answers.
    await yieldToEventLoop();
    this.#service.statusPublisher.flush();
    this.#service.scheduler.runDue();
    return result;
  }

  close(): Promise<void> {
    return this.#service.close();
  }

  /** Now, in ISO 8601. */
  #wallTime(): string {
    return formatIsoTime(this.#deps.environment.now());
  }

  /** A project, or all of them. */
  #selected(hash: string | undefined): SyncedProject[] {
    return hash === undefined ? [...this.#service.projects.values()] : [this.#service.project(hash)];
  }

  /** The statuses that a call returns. They are published before it returns, because the window only follows events. */
  #publishedStatuses(projects: readonly SyncedProject[]): SyncStatus[] {
    return projects.map((project) => this.#publishedStatus(project)).sort((one, two) => compareCodeUnits(one.name, two.name));
  }

  #publishedStatus(project: SyncedProject): SyncStatus {
    this.#service.statusPublisher.publish(project, { isAwaited: true });
    return toSyncStatus(this.#service, project);
  }
}

function parsePause(until: string | null): number | null | undefined {
  if (until === 'now') return undefined;
  return until === null ? null : Date.parse(until);
}
