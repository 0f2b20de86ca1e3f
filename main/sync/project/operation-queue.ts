/** The requests of one plan, in their order: what can go goes, what waits for others or was refused before is passed over. */
import type { Project } from '../../../shared/model/project.ts';
import type { SyncOperation } from '../plan/plan-operations.ts';
import { buildRequest } from '../protocol/build-request.ts';
import type { RemoteFiles } from '../protocol/remote-files.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import { rejectedWriteEntry, remoteStateKey, requestFingerprint } from '../store/rejected-writes.ts';
import type { RejectedWrite, SyncStore } from '../store/sync-store.ts';

interface QueueContext {
  readonly remoteHash: string;
  readonly local: Project;
  readonly remote: Project;
  readonly store: SyncStore;
  readonly files: RemoteFiles | undefined;
  readonly isBlocked: (op: SyncOperation) => boolean;
}

export class OperationQueue {
  readonly #ops: readonly SyncOperation[];
  readonly #stuck: RejectedWrite[] = [];
  #at = 0;

  constructor(ops: readonly SyncOperation[]) {
    this.#ops = ops;
  }

  /** Requests that it has not come to. */
  get remaining(): number {
    return this.#ops.length - this.#at;
  }

  /** What it has passed over because it was refused, and would be again. */
  get rejected(): readonly RejectedWrite[] {
    return this.#stuck;
  }

  /** The next that can go. It stays the next until it is done: what was not sent after all goes again. */
  next({ remoteHash, local, remote, store, files, isBlocked }: QueueContext): SyncRequest | undefined {
    const { rejectedWrites, checkpoint } = store;
    const now = checkpoint && remoteStateKey(checkpoint);
    for (; this.#at < this.#ops.length; this.#at++) {
      const op = this.#ops[this.#at];
      if (!op || isBlocked(op)) continue;
      const ready = buildRequest(op, remoteHash, local, remote, files);
      if (ready.is === 'waiting') continue;
      const request = ready.is === 'ready' ? requestFingerprint(ready.request) : JSON.stringify(op);
      const known = rejectedWrites.find(({ record, request: text, state = now }) => record === op.id && text === request && state === now);
      if (ready.is === 'ready' && !known) return ready.request;
      if (ready.is === 'refused' && !known) store.write([rejectedWriteEntry(op.id, request, ready.reason)]);
      this.#stuck.push(known ?? { record: op.id, request, why: ready.is === 'refused' ? ready.reason : '' });
    }
    return undefined;
  }
}
