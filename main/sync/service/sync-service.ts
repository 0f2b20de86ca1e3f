/** All mirrored projects and their workspaces as one: what there is, how each is, and the clockwork that keeps them going. */
import { notFoundProblem } from '../../../shared/problem.ts';
import { RemoteKeys } from '../client/remote-keys.ts';
import { Workspace } from '../client/workspace.ts';
import { toActivityEntry } from '../presenter/activity-messages.ts';
import { SyncedProject } from '../project/synced-project.ts';
import { SyncScheduler } from '../scheduler/sync-scheduler.ts';
import { ActivityLog } from '../store/activity-log.ts';
import {
  openRemoteStore,
  type RemoteRow,
  type RemoteStore,
  remotesStoreName,
  type SyncedProjectRow,
  syncedProjectsStoreName,
} from '../store/remote-store.ts';
import { syncStoreName } from '../store/sync-store.ts';
import type { SyncServiceDeps } from './sync-service-deps.ts';
import { SyncStatusPublisher } from './sync-status-publisher.ts';

/** Milliseconds: typing is let come to rest, and for how long a project counts as used. */
const editDelay = 700;
const inUseDuration = 300_000;
/** For what is on its way when the program ends. */
const closeTimeout = 1500;

export class SyncService {
  readonly deps: SyncServiceDeps;
  readonly keys: RemoteKeys;
  readonly remoteStore: RemoteStore;
  readonly activityLog: ActivityLog;
  readonly scheduler: SyncScheduler;
  readonly statusPublisher = new SyncStatusPublisher(this);
  readonly workspaces = new Map<string, Workspace>();
  readonly projects = new Map<string, SyncedProject>();
  readonly now = (): number => Math.floor(this.deps.environment.now() / 1000);
  #lastUsed: { hash: string; at: number } | undefined;
  isClosed = false;
  readonly #waiting = new Set<() => void>();
  readonly #silence: () => void;

