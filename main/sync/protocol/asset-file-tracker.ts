/** The files of assets as the loop follows them: what its requests bring about with them, and whether there is more to do. */

import type { SyncStoreEntry } from '../store/sync-store.ts';
import type { RemoteFiles } from './remote-files.ts';
import type { SyncRequest } from './sync-request.ts';

export interface AssetFileTracker extends RemoteFiles {
  /** Grows whenever something of what requests need to know changes. */
  readonly revision: number;
  /** What is written down with the acknowledgement of a request that named or carried a file. `id`: what the asset goes by now. */
  entriesAfterWrite(sending: SyncRequest, id: string): readonly SyncStoreEntry[];
  /** Whether the asset there has that file now is not known; `gone`: it cannot have it, since nothing lies there under that name. */
  invalidate(id: string, how: 'lost' | 'gone'): void;
  /** Something of the above is yet to be done. */
  readonly hasPending: boolean;
  /** Somebody else wrote there: files may have been replaced. */
  noteRemoteChange(): void;
}
