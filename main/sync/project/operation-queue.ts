/** The operations of one plan in their order. Those that wait for others, or were rejected before, are skipped. */
import type { Project } from '../../../shared/model/project.ts';
import type { SyncOperation } from '../plan/plan-operations.ts';
import { buildRequest } from '../protocol/build-request.ts';
import type { PreparedRequest, RemoteFiles, SyncRequest } from '../protocol/sync-request.ts';
import { operationFingerprint, rejectedWriteEntry, remoteStateKey, requestFingerprint } from '../store/rejected-writes.ts';
import type { RejectedWrite, SyncStore, SyncStoreEntry } from '../store/sync-store.ts';

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
  /** Rejections that were found in the process, to be stored. */
  readonly rejections: readonly SyncStoreEntry[];
}

const waiting: PreparedRequest = { type: 'waiting' };

export class OperationQueue {
  readonly #operations: readonly SyncOperation[];
  readonly #rejected: RejectedWrite[] = [];
  #waitingCount = 0;
  #position = 0;

  constructor(operations: readonly SyncOperation[]) {
    this.#operations = operations;
  }

  /** The number of operations that have not been reached yet. */
  get remaining(): number {
    return this.#operations.length - this.#position;
  }

  /** Operations that were skipped because they were rejected and would be rejected again. */
  get rejected(): readonly RejectedWrite[] {
    return this.#rejected;
  }

  /** The number of local changes that were skipped because something else must happen first. */
  get waitingCount(): number {
    return this.#waitingCount;
  }

  /**
   * The next request that can be sent. It remains the next one until it is done, so that a request that could not be sent is tried again.
   */
  next({ remoteHash, local, remote, store, files, isBlocked }: QueueContext): NextRequest {
    const { rejectedWrites, checkpoint } = store;
    const now = checkpoint && remoteStateKey(checkpoint);
    const rejections: SyncStoreEntry[] = [];
    for (; this.#position < this.#operations.length; this.#position++) {
      const operation = this.#operations[this.#position];
      if (!operation) continue;
      const prepared = isBlocked(operation) ? waiting : buildRequest(operation, remoteHash, local, remote, files);
      if (prepared.type === 'waiting' && operation.type !== 'lookup') this.#waitingCount++;
      if (prepared.type === 'waiting' || prepared.type === 'unneeded') continue;
      const fingerprint = prepared.type === 'ready' ? requestFingerprint(prepared.request) : operationFingerprint(operation);
      const known = rejectedWrites.find(
        ({ recordId, request, remoteState = now }) => recordId === operation.id && request === fingerprint && remoteState === now,
      );
      if (known) {
        this.#rejected.push(known);
        continue;
      }
      if (prepared.type === 'ready') return { request: prepared.request, rejections };
      rejections.push(rejectedWriteEntry(operation.id, fingerprint, prepared.reason));
      this.#rejected.push({ recordId: operation.id, request: fingerprint, reason: prepared.reason });
    }
    return { request: undefined, rejections };
  }
}
