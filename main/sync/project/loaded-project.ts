/** A synced project in memory: its runner and its files over one store, whose writes carry the activity log. */
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { ProjectFileSync } from '../client/files/project-file-sync.ts';
import type { Urgency } from '../client/request-budget.ts';
import type { Workspace } from '../client/workspace.ts';
import type { ActivityLog } from '../store/activity-log.ts';
import { SyncStore } from '../store/sync-store.ts';
import { createLoggedProject, createLoggedRemote, LoggedStore } from './logged-sides.ts';
import type { ProjectUsage } from './project-usage.ts';
import type { SyncEngine } from './sync-engine.ts';
import { SyncRunner } from './sync-runner.ts';
import type { SyncState } from './sync-state.ts';

export interface LoadedProject {
  readonly workspace: Workspace;
  readonly runner: SyncRunner;
  readonly files: ProjectFileSync;
  readonly rows: LoggedStore;
}

interface LoadProjectInput {
  readonly hash: string;
  readonly workspace: Workspace;
  readonly engine: SyncEngine;
  readonly keyValueStore: KeyValueStore;
  readonly activityLog: ActivityLog;
  readonly usage: ProjectUsage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds. */
  readonly settleTime: number;
  /** Of the project's reads. */
  readonly readUrgency: () => Urgency;
  readonly onStateChange: (state: SyncState) => void;
}

export function loadProject(input: LoadProjectInput): LoadedProject {
  const { hash, workspace, usage, now, settleTime, readUrgency, onStateChange } = input;
  const local = createLoggedProject(input);
  const rows = new LoggedStore(input);
  const store = new SyncStore(rows, hash);
  // The files of the project in use come before those of all others, and leave the user's part of the budget alone.
  const fileUrgency = (): Urgency => (usage.isInUse(hash) ? 'poll' : 'background');
  const writeUrgency = (): Urgency => (usage.isInUse(hash) ? 'user' : 'push');
  const files = workspace.files({ local, hash, keyValueStore: rows, store, urgency: fileUrgency });
  const runner = new SyncRunner({
    ...{ hash, local, files, store, keyValueStore: rows, now, settleTime, onStateChange },
    remote: createLoggedRemote(input),
    allowedAt: (request) => workspace.requestQueue.availableAt(request === 'write' ? writeUrgency() : readUrgency(), request === 'read'),
    latestList: () => workspace.projectList,
    // The workspace polls the list for all its projects together.
    pollInterval: Number.POSITIVE_INFINITY,
  });
  return { workspace, runner, files, rows };
}
