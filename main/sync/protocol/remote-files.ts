/** The state of asset files as requests need it. Files are not merged with the records; they are uploaded separately. */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';

/** How the file of a local asset reaches the remote. */
export type RemoteFileState =
  /** It is uploaded under that name, which the asset will refer to. */
  | { readonly type: 'stored'; readonly fileName: string }
  /** It is uploaded with the request that creates the asset (G1); `file` is its local name. */
  | { readonly type: 'inRequest'; readonly file: string }
  /** It is being uploaded, and the asset waits for it. */
  | { readonly type: 'pending' }
  | { readonly type: 'none' };

export interface RemoteFiles {
  /** The state for an asset that the remote does not have yet; other records have none. */
  stateOf(asset: Pick<AnyRecord, 'id'>): RemoteFileState;
  /** By asset id, the names of uploaded files that replace those of remote assets. */
  readonly replacements: ReadonlyMap<string, string>;
}
