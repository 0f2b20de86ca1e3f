/** The dependencies of file sync: the remote, the local project, the file store, and the rows of sync. */
import type { KeyValueStore } from '../../../../shared/contracts/key-value-store.ts';
import type { LocalProject } from '../../store/local-project.ts';
import type { SyncStore } from '../../store/sync-store.ts';
import type { CapabilityStore } from '../remote-capabilities.ts';
import type { RemoteClient } from '../remote-client.ts';
import type { Urgency } from '../request-budget.ts';
import type { FileProgress } from './file-transfers.ts';
import type { SyncFileStore } from './sync-file-store.ts';

export interface FileSyncDeps {
  readonly client: RemoteClient;
  readonly capabilityStore: CapabilityStore;
  readonly local: LocalProject;
  readonly hash: string;
  readonly keyValueStore: KeyValueStore;
  /** The rows of the runner. */
  readonly store: Pick<SyncStore, 'base' | 'checkpoint'>;
  readonly fileStore: SyncFileStore;
  /** Creates the boundaries of forms. */
  readonly newId: () => string;
  /** Called as bytes are transferred. */
  readonly progress?: (moved: FileProgress) => void;
  /** The urgency of transfers for which nobody is waiting. */
  readonly urgency?: () => Urgency;
}

/** The maximum number of steps that run at once. */
export const maxConcurrentFiles = 3;
