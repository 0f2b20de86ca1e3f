/** The file sync of one project as the sync runner (AssetFileTracker) and the scheduler (ProjectFileSync) use it. */

import type { Message } from '../../../../shared/messages/message.ts';
import type { MergeConflict } from '../../plan/merge-conflict.ts';
import type { ConflictSide } from '../../plan/resolve-conflict.ts';
import type { RemoteFiles } from '../../protocol/remote-files.ts';
import type { StepResult } from '../../protocol/step-result.ts';
import type { SyncRequest } from '../../protocol/sync-request.ts';
import type { SyncStoreEntry } from '../../store/sync-rows.ts';

/** How the requests of the runner and the files of assets depend on each other. */
export interface AssetFileTracker extends RemoteFiles {
  /** Grows whenever something changes that requests depend on. */
  readonly revision: number;
  /** Rows for the acknowledgement of a request that named or carried a file. `id`: the asset's id from now on. */
  entriesAfterWrite(request: SyncRequest, id: string): readonly SyncStoreEntry[];
  /** Whether the remote asset has its new file is unknown; `notStored`: it cannot have it, because the remote stores no file of that name. */
  invalidate(id: string, reason: 'unconfirmed' | 'notStored'): void;
  /** An asset still waits for its file. */
  readonly hasPending: boolean;
  /** Another client wrote to the remote project, so that files may have been replaced; `possible`: the change may be ours alone. */
  noteRemoteChange(certainty: 'certain' | 'possible'): void;
}

/** Several steps may run at once, beside those of the runner. */
export interface ProjectFileSync extends AssetFileTracker {
  step(): Promise<StepResult>;
  retryNow(): void;
  readonly conflicts: readonly MergeConflict[];
  resolveConflict(conflict: MergeConflict, side: ConflictSide): void;
  /** Files still to download or upload. */
  readonly pending: { readonly count: number };
  /** (I28) The assets whose local file the remote asset does not have. */
  readonly localOnly: readonly string[];
  /** Why a file was rejected, by asset. */
  readonly rejected: ReadonlyMap<string, Message>;
}
