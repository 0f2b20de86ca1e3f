/** The file sync of one project, as the interfaces that the sync runner (AssetFileTracker) and the scheduler (ProjectFileSync) use. */

import type { Message } from '../../../../shared/messages/message.ts';
import type { MergeConflict } from '../../plan/merge-conflict.ts';
import type { ConflictSide } from '../../plan/resolve-conflict.ts';
import type { StepResult } from '../../protocol/step-result.ts';
import type { RemoteFiles, SyncRequest } from '../../protocol/sync-request.ts';
import type { SyncStoreEntry } from '../../store/sync-store.ts';

/** How the requests of the runner and the files of assets depend on each other. */
export interface AssetFileTracker extends RemoteFiles {
  /** Increases whenever something changes on which requests depend. */
  readonly revision: number;
  /** Rows to store with the acknowledgement of a request that named or carried a file. `id` is the asset's id after the request. */
  entriesAfterWrite(request: SyncRequest, id: string): readonly SyncStoreEntry[];
  /**
   * Records that it is unknown whether the remote asset has its new file. `notStored`: it cannot have it, because the remote does not store
   * a file with that name.
   */
  invalidate(id: string, reason: 'unconfirmed' | 'notStored'): void;
  /** Whether an asset waits for its file. */
  readonly hasPending: boolean;
  /**
   * Must be called if another client wrote to the remote project, so that files may have been replaced. `possible`: the change may also be
   * our own.
   */
  noteRemoteChange(certainty: 'certain' | 'possible'): void;
}

/** The steps of file sync. Several may run at once, beside those of the runner. */
export interface ProjectFileSync extends AssetFileTracker {
  step(): Promise<StepResult>;
  retryNow(): void;
  readonly conflicts: readonly MergeConflict[];
  resolveConflict(conflict: MergeConflict, side: ConflictSide): void;
  /** The files that must be downloaded or uploaded. */
  readonly pending: { readonly count: number };
  /** (I28) The assets whose local file the remote asset does not have. */
  readonly localOnly: readonly string[];
  /** The reasons why files were rejected, by asset. */
  readonly rejected: ReadonlyMap<string, Message>;
}
