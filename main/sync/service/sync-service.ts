/** All synced projects and their workspaces: their list, the status that is published, the scheduler that runs them, runs on request, pauses. */

import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import { type Environment, formatIsoTime } from '../../../shared/environment.ts';
import { message } from '../../../shared/messages/message.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import { notFoundProblem } from '../../../shared/problem.ts';
import { type CrashGuard, noCrashGuard } from '../../platform/crash-guard.ts';
import { type Timer, waitWithTimeout } from '../../platform/timer.ts';
import { WaitClock } from '../../platform/wait-clock.ts';
import { type KeyStore, RemoteKeys } from '../client/remote-keys.ts';
import { type ConnectOptions, RemoteWorkspace, type WorkspaceConnection } from '../client/remote-workspace.ts';
import { toOpenConflicts, toSyncReports, toSyncStatus, type ViewContext } from '../presenter/present-status.ts';
import { reportIds } from '../presenter/sync-reports.ts';
import { ProjectUsage } from '../project/loaded-project.ts';
import { SyncedProject } from '../project/synced-project.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import { SyncScheduler } from '../scheduler/sync-scheduler.ts';
import { ActivityLog } from '../store/activity-log.ts';
import {
  formerProjectRows,
  openRemoteStore,
  type RemoteRow,
  type RemoteStore,
  remotesStoreName,
  type SyncedProjectRow,
  syncedProjectsStoreName,
} from '../store/remote-store.ts';
import type { SyncEngine } from '../store/sync-engine.ts';
import { syncStoreName } from '../store/sync-store.ts';

export interface SyncServiceDeps {
  readonly engine: SyncEngine;
  readonly environment: Environment;
  readonly timer: Timer;
  readonly connect: (options: ConnectOptions) => WorkspaceConnection;
  readonly keyStore: KeyStore | undefined;
  readonly env: (name: string) => string | undefined;
  /** Whether projects are synced on a schedule; otherwise they are only synced when a caller requests it. */
  readonly isAutomatic: boolean;
  /** Milliseconds after which an unanswered write that no read shows counts as not applied (`TALEPORT_SETTLE_MS` for tests). */
  readonly settleTime: number;
  /** Without it, nothing notices that the process dies during sync. */
  readonly crashGuard?: CrashGuard;
  readonly emit: (event: BackendEvent) => void;
  readonly log: (line: string) => void;
  /** A hash that most likely no project has. */
  readonly createHash: () => string;
}

/** Milliseconds after an edit, so that typing can end first. */
const editDelay = 700;
/** Milliseconds for running requests when the program ends. */
const closeTimeout = 1500;

export class SyncService {
  readonly deps: SyncServiceDeps;
  readonly keys: RemoteKeys;
  readonly remoteStore: RemoteStore;
  readonly activityLog: ActivityLog;
  readonly scheduler: SyncScheduler;
  readonly statusPublisher: SyncStatusPublisher;
  readonly clock: WaitClock;
  readonly #workspaces = new Map<string, RemoteWorkspace>();
  readonly #projects = new Map<string, SyncedProject>();
  readonly #usage: ProjectUsage;
  readonly #stepListeners = new Set<() => void>();
  readonly #stopListening: () => void;
  #isClosed = false;

