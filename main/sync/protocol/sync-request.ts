/** A request that is about to be sent, with its expected effect; or why there is none. */
import type { Message } from '../../../shared/messages/message.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { SyncOperation } from '../plan/sync-operation.ts';

export interface SyncRequest {
  readonly operation: SyncOperation;
  readonly route: string;
  readonly method: string;
  /** Below /api/v1. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The local file that is uploaded with the request; the body becomes the fields of a form (G1). */
  readonly uploadFile?: string;
  /** The expected changes of the remote project. A created record still has its local id. */
  readonly expected: ChangeSet;
  /** For the create of a branch: the conditions created along with it, in their order, under their local ids. */
  readonly conditions?: readonly AnyRecord[];
  /** For a move: the list, and the previous sibling afterwards; null for the front. */
  readonly previousSibling?: { readonly list: string; readonly id: string | null };
}

export type PreparedRequest =
  | { readonly type: 'ready'; readonly request: SyncRequest }
  /** It needs something that the remote does not have yet. */
  | { readonly type: 'waiting' }
  /** Nothing of it is left to do. */
  | { readonly type: 'unneeded' }
  /** The remote would reject it: `reason` is a message for the user. */
  | { readonly type: 'rejected'; readonly reason: Message };
