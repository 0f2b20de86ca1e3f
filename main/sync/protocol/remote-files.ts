/** What a request needs to know of the files of assets: they are no part of what is compared, and go up beside it. */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';

/** How the file of an asset of ours gets there. */
export type RemoteFileState =
  /** It lies there under that name, which the asset is to have. */
  | { readonly type: 'stored'; readonly fileName: string }
  /** It goes along with the request that makes the asset (G1); `file` is its name here. */
  | { readonly type: 'along'; readonly file: string }
  /** It is on its way there, and the asset waits for it. */
  | { readonly type: 'coming' }
  | { readonly type: 'none' };

export interface RemoteFiles {
  /** Of an asset that is here and not there yet, or of anything else. */
  stateOf(asset: Pick<AnyRecord, 'id'>): RemoteFileState;
  /** Assets that are there and are to have another stored file, with its name. */
  readonly replacements: ReadonlyMap<string, string>;
}
