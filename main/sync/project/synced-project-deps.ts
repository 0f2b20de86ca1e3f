/** The dependencies of a synced project, which the sync service provides. */
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { RemoteWorkspace } from '../client/remote-workspace.ts';
import type { ActivityLog } from '../store/activity-log.ts';
import type { RemoteStore } from '../store/remote-store.ts';
import type { ProjectUsage } from './project-usage.ts';
import type { SyncEngine } from './sync-engine.ts';

export interface SyncedProjectDeps {
  readonly engine: SyncEngine;
  readonly keyValueStore: KeyValueStore;
  /** By name. A workspace may be replaced by another one with the same name. */
  readonly workspaces: ReadonlyMap<string, RemoteWorkspace>;
  readonly remoteStore: RemoteStore;
  readonly activityLog: ActivityLog;
  readonly usage: ProjectUsage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds. */
  readonly settleTime: number;
  /** Returns a number from 0 to below 1. */
  readonly random: () => number;
}
