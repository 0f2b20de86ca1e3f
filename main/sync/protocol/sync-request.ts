/** A request to be sent, with its expected effect; or the reason why there is none. */
import type { Message } from '../../../shared/messages/message.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { SyncOperation } from '../plan/plan-operations.ts';

export interface SyncRequest {
  readonly operation: SyncOperation;
  readonly route: string;
  readonly method: string;
  /** The path below /api/v1. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The local file that is uploaded with the request; the body then becomes the fields of a form (G1). */
  readonly uploadFile?: string;
  /** The expected changes of the remote project, in which a created record still has its local id. */
  readonly expected: ChangeSet;
  /** For the create of a branch: the conditions created together with it, in their order, under their local ids. */
  readonly conditions?: readonly AnyRecord[];
  /** For a move: the list, and the previous sibling after the move; null for the first position. */
  readonly previousSibling?: { readonly list: string; readonly id: string | null };
}

export type PreparedRequest =
  | { readonly type: 'ready'; readonly request: SyncRequest }
  /** The operation needs something that the remote does not have yet. */
  | { readonly type: 'waiting' }
  /** There is nothing left to do. */
  | { readonly type: 'unneeded' }
  /** The remote would reject the request. `reason` is a message for the user. */
  | { readonly type: 'rejected'; readonly reason: Message };

/** How the file of a local asset is sent to the remote. */
export type RemoteFileState =
  /** It is uploaded under this name, to which the asset will refer. */
  | { readonly type: 'stored'; readonly fileName: string }
  /** It is uploaded with the request that creates the asset (G1); `file` is its local name. */
  | { readonly type: 'inRequest'; readonly file: string }
  /** It is being uploaded, and the asset waits for it. */
  | { readonly type: 'pending' }
  | { readonly type: 'none' };

/** The state of asset files, as far as requests need it. Files are not merged with the records; they are uploaded separately. */
export interface RemoteFiles {
  /** The state for an asset that does not exist on the remote; other records have none. */
  stateOf(asset: Pick<AnyRecord, 'id'>): RemoteFileState;
  /** The names of uploaded files that replace those of remote assets, by asset id. */
  readonly replacements: ReadonlyMap<string, string>;
}