  constructor(deps: SyncServiceDeps) {
    this.deps = deps;
    const { engine, environment } = deps;
    this.keys = new RemoteKeys({ store: deps.keyStore, env: deps.env, log: deps.log });
    this.remoteStore = openRemoteStore(engine.openKeyValueStore(remotesStoreName), engine.openKeyValueStore(syncedProjectsStoreName));
    this.activityLog = new ActivityLog(engine.openKeyValueStore(syncStoreName), () => environment.now(), toActivityEntry);
    this.scheduler = new SyncScheduler({
      timers: deps.timers,
      now: this.now,
      isAutomatic: deps.isAutomatic,
      log: deps.log,
      workspaces: () => this.workspaces.values(),
      projectsOf: (workspace) => this.projectsOf(workspace),
      pausedUntil: (project) => this.pausedUntil(project),
      projectStepped: (project) => this.projectStepped(project),
    });
    for (const row of this.remoteStore.remotes()) this.#open(row);
    for (const row of this.remoteStore.syncedProjects()) this.addProject(row);
    this.#silence = engine.onEvent((event) => {
      if (event.event !== 'project.changed') return;
      const project = this.projects.get(event.hash);
      if (!project || event.origin === 'remote') return;
      if (event.origin === 'user') this.#lastUsed = { hash: event.hash, at: this.now() };
      this.scheduler.projectEdited(project, this.now() + editDelay);
      this.statusPublisher.scheduleUpdate(project);
    });
  }

  /** Keys are looked for; then it begins. */
  async start(): Promise<void> {
    await Promise.all([...this.workspaces.values()].map((workspace) => workspace.loadKey()));
    if (!this.isClosed) this.scheduler.runDue();
  }

  /** The user works with it: its requests go first. */
  markInUse(hash: string): void {
    const isOther = this.#lastUsed?.hash !== hash;
    this.#lastUsed = { hash, at: this.now() };
    const project = this.projects.get(hash);
    if (!isOther || !project) return;
    this.scheduler.expedite(project, 0);
    // It may be waiting for its turn already, as one among many.
    project.workspace.requestQueue.reprioritize();
  }

  workspace(name: string): Workspace {
    const workspace = this.workspaces.get(name);
    if (!workspace) throw notFoundProblem('remote', name);
    return workspace;
  }

  project(hash: string): SyncedProject {
    const project = this.projects.get(hash);
    if (!project) throw notFoundProblem('mirrored project', hash);
    return project;
  }

  *projectsOf(workspace: Workspace): Generator<SyncedProject> {
    for (const project of this.projects.values()) if (project.row.remote === workspace.row.name) yield project;
  }

  #open(row: RemoteRow): Workspace {
    const workspace: Workspace = new Workspace(row, {
      connect: this.deps.connect,
      keys: this.keys,
      keyValueStore: this.deps.engine.openKeyValueStore(remotesStoreName),
      timers: this.deps.timers,
      now: this.now,
      urgencyOf: (there) => {
        const projects = [...this.projectsOf(workspace)];
        // The list is for all; one that the user waits for goes like the rest of what the user does.
        const isWaitedFor = (project: SyncedProject) =>
          project.urgency === 'user' && project.requiredListTime > (workspace.projectList?.at ?? 0);
        const found = projects.find(({ row }) => row.there === there) ?? projects.find(isWaitedFor);
        return found?.urgency ?? 'poll';
      },
      localHashOf: (there) => [...this.projectsOf(workspace)].find(({ row: { there: known } }) => known === there)?.row.hash,
      saveRow: (kept) => this.remoteStore.saveRemote(kept),
      onListed: () => {
        for (const project of this.projectsOf(workspace)) project.dueAt = 0;
      },
      onConnectionChange: () => this.#conditionChanged(workspace),
    });
    this.workspaces.set(row.name, workspace);
    return workspace;
  }

  /** A remote that is new or has become another: what was known of the old one is let go. */
  async replaceRemote(row: RemoteRow): Promise<Workspace> {
    const old = this.workspaces.get(row.name);
    this.remoteStore.saveRemote(row);
    const workspace = this.#open(row);
    await old?.close();
    await workspace.loadKey();
    this.scheduler.wakeWorkspace(workspace);
    this.scheduler.runDue();
    this.deps.emit({ event: 'remotes.changed' });
    return workspace;
  }

  /** From now on it is mirrored. */
  addProject(row: SyncedProjectRow): SyncedProject {
    const project: SyncedProject = new SyncedProject(row, {
      engine: this.deps.engine,
      keyValueStore: this.deps.engine.openKeyValueStore(syncStoreName),
      workspace: () => this.workspace(project.row.remote),
      activityLog: this.activityLog,
      now: this.now,
      settleTime: this.deps.settleTime,
      random: () => this.deps.environment.random(),
      isInUse: () => this.#lastUsed?.hash === row.hash && this.now() - this.#lastUsed.at < inUseDuration,
      saveRow: (kept) => this.remoteStore.saveSyncedProject(kept),
      onChange: () => this.statusPublisher.scheduleUpdate(project),
    });
    this.projects.set(row.hash, project);
    return project;
  }

  /** It is no longer mirrored: its rows go, now or beside what removes it. */
  removeProject(project: SyncedProject) {
    const { hash } = project.row;
    this.projects.delete(hash);
    this.activityLog.forget(hash);
    this.statusPublisher.forget(hash);
    this.deps.emit({ event: 'mirror.removed', hash });
    this.#wait();
    return [project.removalRows(), { store: syncedProjectsStoreName, remove: [hash] }];
  }

  /** Milliseconds; Infinity until told otherwise; undefined: it is not paused. */
  pausedUntil({ row }: SyncedProject): number | undefined {
    const now = this.now();
    const all = [this.remoteStore.pausedUntil(), row.pausedUntil].flatMap((until) =>
      until === undefined ? [] : [until ?? Number.POSITIVE_INFINITY],
    );
    const last = Math.max(0, ...all);
    return last > now ? last : undefined;
  }

  projectStepped(project: SyncedProject): void {
    this.statusPublisher.scheduleUpdate(project);
    this.#wait();
  }

  #conditionChanged(workspace: Workspace): void {
    this.deps.emit({ event: 'remotes.changed' });
    if (workspace.connectionState.is === 'ready') this.scheduler.wakeWorkspace(workspace);
    for (const project of this.projectsOf(workspace)) this.statusPublisher.scheduleUpdate(project);
    this.deps.timers.after(0, this.scheduler.runDue);
  }

  /** Resolves when something has been done, or nothing will be any more. */
  whenNextStep(): Promise<void> {
    return new Promise((go) => this.#waiting.add(go));
  }

  #wait(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const go of waiting) go();
  }

  /** What is on its way is awaited; what waits for its turn is not. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.#wait();
    this.#silence();
    const closing = this.scheduler.close();
    for (const workspace of this.workspaces.values()) workspace.stopRequests();
    await Promise.race([closing, this.#ring(closeTimeout)]);
    // Whatever has not come back by now is cut: its row says that nobody knows.
    await Promise.all([...this.workspaces.values()].map((workspace) => workspace.close()));
    await Promise.race([closing, this.#ring(closeTimeout)]);
  }

  #ring = (milliseconds: number): Promise<void> => new Promise((go) => this.deps.timers.after(milliseconds, go));
}