  constructor(deps: SyncServiceDeps) {
    this.deps = deps;
    const { engine, environment, crashGuard = noCrashGuard } = deps;
    this.clock = new WaitClock(environment);
    this.#usage = new ProjectUsage(this.clock);
    this.keys = new RemoteKeys({ store: deps.keyStore, env: deps.env, log: deps.log });
    this.remoteStore = openRemoteStore(engine.openKeyValueStore(remotesStoreName), engine.openKeyValueStore(syncedProjectsStoreName));
    this.activityLog = new ActivityLog(engine.openKeyValueStore(syncStoreName), () => environment.now());
    this.statusPublisher = new SyncStatusPublisher(this);
    this.scheduler = new SyncScheduler({
      timer: deps.timer,
      now: () => this.clock.now(),
      isAutomatic: deps.isAutomatic,
      log: deps.log,
      workspaces: () => this.#workspaces.values(),
      projectsOf: (workspace) => this.projectsOf(workspace),
      pausedUntil: (project) => this.#pausedUntilOnClock(project),
      onProjectStepped: (project) => this.#projectStepped(project),
      crashGuard,
    });
    for (const row of this.remoteStore.remotes()) this.#openWorkspace(row);
    for (const row of this.remoteStore.syncedProjects()) {
      // What is known of the project stays, for a workspace that is added again with this name.
      if (this.#workspaces.has(row.remote)) this.addProject(row);
      else
        deps.log(
          `The project ${row.hash} isn't synced, because the workspace ${row.remote} isn't connected. Connect it again with this name.`,
        );
    }
    this.#stopListening = engine.onEvent((event) => {
      if (event.event === 'project.changed' && event.origin !== 'remote') this.#onProjectEdited(event.hash, event.origin === 'user');
    });
  }

  get workspaces(): ReadonlyMap<string, RemoteWorkspace> {
    return this.#workspaces;
  }

  get projects(): ReadonlyMap<string, SyncedProject> {
    return this.#projects;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Loads the keys, then starts to run. */
  async start(): Promise<void> {
    await Promise.all([...this.#workspaces.values()].map((workspace) => workspace.loadKey()));
    if (!this.#isClosed) this.scheduler.runDue();
  }

  /** Must be called when the user works with a project, so that its requests are sent first. */
  markInUse(hash: string): void {
    const isOther = this.#usage.markUsed(hash);
    const project = this.#projects.get(hash);
    if (!isOther || !project) return;
    this.scheduler.expedite(project, 0);
    // Its requests may be waiting in the queue among many others.
    project.workspace.requestQueue.reprioritize();
  }

  /** Throws a Problem `notFound` if there is none. */
  workspace(name: string): RemoteWorkspace {
    const workspace = this.#workspaces.get(name);
    if (!workspace) throw notFoundProblem(message('problem.noun.remote'), name);
    return workspace;
  }

  /** Throws a Problem `notFound` if it is not synced. */
  project(hash: string): SyncedProject {
    const project = this.#projects.get(hash);
    if (!project) throw notFoundProblem(message('problem.noun.syncedProject'), hash);
    return project;
  }

  *projectsOf(workspace: RemoteWorkspace): Generator<SyncedProject> {
    for (const project of this.#projects.values()) if (project.row.remote === workspace.row.name) yield project;
  }

  #openWorkspace(row: RemoteRow): RemoteWorkspace {
    const { crashGuard = noCrashGuard } = this.deps;
    const workspace: RemoteWorkspace = new RemoteWorkspace(row, {
      connect: this.deps.connect,
      keys: this.keys,
      keyValueStore: this.deps.engine.openKeyValueStore(remotesStoreName),
      timer: this.deps.timer,
      clock: this.clock,
      urgencyOf: (remoteHash) => {
        const projects = [...this.projectsOf(workspace)];
        // The list is for all projects. If the user waits for one of them, it has the urgency of the user's own requests.
        const isAwaited = (project: SyncedProject) => project.urgency === 'user' && this.scheduler.isListAwaited(project);
        return (projects.find((project) => project.row.remoteHash === remoteHash) ?? projects.find(isAwaited))?.urgency ?? 'poll';
      },
      localHashOf: (remoteHash) => [...this.projectsOf(workspace)].find((project) => project.row.remoteHash === remoteHash)?.row.hash,
      whileWaiting: (hash, task) =>
        crashGuard.wait(hash === undefined ? { kind: 'remote', id: row.name } : { kind: 'sync', id: hash }, task),
      saveRow: (saved) => this.remoteStore.saveRemote(saved),
      onListed: () => this.scheduler.onListed(workspace),
      onConnectionChange: () => this.#connectionChanged(workspace),
    });
    this.#workspaces.set(row.name, workspace);
    return workspace;
  }

  /** Adds a remote, or replaces the one with the same name. Its key must have been verified. */
  async replaceRemote(row: RemoteRow): Promise<RemoteWorkspace> {
    const old = this.#workspaces.get(row.name);
    this.remoteStore.saveRemote(row);
    const workspace = this.#openWorkspace(row);
    await old?.close();
    await workspace.loadKey();
    workspace.markVerified();
    this.scheduler.wakeWorkspace(workspace);
    this.scheduler.runDue();
    this.deps.emit({ event: 'remotes.changed' });
    return workspace;
  }

  /** No project may be synced with it. */
  async removeRemote(name: string): Promise<void> {
    const workspace = this.workspace(name);
    this.#workspaces.delete(name);
    this.remoteStore.removeRemote(name);
    await workspace.close();
    await this.keys.remove(workspace.row);
    this.deps.emit({ event: 'remotes.changed' });
  }

  addProject(row: SyncedProjectRow): SyncedProject {
    const { engine, environment, settleTime } = this.deps;
    const deps = {
      engine,
      keyValueStore: engine.openKeyValueStore(syncStoreName),
      workspaces: this.#workspaces,
      remoteStore: this.remoteStore,
      activityLog: this.activityLog,
      usage: this.#usage,
      clock: this.clock,
      settleTime,
      random: () => environment.random(),
      isAwaited: (project: SyncedProject) => this.scheduler.isRequested(project),
    };
    const project = new SyncedProject(row, deps, {
      onChange: (changed) => this.statusPublisher.scheduleUpdate(changed),
      onWorkFound: (found, work) => this.scheduler.onWorkFound(found, work),
    });
    this.#projects.set(row.hash, project);
    return project;
  }

  /** Ends the sync of a project. Returns its rows, to be removed immediately or in the transaction that removes the project. */
  removeProject(project: SyncedProject): readonly KeyValueWrites[] {
    const { hash } = project.row;
    this.#projects.delete(hash);
    this.activityLog.forget(hash);
    this.statusPublisher.forget(hash);
    this.deps.emit({ event: 'sync.removed', hash });
    this.#notifyStepListeners();
    return [project.removalRows(), { store: syncedProjectsStoreName, remove: [hash] }, formerProjectRows(project.row)];
  }

  /** Milliseconds since 1970. Infinity if it is paused until the user resumes it, undefined if it is not paused. */
  pausedUntil({ row }: SyncedProject): number | undefined {
    const pauses = [this.remoteStore.pausedUntil(), row.pausedUntil].filter((until) => until !== undefined);
    const last = Math.max(0, ...pauses.map((until) => until ?? Number.POSITIVE_INFINITY));
    return last > this.clock.wallNow() ? last : undefined;
  }

  /** As `pausedUntil`, on the monotonic clock. */
  #pausedUntilOnClock(project: SyncedProject): number | undefined {
    const until = this.pausedUntil(project);
    return until === undefined ? undefined : this.clock.now() + (until - this.clock.wallNow());
  }

  /** Whether the project is synced automatically, or a caller has requested it. */
  isRunning(project: SyncedProject): boolean {
    return this.deps.isAutomatic || this.scheduler.isRequested(project);
  }

  #onProjectEdited(hash: string, isByUser: boolean): void {
    const project = this.#projects.get(hash);
    if (!project) return;
    if (isByUser) this.#usage.markUsed(hash);
    project.cancelTransfers('obsolete');
    this.scheduler.onProjectEdited(project, editDelay);
    this.statusPublisher.scheduleUpdate(project);
  }

  #projectStepped(project: SyncedProject): void {
    this.statusPublisher.scheduleUpdate(project);
    this.#notifyStepListeners();
  }

  #connectionChanged(workspace: RemoteWorkspace): void {
    this.deps.emit({ event: 'remotes.changed' });
    if (workspace.connectionState.type === 'ready') this.scheduler.wakeWorkspace(workspace);
    for (const project of this.projectsOf(workspace)) this.statusPublisher.scheduleUpdate(project);
    this.deps.timer.after(0, this.scheduler.runDue);
  }

  /** Resolves after the next step, or when there will be none. */
  whenNextStep(): Promise<void> {
    return new Promise((resolve) => this.#stepListeners.add(resolve));
  }

  #notifyStepListeners(): void {
    const listeners = [...this.#stepListeners];
    this.#stepListeners.clear();
    for (const notify of listeners) notify();
  }

  /** Running requests are awaited; those that wait in a queue are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#notifyStepListeners();
    this.#stopListening();
    const closing = this.scheduler.close();
    for (const workspace of this.#workspaces.values()) workspace.stopRequests();
    await waitWithTimeout(closeTimeout, closing, this.deps.timer);
    // Requests without a response by now are aborted; their rows say that the outcome is unknown.
    await Promise.all([...this.#workspaces.values()].map((workspace) => workspace.close()));
    await waitWithTimeout(closeTimeout, closing, this.deps.timer);
  }
}

/** Parses the ids of conflicts and reports in calls: the hash of their project, a slash, and the id in that project. */
export function parseQualifiedId(qualifiedId: string): { readonly hash: string; readonly id: string } {
  const at = qualifiedId.indexOf('/');
  return { hash: qualifiedId.slice(0, at), id: qualifiedId.slice(at + 1) };
}

/** Milliseconds before changes of a status are emitted. */
const updateDelay = 250;

interface PublisherContext extends ViewContext {
  readonly activityLog: ActivityLog;
  readonly deps: ViewContext['deps'] & { readonly timer: Timer; readonly emit: (event: BackendEvent) => void };
  readonly projects: ReadonlyMap<string, SyncedProject>;
  readonly isClosed: boolean;
}

/** Emits the changes of synced projects: batched, after a short delay, and only if they differ from what was last emitted. */
class SyncStatusPublisher {
  readonly #context: PublisherContext;
  /** What was emitted, by project. The values of conflicts may be long, so they are compared as they are instead of as JSON. */
  readonly #published = new Map<
    string,
    { readonly status: string; readonly times: string; readonly details: readonly unknown[]; readonly activity: number }
  >();
  readonly #changed = new Set<string>();
  #isScheduled = false;

  constructor(context: PublisherContext) {
    this.#context = context;
  }

  scheduleUpdate({ row }: SyncedProject): void {
    this.#changed.add(row.hash);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#context.deps.timer.after(updateDelay, () => this.flush());
  }

  flush(): void {
    this.#isScheduled = false;
    if (this.#context.isClosed) return;
    for (const hash of this.#changed) {
      const project = this.#context.projects.get(hash);
      if (project) this.publish(project);
    }
    this.#changed.clear();
  }

  forget(hash: string): void {
    this.#published.delete(hash);
  }

  /** Stores the time at which new reports of a project were found. */
  recordReports(project: SyncedProject): void {
    if (!project.row.isFetched) return;
    project.recordReports(reportIds(project), formatIsoTime(this.#context.deps.environment.now()));
  }

  /**
   * Emits the status of a project, and that its conflicts, reports, held changes or activity have changed, if they differ from what was last emitted. Its times change
   * with each read of the remote, so a change of these alone is only emitted if a caller awaits the status.
   */
  publish(project: SyncedProject, { isAwaited = false } = {}): void {
    const { emit } = this.#context.deps;
    const { hash } = project.row;
    this.recordReports(project);
    const status = toSyncStatus(this.#context, project);
    const { lastSyncedAt, seconds, ...lasting } = status;
    const now = {
      status: JSON.stringify(lasting),
      times: JSON.stringify({ lastSyncedAt, seconds }),
      details: [
        toOpenConflicts(this.#context, project).map(({ summarize, ...shown }) => shown),
        toSyncReports(this.#context, project),
        project.listHeldTexts(),
      ],
      activity: this.#context.activityLog.newestNumber(hash),
    };
    const before = this.#published.get(hash);
    const isChanged = before?.status !== now.status || (isAwaited && before.times !== now.times);
    // The times that were last emitted remain stored: changes that nobody has awaited must still be emitted.
    this.#published.set(hash, isChanged ? now : { ...now, times: before.times });
    if (isChanged) emit({ event: 'sync.changed', status });
    if (before && !jsonEquals(before.details, now.details)) emit({ event: 'conflicts.changed', hash });
    if (before && before.activity !== now.activity) emit({ event: 'activity.changed', hash });
  }
}

export interface RunOptions {
  /** Returns true when enough has been done. */
  readonly until?: (project: SyncedProject) => boolean;
  readonly isCancelled?: () => boolean;
  /** Milliseconds; an older project list is requested again. Without it, every list is. */
  readonly maxListAge?: number;
  /** Called with the number of projects that are done, and of all projects. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Takes steps until nothing can be read or sent at the moment: everything else waits for the limit, the network, a time or the user. */
export async function runUntilIdle(
  service: SyncService,
  wanted: readonly SyncedProject[],
  { until, isCancelled, maxListAge = 0, onProgress }: RunOptions = {},
): Promise<void> {
  const { scheduler } = service;
  const projects = wanted.filter((project) => service.pausedUntil(project) === undefined);
  const workspaces = new Set(projects.map((project) => project.workspace));
  await Promise.all([...workspaces].map((workspace) => refreshList(workspace, service.clock.now() - maxListAge)));
  for (const project of projects) {
    if (project.workspace.connectionState.type === 'ready') scheduler.request(project);
    else scheduler.endRequest(project);
  }
  for (const workspace of workspaces) scheduler.wakeWorkspace(workspace);
  scheduler.runDue();
  const isDone = (project: SyncedProject) => !scheduler.isRequested(project) || !service.projects.has(project.row.hash) || until?.(project);
  while (!service.isClosed && !isCancelled?.() && !projects.every(isDone)) {
    onProgress?.(projects.filter(isDone).length, projects.length);
    await service.whenNextStep();
  }
  // Without automatic sync, the projects stop running here.
  for (const project of projects) scheduler.endRequest(project);
}

/** Requests the list if it was last requested before `since`, even if the workspace was unavailable before. */
async function refreshList(workspace: RemoteWorkspace, since: number): Promise<void> {
  if (workspace.connectionState.type !== 'ready') await workspace.loadKey();
  try {
    await workspace.listForUser(since);
  } catch (error) {
    if (!(error instanceof RemoteUnavailableError)) throw error;
  }
}

/**
 * Pauses one project, or all. `until` is in milliseconds since 1970; null pauses until the user resumes. undefined resumes, and also ends
 * the wait for the limit of a remote (I33).
 */
export function pauseSync(service: SyncService, project: SyncedProject | undefined, until: number | null | undefined): void {
  if (project) project.pause(until);
  else service.remoteStore.pause(until);
  for (const each of project ? [project] : service.projects.values()) {
    if (service.pausedUntil(each) !== undefined) each.cancelTransfers('all');
    service.scheduler.onPauseChanged(each);
    if (until === undefined) {
      each.workspace.requestQueue.clearRateLimit();
      service.scheduler.wake(each);
    }
    service.statusPublisher.scheduleUpdate(each);
  }
  service.scheduler.runDue();
}
