/** A synced project in memory: its runner and its files, which share one store whose writes include the activity log. */
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { ProjectFileSync } from '../client/files/project-file-sync.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import type { Urgency } from '../client/request-queue.ts';
import type { ActivityLog } from '../store/activity-log.ts';
import { SyncStore } from '../store/sync-store.ts';
import { createLoggedProject, createLoggedRemote, LoggedStore } from './logged-sides.ts';
import type { ProjectUsage } from './project-usage.ts';
import type { SyncEngine } from './sync-engine.ts';
import { SyncRunner } from './sync-runner.ts';
import type { SyncStateMachine } from './sync-state-machine.ts';

export interface LoadedProject {
  readonly workspace: RemoteWorkspace;
  readonly runner: SyncRunner;
  readonly files: ProjectFileSync;
  readonly rows: LoggedStore;
}

interface ProjectLoaderDeps {
  readonly hash: string;
  readonly engine: SyncEngine;
  readonly keyValueStore: KeyValueStore;
  readonly activityLog: ActivityLog;
  readonly usage: ProjectUsage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds. */
  readonly settleTime: number;
  /** The urgency of the project's reads. */
  readonly readUrgency: () => Urgency;
  readonly machine: SyncStateMachine;
}

/** Loads a project when it is first used, and again if its workspace was replaced. */
export class ProjectLoader {
  readonly #deps: ProjectLoaderDeps;
  #current: LoadedProject | undefined;
  #isClosed = false;

  constructor(deps: ProjectLoaderDeps) {
    this.#deps = deps;
  }

  /** The loaded project, if there is one. */
  get current(): LoadedProject | undefined {
    return this.#current;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * A busy project keeps its workspace, because there must be only one runner at a time: the base in its memory must equal the stored one.
   */
  load(workspace: RemoteWorkspace, activity: 'busy' | 'idle'): LoadedProject {
    if (this.#current && (this.#current.workspace === workspace || activity === 'busy')) return this.#current;
    this.#current = loadProject(this.#deps, workspace);
    // A wait for another workspace does not apply to this one.
    this.#deps.machine.dispatch({ type: 'retry' });
    if (this.#isClosed) this.#current.rows.close();
    return this.#current;
  }

  unload(): void {
    this.#current = undefined;
  }

  /** Stops storing anything. */
  close(): void {
    this.#isClosed = true;
    this.#current?.rows.close();
  }
}

function loadProject(deps: ProjectLoaderDeps, workspace: RemoteWorkspace): LoadedProject {
  const context = { ...deps, workspace };
  const { hash, usage, now, settleTime, readUrgency, machine } = context;
  const local = createLoggedProject(context);
  const rows = new LoggedStore(context);
  const store = new SyncStore(rows, hash);
  // The files of the project in use come before those of all others, and do not use the user's part of the budget.
  const fileUrgency = (): Urgency => (usage.isInUse(hash) ? 'poll' : 'background');
  const writeUrgency = (): Urgency => (usage.isInUse(hash) ? 'user' : 'push');
  const files = workspace.files({ local, hash, keyValueStore: rows, store, urgency: fileUrgency });
  const runner = new SyncRunner({
    hash,
    local,
    files,
    store,
    keyValueStore: rows,
    now,
    settleTime,
    machine,
    remote: createLoggedRemote(context),
    allowedAt: (request) => workspace.requestQueue.availableAt(request === 'write' ? writeUrgency() : readUrgency(), request === 'read'),
    latestList: () => workspace.projectList,
    // The workspace polls the list for all its projects together.
    pollInterval: Number.POSITIVE_INFINITY,
  });
  return { workspace, runner, files, rows };
}
