/** What a request needs to know of the files of assets: they are no part of what is compared, and go up beside it. */
import type { AnyRecord } from '../../../shared/kinds/all.ts';

/** How the file of an asset of ours gets there. */
export type FileThere =
  /** It lies there under that name, which the asset is to have. */
  | { readonly is: 'stored'; readonly as: string }
  /** It goes along with the request that makes the asset (G1); `file` is its name here. */
  | { readonly is: 'along'; readonly file: string }
  /** It is on its way there, and the asset waits for it. */
  | { readonly is: 'coming' }
  | { readonly is: 'none' };

export interface FilesThere {
  /** Of an asset that is here and not there yet, or of anything else. */
  of(asset: Pick<AnyRecord, 'id'>): FileThere;
  /** Assets that are there and are to have another stored file, with its name. */
  readonly replaced: ReadonlyMap<string, string>;
}
