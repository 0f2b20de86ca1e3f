/** The dependencies of the sync runner of one project. */

import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { AssetFileTracker } from '../client/files/project-file-sync.ts';
import type { ProjectList, RemoteApi } from '../protocol/remote-api.ts';
import type { LocalProject } from '../store/local-project.ts';
import type { SyncStore } from '../store/sync-store.ts';
import type { SyncStateMachine } from './sync-state-machine.ts';

export interface SyncRunnerDeps {
  readonly local: LocalProject;
  readonly hash: string;
  readonly keyValueStore: KeyValueStore;
  readonly remote: RemoteApi;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly settleTime: number;
  readonly pollInterval: number;
  /** Returns when such a request may be sent, according to the budget that all projects of the workspace share. */
  readonly allowedAt?: (what: 'list' | 'read' | 'write') => number;
  /** The files of assets, which must use the same store: only one object may hold the base in memory. */
  readonly files?: AssetFileTracker;
  readonly store?: SyncStore;
  /** The state machine of the project, which contains the state from before this runner was created. */
  readonly machine?: SyncStateMachine;
  /** The last project list that was requested for any of the projects. */
  readonly latestList?: () => ProjectList | undefined;
}
