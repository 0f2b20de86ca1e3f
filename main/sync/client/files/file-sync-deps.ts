/** What the queue of files works with: the remote, the project here, the vault, and the rows of the loop. */
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
  /** Those of the loop. */
  readonly store: Pick<SyncStore, 'base' | 'checkpoint'>;
  readonly fileStore: SyncFileStore;
  /** For the boundaries of forms. */
  readonly newId: () => string;
  /** Told as bytes go or come. */
  readonly progress?: (moved: FileProgress) => void;
  /** How much what comes and goes for itself hurries. */
  readonly urgency?: () => Urgency;
  /** Milliseconds between two rounds of looking whether files were replaced there. */
  readonly recheckInterval?: number;
}

/** So many steps may run at once. */
export const maxConcurrentFiles = 3;
