/** What the mirrors of all projects work with. */
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { Environment } from '../../../shared/environment.ts';
import type { KeyStore } from '../client/remote-keys.ts';
import type { Timers } from '../client/timers.ts';
import type { ConnectOptions, WorkspaceConnection } from '../client/workspace.ts';
import type { SyncEngine } from '../project/sync-engine.ts';

export interface SyncServiceDeps {
  readonly engine: SyncEngine;
  readonly environment: Environment;
  readonly timers: Timers;
  readonly connect: (how: ConnectOptions) => WorkspaceConnection;
  readonly keyStore: KeyStore | undefined;
  readonly env: (name: string) => string | undefined;
  /** Things go by themselves; else only what is asked for. */
  readonly isAutomatic: boolean;
  /** Milliseconds after which silence about a write counts (`TALEPORT_SETTLE_MS` for tests). */
  readonly settleTime: number;
  readonly emit: (event: BackendEvent) => void;
  readonly log: (line: string) => void;
  /** A hash that no project has, most likely. */
  readonly createHash: () => string;
}
