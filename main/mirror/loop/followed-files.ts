/** The files of assets as the loop follows them: what its requests bring about with them, and whether there is more to do. */
import type { FilesThere } from '../requests/files-there.ts';
import type { Sending } from '../requests/sending.ts';
import type { Entry } from './rows.ts';

export interface FollowedFiles extends FilesThere {
  /** Grows whenever something of what requests need to know changes. */
  readonly revision: number;
  /** What is written down with the acknowledgement of a request that named or carried a file. `id`: what the asset goes by now. */
  named(sending: Sending, id: string): readonly Entry[];
  /** Whether the asset there has that file now is not known; `gone`: it cannot have it, since nothing lies there under that name. */
  doubt(id: string, how: 'lost' | 'gone'): void;
  /** Something of the above is yet to be done. */
  readonly isOpen: boolean;
  /** Somebody else wrote there: files may have been replaced. */
  theyWrote(): void;
}
