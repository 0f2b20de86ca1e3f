/** The operations of one plan in their order. Those that wait for others, or were rejected before, are passed over. */
import type { Project } from '../../../shared/model/project.ts';
import type { SyncOperation } from '../plan/plan-operations.ts';
import { buildRequest } from '../protocol/build-request.ts';
import type { RemoteFiles } from '../protocol/remote-files.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import { operationFingerprint, rejectedWriteEntry, remoteStateKey, requestFingerprint } from '../store/rejected-writes.ts';
import type { RejectedWrite, SyncStoreEntry } from '../store/sync-rows.ts';
import type { SyncStore } from '../store/sync-store.ts';

interface QueueContext {
  readonly remoteHash: string;
  readonly local: Project;
  readonly remote: Project;
  readonly store: SyncStore;
  readonly files: RemoteFiles | undefined;
  readonly isBlocked: (operation: SyncOperation) => boolean;
}

export interface NextRequest {
  readonly request: SyncRequest | undefined;
  /** Rejections found on the way, to be stored. */
  readonly rejections: readonly SyncStoreEntry[];
}

export class OperationQueue {
  readonly #operations: readonly SyncOperation[];
  readonly #rejected: RejectedWrite[] = [];
  #position = 0;

  constructor(operations: readonly SyncOperation[]) {
    this.#operations = operations;
  }

  /** Operations that were not reached yet. */
  get remaining(): number {
    return this.#operations.length - this.#position;
  }

  /** What was passed over because it was rejected, and would be again. */
  get rejected(): readonly RejectedWrite[] {
    return this.#rejected;
  }

  /** The next request that can be sent. It stays the next until it is done: what was not sent after all is sent again. */
  next({ remoteHash, local, remote, store, files, isBlocked }: QueueContext): NextRequest {
    const { rejectedWrites, checkpoint } = store;
    const now = checkpoint && remoteStateKey(checkpoint);
    const rejections: SyncStoreEntry[] = [];
    for (; this.#position < this.#operations.length; this.#position++) {
      const operation = this.#operations[this.#position];
      if (!operation || isBlocked(operation)) continue;
      const prepared = buildRequest(operation, remoteHash, local, remote, files);
      if (prepared.type === 'waiting') continue;
      const fingerprint = prepared.type === 'ready' ? requestFingerprint(prepared.request) : operationFingerprint(operation);
      const known = rejectedWrites.find(
        ({ recordId, request, remoteState = now }) => recordId === operation.id && request === fingerprint && remoteState === now,
      );
      if (prepared.type === 'ready' && !known) return { request: prepared.request, rejections };
      const reason = prepared.type === 'rejected' ? prepared.reason : '';
      if (prepared.type === 'rejected' && !known) rejections.push(rejectedWriteEntry(operation.id, fingerprint, reason));
      this.#rejected.push(known ?? { recordId: operation.id, request: fingerprint, reason });
    }
    return { request: undefined, rejections };
  }
}
