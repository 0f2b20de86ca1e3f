/** The state of asset files, as far as requests need it. Files are not merged with the records; they are uploaded separately. */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';

/** How the file of a local asset is sent to the remote. */
export type RemoteFileState =
  /** It is uploaded under this name, to which the asset will refer. */
  | { readonly type: 'stored'; readonly fileName: string }
  /** It is uploaded with the request that creates the asset (G1); `file` is its local name. */
  | { readonly type: 'inRequest'; readonly file: string }
  /** It is being uploaded, and the asset waits for it. */
  | { readonly type: 'pending' }
  | { readonly type: 'none' };

export interface RemoteFiles {
  /** The state for an asset that does not exist on the remote; other records have none. */
  stateOf(asset: Pick<AnyRecord, 'id'>): RemoteFileState;
  /** The names of uploaded files that replace those of remote assets, by asset id. */
  readonly replacements: ReadonlyMap<string, string>;
}
