/** A request that is about to be sent, with what it is expected to come to; or why there is none. */
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import type { SyncOperation } from '../plan/plan-operations.ts';

export interface SyncRequest {
  readonly operation: SyncOperation;
  readonly route: string;
  readonly method: string;
  /** Below /api/v1. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The stored file here whose bytes go along, with the body as the fields of a form (G1). */
  readonly uploadFile?: string;
  /** What the write comes to in theirs. What a create makes still has our id. */
  readonly expected: ChangeSet;
  /** Of a move: in which list, and behind what it will stand there; null for the front. */
  readonly previousSibling?: { readonly list: string; readonly id: string | null };
}

export type PreparedRequest =
  | { readonly type: 'ready'; readonly request: SyncRequest }
  /** It needs something that the remote does not have yet, or nothing of it is left to do. */
  | { readonly type: 'waiting' }
  /** The remote would not take it: a sentence for the user. */
  | { readonly type: 'rejected'; readonly reason: string };
